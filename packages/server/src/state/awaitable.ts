/** A value now or later: the node:crypto port answers at once, WebCrypto never does, and callers write one text for both. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with `value`, without a turn of the event loop where none is needed. */
export function after<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
