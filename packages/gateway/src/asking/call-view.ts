/** The call a question belongs to, as the desk shows it. */
import type { JsonObject } from '@midcall/core';
import type { AskingMethod } from '@midcall/core/wire';
import type { RequestMessage } from '../json-rpc/message.js';
import { objectAt, textAt } from '../json-rpc/message.js';

const ASKING: readonly string[] = ['tools/call', 'prompts/get', 'resources/read'] satisfies AskingMethod[];

/** The three methods during which every revision may ask (E-M-02). */
export function isAsking(method: string): method is AskingMethod {
  return ASKING.includes(method);
}

/** Name and arguments as the host sent them. @throws TypeError for a method that may not ask. */
export function callView(message: RequestMessage): { method: AskingMethod; name: string; arguments?: JsonObject } {
  if (!isAsking(message.method)) throw new TypeError(`${message.method} is no call that asks`);
  const args = objectAt(message.params, 'arguments');
  return {
    method: message.method,
    name: textAt(message.params, 'name') ?? textAt(message.params, 'uri') ?? '',
    ...(args && { arguments: args }),
  };
}
