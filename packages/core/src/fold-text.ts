/**
 * Text as it sounds to somebody who reads fast: compatibility forms, case, accents and invisible characters folded away,
 * so that "ＰＡＳＳＷＯＲＤ", "pass\u200bword" and "Mot de passe" are found by one list of words.
 */

/** The folded text, words separated by one blank; `camelCase` and `snake_case` are taken apart. */
export function foldText(text: string): string {
  const apart = text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
  const plain = /^[\u0000-\u007f]*$/.test(apart) ? apart.toLowerCase() : unaccented(apart);
  return plain.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}

/** The folded text with letters of other scripts, digits and signs read as the Latin letters they imitate: "pаssw0rd". */
export function skeletonOf(text: string): string {
  let skeleton = '';
  const folded = foldText(text.replace(/([a-z])@(?=[a-z])/gi, '$1a').replace(/([a-z])\$/gi, '$1s'));
  for (const character of folded) skeleton += LOOK_ALIKES.get(character) ?? character;
  return skeleton.replace(/\p{L}*\d\p{L}[\p{L}\d]*/gu, word => word.replace(/[01345]/g, digit => LEET.get(digit) ?? digit));
}

/** The Latin letter that a letter of another script looks like; undefined if it does not. */
export function looksLike(character: string): string | undefined {
  return LOOK_ALIKES.get(character);
}

function unaccented(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[łøđıßæœأإآٱىة]/g, letter => LETTERS.get(letter) ?? letter);
}

const INVISIBLE = /\u00ad|\u034f|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|\ufeff/g;
const ACCENTS = /[\u0300-\u036f]|[\u064b-\u0652]|\u0640|\u0670/g;

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ة', 'ه'],
]);

const LEET: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
]);

/** Lower-case letters that most fonts draw like a Latin one, after Unicode's confusables. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['a', 'аɑα'],
      ['b', 'ƅь'],
      ['c', 'сϲᴄ'],
      ['d', 'ԁɗ'],
      ['e', 'еҽє'],
      ['f', 'ẝք'],
      ['g', 'ɡց'],
      ['h', 'һհ'],
      ['i', 'іɩιⲓ'],
      ['j', 'јյ'],
      ['k', 'кκⲕ'],
      ['l', 'ӏ'],
      ['m', 'ⅿ'],
      ['n', 'ոռ'],
      ['o', 'оοօσ'],
      ['p', 'рρⲣ'],
      ['q', 'ԛզ'],
      ['r', 'гⲅ'],
      ['s', 'ѕꜱ'],
      ['t', 'тτ'],
      ['u', 'υսᴜ'],
      ['v', 'ѵν'],
      ['w', 'ԝѡω'],
      ['x', 'хχ'],
      ['y', 'уүγ'],
      ['z', 'ᴢ'],
    ] as const
  ).flatMap(([latin, others]) => Array.from(others, other => [other, latin] as const)),
);
