/**
 * What changes in one server's entry, line by line, as it stands in the file. Values of `env` and `headers`, and words
 * of a command that look like a credential, are never shown (D38, N9).
 */
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { ConfigText } from './config/config-text.js';

export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** The entry at `path` in both texts. */
export function entryDiff(before: ConfigText, after: ConfigText, path: readonly string[]): DiffLine[] {
  return lineDiff(entryLines(before, path), entryLines(after, path));
}

/** The entry as it may be shown. */
export function entryLines(config: ConfigText, path: readonly string[]): string[] {
  const node = config.root && findNodeAtLocation(config.root, [...path]);
  const property = node?.parent;
  if (node === undefined || property === undefined) return [];
  let text = config.text.slice(property.offset, property.offset + property.length);
  const hidden = secrets(node).sort((a, b) => b.offset - a.offset);
  for (const value of hidden) {
    const at = value.offset - property.offset;
    text = `${text.slice(0, at)}"…"${text.slice(at + value.length)}`;
  }
  const [first = '', ...rest] = text.split(/\r?\n/).map(line => line.replaceAll('\t', '  '));
  const indent = Math.min(...rest.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length));
  return [first, ...rest.map(line => line.slice(Number.isFinite(indent) ? indent : 0))];
}

const HIDES = new Set(['env', 'headers', 'http_headers', 'requestInit']);
const FLAG = /^--?(?:H|header|e|env|.*(?:token|key|secret|password|passwd|pwd|auth|credential|bearer)[\w-]*)$/i;
const CARRIES =
  /^--?[\w-]*(?:token|key|secret|password|passwd|pwd|auth|credential|header|env)[\w-]*=|^[\w-]*(?:TOKEN|KEY|SECRET|PASSWORD)[\w-]*=|^(?:Authorization|[\w-]+):\s|bearer\s|:\/\/[^/\s@]+@|[?&][\w-]*(?:token|key|secret|auth)[\w-]*=/i;

function secrets(node: Node): Node[] {
  if (node.type === 'object') {
    return (node.children ?? []).flatMap(property => {
      const [key, value] = property.children ?? [];
      if (key === undefined || value === undefined) return [];
      return HIDES.has(key.value as string) ? leaves(value) : secrets(value);
    });
  }
  if (node.type === 'array') {
    const words = node.children ?? [];
    return words.flatMap((word, index) => {
      if (word.type !== 'string') return secrets(word);
      const previous = words[index - 1]?.value as unknown;
      const follows = typeof previous === 'string' && FLAG.test(previous);
      return follows || CARRIES.test(word.value as string) ? [word] : [];
    });
  }
  return node.type === 'string' && CARRIES.test(node.value as string) ? [node] : [];
}

function leaves(node: Node): Node[] {
  if (node.type === 'object')
    return (node.children ?? []).flatMap(property => leaves(property.children?.[1] ?? { ...property, children: [] }));
  if (node.type === 'array') return (node.children ?? []).flatMap(leaves);
  return node.type === 'property' ? [] : [node];
}

/** The shortest change between two short lists of lines; entries have tens of lines. */
function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common: number[][] = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (common[i] as number[])[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const gone = before[i];
    const fresh = after[j];
    if (gone !== undefined && gone === fresh) {
      lines.push({ kind: 'same', text: gone });
      i += 1;
      j += 1;
    } else if (gone !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'gone', text: gone });
      i += 1;
    } else {
      lines.push({ kind: 'new', text: fresh ?? '' });
      j += 1;
    }
  }
  return lines;
}
