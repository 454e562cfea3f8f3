/** The names of secrets in English, German and Dutch (see `secret-language.ts`). */
import { type SecretLanguage, words } from './secret-language.js';

export const english: SecretLanguage = {
  terms: {
    password: words(
      '~password, ~passwd, ~passphrase, ~passcode, passwords, pass word, pass phrase, pass code, pwd, pswd, credential, credentials, pin, pin code, pin number, pincode, seed phrase, recovery phrase, secret phrase, mnemonic, mnemonic phrase, secret answer',
    ),
    key: words(
      '~apikey, api key, api keys, api secret, secret, ~secretkey, secret key, secret access key, ~privatekey, private key, access key, ssh key, encryption key, signing key, service account key, recovery key, token, ~accesstoken, ~authtoken, ~apitoken, ~bearertoken, access tokens, api tokens, auth tokens, bearer tokens, refresh tokens, clientsecret, session cookie, connection string, bearer',
    ),
    card: words(
      'credit card, debit card, credit card number, debit card number, card number, cardnumber, creditcard, creditcardnumber, card no, card details, credit card details, cvv, cvc, cvv2, cvc2, card security code, card verification code, card expiry, card expiry date, payment card',
    ),
    code: words(
      'otp, totp, one time code, one time password, one time passcode, one time pin, verification code, authentication code, authenticator code, auth code, security code, 2fa, 2fa code, mfa code, two factor code, sms code, login code, sign in code, recovery code, recovery codes, backup code, backup codes, otp code',
    ),
  },
  of: words('of, for, about, per, to, with, holding, containing, storing, behind'),
  articles: words('the, a, an, your, my, our, their, this, that, each, every, user, current, new, old'),
  after: words(
    'for, of, to, in, on, at, from, with, here, again, below, please, now, and, or, is, so, that, which, if, by, then, first, twice, once, used, value, text, optional, required, we, you, as, before, into, e, eg, min, minimum, it, will, must, associated, sent, printed, shown, 1, 2',
  ),
  asks: words(
    'enter, type, provide, paste, give, supply, input, share, send, submit, confirm, need, needs, requires, tell, insert, write, fill, what, whats, specify, reply, retype, reenter, verify, ask, asks',
  ),
  negations: words('not, never, no, without, dont, don, cannot, isn, isnt, won'),
};

export const german: SecretLanguage = {
  terms: {
    password: words(
      '~passwort, ~kennwort, ~passphrase, ~zugangsdaten, ~anmeldedaten, ~losungswort, wiederherstellungsphrase, pin nummer, ~geheimzahl',
    ),
    key: words(
      'api schlussel, ~apischlussel, geheimer schlussel, privater schlussel, privaten schlussel, geheimen schlussel, ~zugriffstoken, ~zugangstoken, ~zugriffsschlussel, client geheimnis',
    ),
    card: words('~kreditkarte, ~kreditkartennummer, ~kartennummer, ~kartenprufnummer, ~prufziffer, kartendaten'),
    code: words(
      '~einmalcode, ~einmalpasswort, ~einmalkennwort, ~bestatigungscode, ~sicherheitscode, ~verifizierungscode, ~freischaltcode, tan nummer, ~smstan, smscode, sms code, ~wiederherstellungscode',
    ),
  },
  of: words('des, der, vom, von'),
  articles: words('dem, den, das, die, ihr, ihrem, dein, deinem, ein, einem'),
  after: words(
    'fur, fuer, von, vom, zu, zum, zur, in, im, an, am, auf, aus, mit, hier, ein, an, bitte, erneut, nochmals, und, oder, eingeben, wiederholen, bestatigen, angeben, der, des, ist, optional, um, ihres, deines, damit, bei, beim, unten, lautet, 1, 2',
  ),
  asks: words(
    'gib, geben, eingeben, angeben, gebt, tippen, tippe, nenne, nennen, sende, senden, schicken, teilen, teile, brauche, brauchen, benotige, benotigen, benotigt, wie, was, bestatigen, bestatige, wiederholen, lautet, mitteilen',
  ),
  negations: words('nicht, nie, niemals, kein, keine, keinen, ohne'),
};

export const dutch: SecretLanguage = {
  terms: {
    password: words('~wachtwoord, ~wachtzin, ~inloggegevens, ~pincode, ~herstelzin, ~toegangscode'),
    key: words('api sleutel, ~apisleutel, geheime sleutel, ~privesleutel, prive sleutel, ~toegangstoken, ~toegangssleutel'),
    card: words('~creditcardnummer, ~kaartnummer, ~betaalkaart, ~creditcard'),
    code: words('~verificatiecode, ~beveiligingscode, ~bevestigingscode, eenmalige code, ~inlogcode, ~herstelcode'),
  },
  of: words('van'),
  articles: words('de, het, een, uw, je, jouw, mijn'),
  after: words(
    'voor, van, in, op, met, hier, opnieuw, nogmaals, en, of, is, invoeren, herhalen, bevestigen, om, te, bij, aan, optioneel, 1, 2',
  ),
  asks: words('voer, vul, geef, typ, invoeren, stuur, deel, wat, bevestig, herhaal, nodig, plak'),
  negations: words('niet, nooit, geen, zonder'),
};
