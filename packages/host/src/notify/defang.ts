/**
 * A server's text, fit for a chat: nothing in it can be clicked, mentions nobody, hides nothing (N11, D35). Whoever reads
 * it sees that it was changed; the whole of it is in the inbox.
 */
import { showText } from '@midcall/core/inspect';

const LONGEST = 500;

/** One line, at most 500 code points; addresses, bare domains and mail addresses become unclickable. */
export function defang(text: string, longest = LONGEST): string {
  const line = showText(text).replace(/\s+/g, ' ').trim();
  const points = [...line];
  const short = points.length > longest ? `${points.slice(0, longest - 1).join('')}…` : line;
  return short
    .replace(/\bhttp(s?):/gi, 'hxxp$1:')
    .replace(/:\/\//g, '[:]//')
    .replace(/\b(mailto|tel|sms|javascript|data|file):/gi, '$1[:]')
    .replace(/(?<=[\p{L}\p{N}_-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}_-])/gu, '[.]')
    .replace(/@(?=[\p{L}\p{N}_-])/gu, '[@]');
}
