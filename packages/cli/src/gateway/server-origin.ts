/**
 * Where a server is reached, as a person is shown it: the host and path of an address, or the command. What may be a
 * credential is left out: the page is not only its operator's (N9).
 */
import type { ServerTarget } from '../connect/server-target.js';

const SECRET_NAME = /(key|token|secret|pass|auth|credential|bearer)/i;
const RANDOM = /^[\w+/=.-]{20,}$/;
const LONGEST = 200;

export function serverOrigin(target: ServerTarget): string {
  if (target.kind === 'http') return `${target.url.host}${target.url.pathname}`.replace(/\/$/, '').slice(0, LONGEST);
  let hidesNext = false;
  const words = [target.command, ...target.args].map(word => {
    const hidden = hidesNext && !word.startsWith('-');
    hidesNext = word.startsWith('-') && !word.includes('=') && SECRET_NAME.test(word);
    if (hidden) return '…';
    const [, name = ''] = /^(-*[\w.-]+)=/.exec(word) ?? [];
    if (name !== '' && SECRET_NAME.test(name)) return `${name}=…`;
    return looksRandom(word) ? '…' : withoutQuery(word);
  });
  return words.join(' ').slice(0, LONGEST);
}

/** A long word of letters and digits mixed, that is no path and no package. */
function looksRandom(word: string): boolean {
  return RANDOM.test(word) && !/[/.]/.test(word.slice(0, -1)) && /\d/.test(word) && /[a-z]/i.test(word) && !/^-/.test(word);
}

function withoutQuery(word: string): string {
  if (!/^\w+:\/\//.test(word) || !URL.canParse(word)) return word;
  const url = new URL(word);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
