/** The names of secrets in Polish, Russian and Ukrainian: case endings tell "length of the password" from "password" (see `secret-language.ts`). */
import { NONE, type SecretLanguage, words } from './secret-language.js';

export const polish: SecretLanguage = {
  terms: {
    password: words('haslo, dane logowania, fraza odzyskiwania, kod pin'),
    key: words('klucz api, klucz prywatny, klucz tajny, tajny klucz, token dostepu, klucz dostepu'),
    card: words('numer karty, karta kredytowa, numer karty kredytowej, dane karty'),
    code: words('kod weryfikacyjny, kod jednorazowy, kod sms, kod bezpieczenstwa, kod potwierdzajacy'),
  },
  of: words('do, dla'),
  articles: words('twoje, swoje, nowe'),
  after: NONE,
  asks: words('podaj, wpisz, wprowadz, prosze, potwierdz, wyslij, wklej, jakie, jaki, udostepnij'),
  negations: words('nie, nigdy, bez'),
};

export const russian: SecretLanguage = {
  terms: {
    password: words(
      'пароль, секретное слово, кодовое слово, кодовая фраза, пин код, пинкод, сид фраза, сид фразу, учетные данные, секретную фразу',
    ),
    key: words('ключ api, api ключ, секретный ключ, закрытый ключ, приватный ключ, токен, токен доступа, ключ доступа'),
    card: words('номер карты, номер банковской карты, кредитная карта, данные карты, реквизиты карты'),
    code: words('код подтверждения, одноразовый код, одноразовый пароль, код из смс, код из sms, проверочный код, код безопасности'),
  },
  of: words('для'),
  articles: words('ваш, твой, новыи, свои'),
  after: NONE,
  asks: words('введите, введи, укажите, укажи, напишите, пришлите, сообщите, отправьте, подтвердите, какои, вставьте, нужен, назовите'),
  negations: words('не, никогда, без'),
};

export const ukrainian: SecretLanguage = {
  terms: {
    password: words('пароль, кодове слово, секретне слово, пін код, облікові дані, сід фраза'),
    key: words('ключ api, api ключ, секретний ключ, приватний ключ, закритий ключ, токен, токен доступу'),
    card: words('номер картки, кредитна картка, дані картки, номер карти'),
    code: words('код підтвердження, одноразовий код, одноразовий пароль, код із смс, код з смс, код перевірки'),
  },
  of: words('для'),
  articles: words('ваш, твіи, новии'),
  after: NONE,
  asks: words('введіть, введи, вкажіть, напишіть, надішліть, підтвердіть, який, вставте, потрібен'),
  negations: words('не, ніколи, без'),
};
