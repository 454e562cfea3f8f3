/** Shapes of JSON as guards: enough to check what another process wrote before it is trusted to have a type. */
import { isRecord } from './record.js';

/** True if a value has the shape. */
export type Shape = (value: unknown) => boolean;

export const isText: Shape = value => typeof value === 'string';
export const isFlag: Shape = value => typeof value === 'boolean';
export const isNumber: Shape = value => typeof value === 'number' && Number.isFinite(value);
export const isObject: Shape = isRecord;
export const isAnything: Shape = value => value !== undefined;

/** One of some constants. */
export function isOneOf(...constants: readonly unknown[]): Shape {
  return value => constants.includes(value);
}

export function isListOf(item: Shape): Shape {
  return value => Array.isArray(value) && value.every(item);
}

export function isEither(...shapes: readonly Shape[]): Shape {
  return value => shapes.some(shape => shape(value));
}

/** A list of fixed length. */
export function isTuple(...items: readonly Shape[]): Shape {
  return value => Array.isArray(value) && value.length === items.length && items.every((item, index) => item(value[index]));
}

/** An object with these own members; what else it holds is tolerated, as a younger writer may know more. */
export function hasMembers(required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape {
  const needed = Object.entries(required);
  const possible = Object.entries(optional);
  return value =>
    isRecord(value) &&
    needed.every(([name, shape]) => Object.hasOwn(value, name) && shape(value[name])) &&
    possible.every(([name, shape]) => !Object.hasOwn(value, name) || value[name] === undefined || shape(value[name]));
}
