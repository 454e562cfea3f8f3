/**
 * One text per JSON value: members in code-unit order of their names, no white space, numbers and strings as
 * `JSON.stringify` writes them. Two values that mean the same on the wire have the same text, so a digest of it binds.
 *
 * Invariants:
 *  1. Own enumerable members only; `__proto__` is a name like any other; members that are `undefined` are left out.
 *  2. `toJSON` is never called and nothing but plain objects, arrays and JSON primitives is taken: what has no JSON form
 *     must not share a digest with `{}`.
 *  3. Nesting is capped, so that a hostile value ends in an error and not in a full stack.
 */

/** Levels of arrays and objects that are followed. */
export const MAX_DEPTH = 128;

/**
 * @throws TypeError if the value is not JSON (a function, a symbol, a bigint, a number that is not finite, a Date, a Map …).
 * @throws RangeError if it is nested more than 128 levels deep.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('not JSON: a number that is not finite');
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      if (depth >= MAX_DEPTH) throw new RangeError(`nested more than ${MAX_DEPTH} levels deep`);
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1);
    default:
      throw new TypeError(`not JSON: ${typeof value}`);
  }
}

function writeArray(items: readonly unknown[], depth: number): string {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ',';
    const item = items[index];
    text += item === undefined ? 'null' : write(item, depth);
  }
  return `${text}]`;
}

function writeObject(object: object, depth: number): string {
  if (!isPlain(object)) throw new TypeError('not JSON: an object that is not plain');
  const members = object as Readonly<Record<string, unknown>>;
  let text = '{';
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    if (member === undefined) continue;
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(name)}:${write(member, depth)}`;
  }
  return `${text}}`;
}

function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  // A plain object of another realm has another `Object.prototype`, recognisable by having no prototype itself.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
