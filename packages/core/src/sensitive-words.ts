/**
 * What is sensitive without being a secret: numbers that identify a person, health, belief, money. Revision 2025-06-18
 * forbids forms to ask for any of it; later ones narrow the rule to secrets (trap 38).
 */
import { foldText } from './fold-text.js';
import { type WordFilter, wordFilter } from './word-filter.js';

/** `identity`: numbers that identify; `private`: everything else that the first revision calls sensitive. */
export type SensitiveKind = 'identity' | 'private';

/**
 * The kind of sensitive information that a label or property name plainly names; undefined if none. What a label is
 * about stands at its end: "health" is private, "health check" is not.
 */
export function sensitiveNamed(label: string): SensitiveKind | undefined {
  terms ??= prepare();
  if (label.length > 400 || terms.prefilter.passes(label)) return undefined;
  const folded = ` ${foldText(label.replace(/\([^()]{0,200}\)/g, ' '))}`;
  const names = (term: string): boolean => folded.endsWith(term);
  if (terms.identity.some(names)) return 'identity';
  return terms.private.some(names) ? 'private' : undefined;
}

interface Terms {
  readonly identity: readonly string[];
  readonly private: readonly string[];
  readonly prefilter: WordFilter;
}

let terms: Terms | undefined;

/** On first use: most programs that read forms never come here. */
function prepare(): Terms {
  const identity = IDENTITY.split(', ').map(foldText);
  const others = PRIVATE.split(', ').map(foldText);
  return { identity: identity.map(whole), private: others.map(whole), prefilter: wordFilter([...identity, ...others], []) };
}

/** Where words are told apart by blanks, a term is a whole word. */
function whole(term: string): string {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(term) ? term : ` ${term}`;
}

const IDENTITY =
  'ssn, social security number, social security, passport number, passport no, national id, national insurance ' +
  'number, tax id, tax number, driver license number, drivers license number, driving licence number, identity ' +
  'card number, personalausweisnummer, reisepassnummer, sozialversicherungsnummer, steuernummer, numero de ' +
  'securite sociale, numero de passeport, numero de pasaporte, dni, codice fiscale, cpf, bsn, pesel, номер ' +
  'паспорта, снилс, инн, номер паспорту, tc kimlik, 身份证号, 身份证号码, 護照號碼, マイナンバー, 주민등록번호, رقم الهويه, رقم جواز ' +
  'السفر, आधार नंबर, aadhaar number';

const PRIVATE =
  'iban, bank account, bank account number, account number, routing number, salary, income, medical, medical ' +
  'history, diagnosis, health, medication, disability, religion, ethnicity, race, sexual orientation, political, ' +
  'political party, date of birth, birth date, birthdate, dob, home address, biometric, fingerprint, criminal ' +
  'record, union membership, genetic, kontonummer, gehalt, geburtsdatum, religionszugehorigkeit, numero de ' +
  'compte, date de naissance, salaire, fecha de nacimiento, salario, data di nascita, stipendio, data de ' +
  'nascimento, geboortedatum, data urodzenia, дата рождения, зарплата, дата народження, dogum tarihi, 出生日期, 生年月日, ' +
  '생년월일, تاريخ الميلاد, जन्म तिथि';
