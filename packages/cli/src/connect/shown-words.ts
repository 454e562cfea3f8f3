/**
 * The words of a command as they may be shown: in a diff, a message, a page. What looks like a credential is left out
 * and its name stays, so that a person still recognises the command (D38, N9). Hides rather too much than too little.
 */
import { showText } from '@midcall/core/inspect';

/** One text for each word; a hidden part reads `…`. Safe to print (N11). */
export function shownWords(words: readonly string[]): string[] {
  return words.map((word, index) => showText(shown(word, words[index - 1])));
}

/** The same in a row, as one would type it. */
export function shownCommand(words: readonly string[]): string {
  return shownWords(words)
    .map(word => (word === '' || /[\s"'`$]/.test(word) ? `"${word.replaceAll('"', '\\"')}"` : word))
    .join(' ');
}

const SECRET = 'token|key|secret|passw(?:or)?d|passphrase|pwd|auth|credential|bearer|cookie|dsn|connection-?string|signature';
/** A flag whose next word is its value. */
const FLAG = new RegExp(`^--?(?:H|header|e|env|[\\w-]*(?:${SECRET})[\\w-]*)$`, 'i');
const USER = /^(?:-u|--user)$/;
/** A flag or a variable with its value in the same word: what stands in front of it may be shown. */
const NAMED = new RegExp(`^(--?(?:header|env|[\\w-]*(?:${SECRET})[\\w-]*)=|[\\w-]*(?:${SECRET})[\\w-]*=|[A-Za-z][\\w-]*:\\s+)`, 'i');
const VARIABLE = /^([A-Za-z_]\w*)=/;

function shown(word: string, before: string | undefined): string {
  if (before !== undefined && FLAG.test(before)) {
    const [, name] = VARIABLE.exec(word) ?? /^([A-Za-z][\w-]*:\s)/.exec(word) ?? [];
    return name === undefined ? '…' : `${name.trimEnd()}${name.endsWith(' ') ? ' ' : '='}…`;
  }
  if (before !== undefined && USER.test(before) && word.includes(':')) return '…';
  const named = NAMED.exec(word)?.[1];
  if (named !== undefined) return `${named}…`;
  if (/^\s*[{[]/.test(word) && word.length > 2) return '{…}';
  if (/\bbearer\s/i.test(word)) return '…';
  const address = /^([\w-]+=)?([a-z][a-z\d+.-]*:\/\/.*)$/is.exec(word);
  if (address !== null) return (address[1] ?? '') + shownAddress(address[2] ?? '');
  const [, flag = '', value = word] = /^(--?[\w-]+=)(.*)$/s.exec(word) ?? [];
  return looksSecret(value) ? `${flag}…` : word;
}

/** The address without who signs in, without values of a query, and without parts of its path that look like a key. */
export function shownAddress(text: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(text) ?? [];
  const [beforeHash = '', hash] = rest.split(/#(.*)/s);
  const [place = '', query] = beforeHash.split(/\?(.*)/s);
  const [authority = '', ...path] = place.split('/');
  const at = authority.lastIndexOf('@');
  const host = at === -1 ? authority : `…${authority.slice(at)}`;
  const asked =
    query === undefined
      ? ''
      : `?${query.replace(/(=)[^&]*/g, '$1…').replace(/(^|&)([^=&]+)(?=&|$)/g, (all, amp: string, name: string) => (looksSecret(name) ? `${amp}…` : all))}`;
  return scheme + [host, ...path.map(part => (looksSecret(part) ? '…' : part))].join('/') + asked + (hash === undefined ? '' : '#…');
}

/** The spellings in which services hand out their keys. */
const KNOWN =
  /^(?:[spr]k[-_][\w-]{8,}|gh[pousr]_\w{8,}|github_pat_\w+|glpat-\w+|xox[a-z]-[\w-]+|xapp-[\w-]+|A(?:KIA|SIA)[A-Z\d]{12,}|AIza[\w-]{20,}|ya29\.\S+|eyJ[\w-]{8,}\.\S+|npm_\w{20,}|hf_\w{16,}|lin_(?:api|oauth)_\w+|(?:secret|ntn|key|pat|tok|token)_\w{12,}|[A-Za-z]{2,6}_(?:live|test|prod)_\w{8,}|SG\.[\w-]{16,}\S*|sntry[su]_\S+|dop_v1_\w+|whsec_\w+)/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a word reads as drawn by lot. A path, a package and a sentence do not. */
function looksSecret(word: string): boolean {
  if (KNOWN.test(word) || UUID.test(word)) return true;
  if (/^[A-Za-z\d+/]{32,}={0,2}$/.test(word) && mixed(word) && /[A-Z]/.test(word)) return true;
  if (/[\s\\/@]/.test(word)) return false;
  return word.split(/[-_.:=~%]/).some(part => part.length >= 16 && mixed(part));
}

/** Letters and digits in one, which words of a language and numbers are not. */
function mixed(text: string): boolean {
  return /[A-Za-z]/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 3;
}
