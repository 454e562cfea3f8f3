/**
 * What is sensitive without being a secret: numbers that identify a person, health, belief, money. Revision 2025-06-18
 * forbids forms to ask for any of it; later ones narrow the rule to secrets (trap 38).
 */
import { foldText } from './fold-text.js';
import { wordFilter } from './word-filter.js';

/** `identity`: numbers that identify; `private`: everything else that the first revision calls sensitive. */
export type SensitiveKind = 'identity' | 'private';

/** The kind of sensitive information that a label or property name plainly names; undefined if none. */
export function sensitiveNamed(label: string): SensitiveKind | undefined {
  if (label.length > 400 || PREFILTER.passes(label)) return undefined;
  const folded = ` ${foldText(label)} `;
  for (const term of IDENTITY) if (folded.includes(` ${term} `)) return 'identity';
  for (const term of PRIVATE) if (folded.includes(` ${term} `)) return 'private';
  return undefined;
}

const IDENTITY = [
  'ssn',
  'social security number',
  'social security',
  'passport number',
  'passport no',
  'national id',
  'national insurance number',
  'tax id',
  'tax number',
  'driver license number',
  'drivers license number',
  'driving licence number',
  'identity card number',
  'personalausweisnummer',
  'reisepassnummer',
  'sozialversicherungsnummer',
  'steuernummer',
  'numero de securite sociale',
  'numero de passeport',
  'numero de pasaporte',
  'dni',
  'codice fiscale',
  'cpf',
  'bsn',
  'pesel',
  'номер паспорта',
  'снилс',
  'инн',
  'номер паспорту',
  'tc kimlik',
  '身份证号',
  '身份证号码',
  '護照號碼',
  'マイナンバー',
  '주민등록번호',
  'رقم الهويه',
  'رقم جواز السفر',
  'आधार नंबर',
  'aadhaar number',
].map(foldText);

const PRIVATE = [
  'iban',
  'bank account',
  'bank account number',
  'account number',
  'routing number',
  'salary',
  'income',
  'medical',
  'medical history',
  'diagnosis',
  'health',
  'medication',
  'disability',
  'religion',
  'ethnicity',
  'race',
  'sexual orientation',
  'political',
  'political party',
  'date of birth',
  'birth date',
  'birthdate',
  'dob',
  'home address',
  'biometric',
  'fingerprint',
  'criminal record',
  'union membership',
  'genetic',
  'kontonummer',
  'gehalt',
  'geburtsdatum',
  'religionszugehorigkeit',
  'numero de compte',
  'date de naissance',
  'salaire',
  'fecha de nacimiento',
  'salario',
  'data di nascita',
  'stipendio',
  'data de nascimento',
  'geboortedatum',
  'data urodzenia',
  'дата рождения',
  'зарплата',
  'дата народження',
  'dogum tarihi',
  '出生日期',
  '生年月日',
  '생년월일',
  'تاريخ الميلاد',
  'जन्म तिथि',
].map(foldText);

const PREFILTER = wordFilter([...IDENTITY, ...PRIVATE], []);
