/**
 * Changes the command of one server in a configuration and touches nothing else: comments, order, spacing, line endings
 * and a last comma stay as they are.
 *
 * Invariants:
 *  1. Taking the same words away again gives the same bytes, where the entry had arguments before.
 *  2. New words are written as their neighbours are: on lines of their own, or in a row.
 */
import { applyEdits, type Edit, findNodeAtLocation, type Node } from 'jsonc-parser';
import type { ConfigText } from './config-text.js';
import type { ServerEntry } from './server-entry.js';

/** What the entry starts instead: `command`, then `front`, then its arguments without the first `drop`. */
export interface NewWords {
  readonly command: string;
  readonly front: readonly string[];
  readonly drop: number;
}

/** The text with the entry changed. */
export function setWords(config: ConfigText, entry: ServerEntry, words: NewWords): string {
  const command = config.root && findNodeAtLocation(config.root, [...entry.commandPath]);
  if (config.root === undefined || command === undefined) throw new TypeError('this entry is not in this configuration');
  const args = findNodeAtLocation(config.root, [...entry.argsPath]);
  const edits: Edit[] = [{ offset: command.offset, length: command.length, content: quote(words.command) }];
  if (args !== undefined) edits.push(changeArgs(config.text, args, words));
  else if (words.front.length > 0) edits.push(addArgs(config, command, entry.argsPath.at(-1) ?? 'args', words.front));
  return applyEdits(config.text, edits);
}

function changeArgs(text: string, args: Node, { front, drop }: NewWords): Edit {
  const children = args.children ?? [];
  const [first] = children;
  const last = children.at(-1);
  const quoted = front.map(quote);
  if (first === undefined || last === undefined) return { offset: args.offset + 1, length: 0, content: quoted.join(', ') };
  const between = spacing(text, args.offset + 1, first.offset);
  const kept = children[drop];
  const separator = `,${between ?? ' '}`;
  if (kept !== undefined)
    return {
      offset: first.offset,
      length: kept.offset - first.offset,
      content: quoted.map(word => word + separator).join(''),
    };
  return { offset: first.offset, length: last.offset + last.length - first.offset, content: quoted.join(separator) };
}

/** The line break and indentation in front of the first of a list; undefined where it stands on the line of its bracket. */
function spacing(text: string, from: number, to: number): string | undefined {
  const break_ = text.lastIndexOf('\n', to - 1);
  if (break_ < from) return undefined;
  return `${text.charAt(break_ - 1) === '\r' ? '\r' : ''}\n${/^[ \t]*/.exec(text.slice(break_ + 1, to))?.[0] ?? ''}`;
}

/** An entry with a command and no arguments gets some, behind its command. */
function addArgs({ text, format }: ConfigText, command: Node, key: string, front: readonly string[]): Edit {
  const property = command.parent;
  const start = property?.offset ?? command.offset;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  const ownLine = lineStart > 0 && /^[ \t]*$/.test(indent);
  const quoted = front.map(quote);
  const end = command.offset + command.length;
  const toml = format === 'toml';
  const row = toml ? `${key} = [${quoted.join(', ')}]` : `"${key}": [${quoted.join(', ')}]`;
  const parts = toml && inTable(command) ? '' : ',';
  if (!ownLine && parts !== '') return { offset: end, length: 0, content: `, ${row}` };
  return { offset: end, length: 0, content: `${parts}${text.charAt(lineStart - 2) === '\r' ? '\r\n' : '\n'}${indent}${row}` };
}

/** Whether it stands under a header, where lines part what braces and commas part elsewhere. */
function inTable(command: Node): boolean {
  const table = command.parent?.parent;
  return table !== undefined && table.length === 0;
}

/** A text as both formats spell it; TOML wants one character more escaped than JSON. */
function quote(word: string): string {
  return JSON.stringify(word).replaceAll('\u007f', '\\u007f');
}
