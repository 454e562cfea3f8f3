/** JSON for reading: indented, keys and kinds of value told apart, built from text nodes only. */
import { h } from './dom.js';

/** A `<pre>` with the value in it; more than `limit` characters are cut, and it is said. */
export function jsonView(value: unknown, limit = 200_000): HTMLElement {
  const text = JSON.stringify(value, undefined, 2) ?? 'undefined';
  const shown = text.length > limit ? text.slice(0, limit) : text;
  const pre = h('pre', { className: 'json', tabIndex: 0, attrs: { role: 'region', 'aria-label': 'JSON' } });
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let at = 0;
  for (let found = token.exec(shown); found !== null; found = token.exec(shown)) {
    pre.append(shown.slice(at, found.index));
    const [whole, quoted, colon, word] = found;
    if (quoted !== undefined && colon !== undefined) pre.append(h('span', { className: 'json-key' }, quoted), colon);
    else pre.append(h('span', { className: quoted !== undefined ? 'json-text' : word !== undefined ? 'json-word' : 'json-number' }, whole));
    at = found.index + whole.length;
  }
  pre.append(shown.slice(at));
  if (shown.length < text.length) pre.append(h('span', { className: 'json-cut' }, `\n… ${text.length - shown.length} more characters`));
  return pre;
}
