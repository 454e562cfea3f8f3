import { describe, expect, it } from 'vitest';
import { secretAskedFor, secretNamed } from './secret-ask.js';

describe('a label that names a secret [E-P-02]', () => {
  it.each([
    [
      'English',
      [
        'password',
        'Your database password',
        'Enter PIN',
        'Passphrase',
        'Service API key',
        'Client secret',
        'GitHub token',
        'AWS secret access key',
        'seed phrase',
        'value of the API key',
        'Password (min 8 chars)',
        'Confirm password',
        'Password for the database',
      ],
    ],
    ['property names', ['apiKey', 'API_KEY', 'userPassword', 'dbpassword', 'openai_api_key', 'secretKey', 'accessToken', 'card-number']],
    [
      'cards and codes',
      ['Card number', 'Credit card', 'CVV', 'One-time code', 'verification code', '2FA code', 'OTP', 'SMS code', 'Recovery codes'],
    ],
    ['disguises', ['pаssword', 'P@ssw0rd', 'pass\u200bword', 'ＰＡＳＳＷＯＲＤ', 'ΡASSWORD', 'p\u00adassword']],
    ['German', ['Passwort', 'Datenbankpasswort', 'API-Schlüssel', 'Kreditkartennummer', 'Bestätigungscode', 'Passwort für die Datenbank']],
    ['French', ['Mot de passe', 'Votre mot de passe', 'Clé API', 'Numéro de carte', 'Code de vérification', 'Mot de passe de la base']],
    ['Spanish', ['Contraseña', 'Tu contraseña', 'Clave privada', 'Número de tarjeta', 'Código de verificación']],
    ['Italian', ['Password', 'Chiave API', 'Numero di carta', 'Codice di verifica', 'La tua password', 'Password del database']],
    ['Portuguese', ['Senha', 'Sua senha', 'Chave de API', 'Número do cartão', 'Código de verificação']],
    ['Dutch', ['Wachtwoord', 'Databasewachtwoord', 'API-sleutel', 'Creditcardnummer']],
    ['Polish', ['Hasło', 'Klucz API', 'Numer karty', 'Kod weryfikacyjny']],
    ['Russian', ['Пароль', 'Ключ API', 'Номер карты', 'Код подтверждения', 'Новый пароль']],
    ['Ukrainian', ['Пароль', 'Секретний ключ', 'Номер картки', 'Код підтвердження']],
    ['Turkish', ['Şifre', 'Şifreniz', 'Parola', 'API anahtarı', 'Kart numarası', 'Doğrulama kodu']],
    ['Chinese', ['密码', '数据库密码', '密碼', 'API 密钥', '信用卡号', '验证码']],
    ['Japanese', ['パスワード', 'データベースのパスワード', 'APIキー', 'カード番号', '認証コード']],
    ['Korean', ['비밀번호', 'API 키', '카드 번호', '인증번호']],
    ['Arabic', ['كلمة المرور', 'رقم البطاقة', 'رمز التحقق', 'المفتاح السري']],
    ['Hindi', ['पासवर्ड', 'कार्ड नंबर', 'ओटीपी', 'सत्यापन कोड']],
  ])('is found in %s', (_language, labels) => {
    for (const label of labels) expect([label, secretNamed(label) !== undefined]).toEqual([label, true]);
  });

  it.each([
    [
      'English',
      [
        'Password policy',
        'password length',
        'Password hint',
        'strength of the password',
        'Number of passwords',
        'API key name',
        'Public key',
        'primary key',
        'sort_key',
        'Key',
        'max tokens',
        'Token count',
        'Token limit',
        'Tokens',
        'Design token',
        'next token',
        'secret santa',
        'Secret ingredient',
        'Business card',
        'Card title',
        'Security level',
        'Code',
        'Postal code',
        'Discount code',
        'Booking code',
        'Pin colour',
        'pinned',
        'Opinion',
        'Spin',
        'passenger_name',
        'Compass',
        'bypass',
        'passport',
        'keyboard',
        'author',
        'monkey',
        'tan',
        'sun tan',
        'Name',
        'E-mail',
        'Path to the private key',
        'File with the API key',
        'Variable holding the token',
        'fromToken',
        'Token to swap',
        'Secret to rotate',
        'Which token?',
        'Session ID',
        'Access level',
        'Secretary',
        'Recovery plan',
        'Code review',
        'Authentication method',
        'Credit card company',
        'Keyword',
        'Pinterest board',
      ],
    ],
    ['German', ['Passwortlänge', 'Länge des Passworts', 'Passwortrichtlinie', 'Schlüsselbund', 'Titel']],
    ['French', ['Longueur du mot de passe', 'Politique de mot de passe', 'Carte routière', 'Clé']],
    ['Spanish', ['Longitud de la contraseña', 'Palabra clave', 'Tarjeta de visita']],
    ['Slavic languages', ['Długość hasła', 'длина пароля', 'Довжина пароля', 'Код города']],
    [
      'Chinese, Japanese and Korean',
      ['密码长度', '密码学', '密碼策略', 'パスワードの長さ', 'パスワードポリシー', '비밀번호 길이', '암호화 방식', 'トークン数'],
    ],
    ['Arabic', ['طول كلمة المرور', 'الاسم']],
  ])('is not seen where there is none in %s', (_language, labels) => {
    for (const label of labels) expect([label, secretNamed(label)]).toEqual([label, undefined]);
  });
});

describe('a message that asks for a secret', () => {
  it.each([
    'Enter your password to continue',
    'Please provide your OpenAI API key:',
    'What is your PIN?',
    'We need your credit card number',
    'To sign in, type the verification code we sent you',
    'Your database password',
    'Bitte geben Sie Ihr Passwort ein.',
    'Veuillez saisir votre mot de passe',
    'Introduzca su contraseña',
    'Inserisci la tua password',
    'Digite sua senha',
    'Voer uw wachtwoord in',
    'Podaj hasło',
    'Введите пароль',
    'Введіть пароль',
    'Lütfen şifrenizi girin',
    '请输入密码',
    'パスワードを入力してください',
    '비밀번호를 입력하세요',
    'أدخل كلمة المرور',
    'पासवर्ड दर्ज करें',
    'Deploying now.\nFirst confirm your password.',
    'Send the one-time code from your phone',
    'Enter the amount and confirm with your PIN',
    'This requires your password',
    'Enter a new passphrase for the archive',
  ])('is found: %s', message => {
    expect(secretAskedFor(message)).toBeDefined();
  });

  it.each([
    'Your password expires in 3 days. Remind me?',
    'Never type your password here',
    'Do not enter your password',
    'Reset the password for Rowan?',
    'How many tokens may the answer use?',
    'Who is your secret santa?',
    'Pick a password policy',
    'Delete 4,012 API keys?',
    'Rotate the API key for staging?',
    'Which secret should be rotated?',
    'Enter a name for the new API key',
    'Enter the password length',
    'Pin this message to the channel?',
    'Enter the code',
    'Choose the environment',
    'Geben Sie niemals Ihr Passwort ein',
    'N’entrez jamais votre mot de passe',
    '请勿输入密码',
    'Set the maximum number of tokens',
    'Tell me which credit card to use',
    'Do you want to add a password to the archive?',
    'Provide the path to your SSH private key',
    'We will send a verification code to your phone. Continue?',
    'I need your approval to rotate the API key',
    'Do you want to require a password?',
    'Type DELETE to confirm removing the API keys',
    'Should I store the token?',
    '',
  ])('is not seen where there is none: %s', message => {
    expect(secretAskedFor(message)).toBeUndefined();
  });

  it('takes bounded time for hostile texts [N11]', () => {
    const texts = [
      'enter '.repeat(2_000),
      'password '.repeat(5_000),
      `enter ${'a'.repeat(100_000)} password`,
      '('.repeat(50_000),
      'p@'.repeat(20_000),
      '密'.repeat(50_000),
      'aA'.repeat(20_000),
    ];
    const start = performance.now();
    for (const text of texts) {
      secretAskedFor(text);
      secretNamed(text);
    }
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
