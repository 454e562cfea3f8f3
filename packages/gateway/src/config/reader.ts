/** Reading one member of a configuration: what is not as it should be is a fault with its place, never with its value (N9). */
import { isObject } from '../json-rpc/message.js';

export type Path = readonly (string | number)[];

export interface Reader {
  /** @throws MidcallError `CONFIG_INVALID` at the place of `path`. */
  readonly wrong: (path: Path, message: string, hint: string) => never;
}

export function readChoice<const Choice extends string>(
  reader: Reader,
  path: Path,
  given: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  if (given === undefined) return undefined;
  const found = choices.find(one => one === given);
  return found ?? reader.wrong(path, `"${String(path.at(-1))}" is one of: ${choices.join(', ')}.`, `The default is "${choices[0]}".`);
}

/** An object of texts, such as `env`; empty where nothing is given. */
export function readTexts(reader: Reader, path: Path, given: unknown): Readonly<Record<string, string>> {
  if (given === undefined) return {};
  const texts = new Map<string, string>();
  if (!isObject(given)) return reader.wrong(path, `"${String(path.at(-1))}" is an object of texts.`, 'Write { "NAME": "value" }.');
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== 'string') return reader.wrong([...path, key], 'This value is text.', 'Put it in double quotes.');
    texts.set(key, value);
  }
  return Object.fromEntries(texts);
}

/** A list of texts, or one text. */
export function readList(reader: Reader, path: Path, given: unknown): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const list = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list) || list.length === 0 || !list.every(one => typeof one === 'string' && one !== ''))
    return reader.wrong(path, `"${String(path.at(-1))}" is a list of texts.`, 'Write ["one", "two"].');
  return list as readonly string[];
}

export function readText(reader: Reader, path: Path, given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || given === '') return reader.wrong(path, `"${String(path.at(-1))}" is text.`, 'Put it in double quotes.');
  return given;
}

export function readAddress(reader: Reader, path: Path, given: unknown): URL | undefined {
  if (given === undefined) return undefined;
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return reader.wrong(path, 'The address is no http or https URL.', 'Write "https://host/path".');
  return url;
}
