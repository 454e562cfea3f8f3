/**
 * The servers a configuration lists. Read from the parse tree and never from plain objects, so that a server named
 * `__proto__` is a server, and a key that stands twice is noticed (N11).
 */
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { ConfigText } from './config-text.js';
import { type Launcher, readWrapped, type Wrapped } from './wrapping.js';

/** Keys that lead to an object of servers; `*` stands for every key there. */
export type Section = readonly string[];

/** One server of a host. */
export interface ServerEntry {
  readonly name: string;
  /** Keys that lead to it. */
  readonly path: readonly string[];
  /** What is between `*`: the project it belongs to, where the file holds several. */
  readonly project?: string;
  readonly commandPath: readonly string[];
  readonly argsPath: readonly string[];
  /** Its command and arguments; empty where it has none. */
  readonly words: readonly string[];
  /** Host of its address, where it is one on HTTP. */
  readonly url?: string;
  /** How it goes through midcall already. */
  readonly wrapped?: Wrapped;
  /** Why it cannot be changed, one sentence. */
  readonly unreadable?: string;
  /** What the host adds to its environment. For starting it, never for showing it (N9). */
  readonly env: ReadonlyMap<string, string>;
  readonly cwd?: string;
  /** The entry's own time limit for a call, as written. */
  readonly timeout?: number;
}

/** In the order of the file. */
export function readServers(config: ConfigText, sections: readonly Section[], launcher: Launcher): ServerEntry[] {
  const { root } = config;
  if (root === undefined) return [];
  return sections.flatMap(section => expand(root, section).flatMap(({ path, project }) => readSection(root, path, project, launcher)));
}

interface Place {
  readonly path: readonly string[];
  readonly project?: string;
}

function expand(root: Node, section: Section): Place[] {
  const star = section.indexOf('*');
  if (star === -1) return [{ path: section }];
  const above = findNodeAtLocation(root, section.slice(0, star));
  return properties(above).map(({ key }) => ({ path: [...section.slice(0, star), key, ...section.slice(star + 1)], project: key }));
}

function readSection(root: Node, path: readonly string[], project: string | undefined, launcher: Launcher): ServerEntry[] {
  const listed = properties(findNodeAtLocation(root, [...path]));
  return listed.map(({ key, value }) => ({
    ...readEntry(value, key, [...path, key], launcher, listed.filter(other => other.key === key).length > 1),
    ...(project !== undefined && { project }),
  }));
}

function readEntry(node: Node, name: string, path: readonly string[], launcher: Launcher, twice: boolean): ServerEntry {
  const base = { name, path, commandPath: [...path, 'command'], argsPath: [...path, 'args'], words: [], env: new Map<string, string>() };
  const broken = (unreadable: string): ServerEntry => ({ ...base, unreadable });
  if (twice) return broken('the file names it twice');
  if (node.type !== 'object') return broken('it is not an object');
  const members = properties(node);
  for (const { key } of members) if (members.filter(other => other.key === key).length > 1) return broken(`it has "${key}" twice`);
  const of = (key: string): Node | undefined => members.find(member => member.key === key)?.value;
  // The second is Codex's.
  const timeout = of('timeout') ?? of('tool_timeout_sec');
  const shared = {
    ...base,
    env: texts(of('env')),
    ...(of('cwd')?.type === 'string' && { cwd: of('cwd')?.value as string }),
    ...(typeof timeout?.value === 'number' && { timeout: timeout.value }),
  };
  let command = of('command');
  let args = of('args');
  let keys = { commandPath: base.commandPath, argsPath: base.argsPath };
  if (command?.type === 'object') {
    // As Zed wrote it until 2025: { "command": { "path", "args", "env" } }.
    const inner = properties(command);
    keys = { commandPath: [...path, 'command', 'path'], argsPath: [...path, 'command', 'args'] };
    args = inner.find(member => member.key === 'args')?.value;
    shared.env = texts(inner.find(member => member.key === 'env')?.value);
    command = inner.find(member => member.key === 'path')?.value;
  }
  if (command === undefined) {
    const url = of('url') ?? of('serverUrl') ?? of('httpUrl');
    return url === undefined ? broken('it has no command') : { ...shared, url: hostOf(url.value) };
  }
  if (command.type !== 'string' || command.value === '') return broken('its command is not text');
  const listed = args === undefined ? [] : args.children;
  if (args !== undefined && (args.type !== 'array' || listed?.some(word => word.type !== 'string') !== false))
    return broken('its arguments are not a list of texts');
  const words = [command.value as string, ...(listed ?? []).map(word => word.value as string)];
  const wrapped = readWrapped(words, launcher);
  return { ...shared, ...keys, words, ...(wrapped && { wrapped }) };
}

function properties(node: Node | undefined): { readonly key: string; readonly value: Node }[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap(property => {
    const [key, value] = property.children ?? [];
    return key !== undefined && value !== undefined ? [{ key: key.value as string, value }] : [];
  });
}

function texts(node: Node | undefined): Map<string, string> {
  return new Map(properties(node).flatMap(({ key, value }) => (value.type === 'string' ? [[key, value.value as string] as const] : [])));
}

/** Only the host: a path or a query may carry a key. */
function hostOf(value: unknown): string {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value).host : 'an address';
}
