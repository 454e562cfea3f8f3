/** The names of secrets in French, Spanish, Italian and Portuguese: the head comes first (see `secret-language.ts`). */
import { NONE, type SecretLanguage, words } from './secret-language.js';

export const french: SecretLanguage = {
  terms: {
    password: words(
      'mot de passe, motdepasse, mots de passe, mdp, phrase secrete, phrase de recuperation, code secret, code pin, identifiants de connexion, phrase de passe',
    ),
    key: words('cle api, cle d api, cle de l api, cle privee, cle secrete, jeton, jeton d acces, jeton api, cle d acces'),
    card: words('numero de carte, carte bancaire, carte de credit, numero de carte bancaire, cryptogramme, cryptogramme visuel'),
    code: words(
      'code de verification, code a usage unique, code de securite, code d authentification, code sms, code de validation, code recu par sms',
    ),
  },
  of: words('de, du, des, d, pour'),
  articles: words('la, le, les, l, votre, ton, un, une, vos, mon'),
  after: NONE,
  asks: words(
    'entrez, saisissez, saisir, entrer, donnez, fournissez, indiquez, tapez, envoyez, quel, quelle, confirmez, collez, partagez, entre, saisis, donne, indique, renseignez, besoin, communiquez',
  ),
  negations: words('pas, jamais, sans, aucun, aucune'),
};

export const spanish: SecretLanguage = {
  terms: {
    password: words(
      'contrasena, contrasenas, clave de acceso, frase de recuperacion, frase semilla, credenciales, palabra secreta, codigo pin, contrasenia',
    ),
    key: words('clave api, clave de api, clave de la api, clave privada, clave secreta, token de acceso, llave privada, llave de api'),
    card: words('numero de tarjeta, tarjeta de credito, tarjeta de debito, numero de la tarjeta, numero de tarjeta de credito'),
    code: words(
      'codigo de verificacion, codigo de un solo uso, codigo de seguridad, codigo sms, codigo de autenticacion, codigo de confirmacion',
    ),
  },
  of: words('de, del, para'),
  articles: words('la, el, los, las, su, tu, una, un, mi'),
  after: NONE,
  asks: words(
    'introduzca, introduce, ingrese, ingresa, escriba, escribe, proporcione, proporciona, indique, indica, envie, envia, cual, confirme, confirma, comparta, comparte, pega, pegue, dame, necesito, necesitamos, teclea, teclee',
  ),
  negations: words('no, nunca, sin, jamas'),
};

export const italian: SecretLanguage = {
  terms: {
    password: words('parola d ordine, parola chiave segreta, credenziali, frase di recupero, codice pin, frase segreta, parola segreta'),
    key: words('chiave api, chiave privata, chiave segreta, token di accesso, chiave di accesso'),
    card: words('numero di carta, carta di credito, numero della carta, carta di debito, numero carta'),
    code: words('codice di verifica, codice monouso, codice di sicurezza, codice sms, codice otp, codice di conferma'),
  },
  of: words('di, del, della, delle, dei, per'),
  articles: words('la, il, lo, le, i, tua, tuo, sua, suo, una, un'),
  after: NONE,
  asks: words(
    'inserisci, inserire, inserisca, digita, digitare, fornisci, fornire, scrivi, invia, conferma, qual, incolla, condividi, indica, serve, immetti',
  ),
  negations: words('non, mai, senza, nessuna'),
};

export const portuguese: SecretLanguage = {
  terms: {
    password: words('senha, senhas, palavra passe, palavra chave secreta, credenciais, frase de recuperacao, codigo pin, frase secreta'),
    key: words('chave api, chave de api, chave da api, chave privada, chave secreta, token de acesso, chave de acesso'),
    card: words('numero do cartao, numero de cartao, cartao de credito, cartao de debito'),
    code: words(
      'codigo de verificacao, codigo de seguranca, codigo sms, codigo de uso unico, codigo de autenticacao, codigo de confirmacao',
    ),
  },
  of: words('de, do, da, dos, das, para'),
  articles: words('a, o, as, os, sua, seu, tua, uma, um, minha'),
  after: NONE,
  asks: words(
    'digite, insira, introduza, informe, forneca, escreva, envie, confirme, qual, cole, partilhe, compartilhe, indique, preciso, precisamos',
  ),
  negations: words('nao, nunca, sem, jamais'),
};
