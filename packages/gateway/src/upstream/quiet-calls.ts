/**
 * Which calls of a server are not known to ever ask, and may therefore run beside one that waits for a person (D26):
 * reading a resource, getting a prompt, and calling a tool that says of itself that it only reads. Whatever has once asked
 * is not quiet any more. A wrong guess costs time, never a wrong asker: questions are held until their call is known.
 */
import type { RequestMessage } from '../json-rpc/message.js';
import { isObject, objectAt, textAt } from '../json-rpc/message.js';

export interface QuietCalls {
  /** Learns from a result of `tools/list`, one page or all. */
  learn(result: unknown): void;
  isQuiet(message: RequestMessage): boolean;
  /** It asked, or may have asked. */
  asked(message: RequestMessage): void;
}

export function quietCalls(): QuietCalls {
  const reading = new Set<string>();
  const loud = new Set<string>();
  return {
    learn(result) {
      const tools = isObject(result) ? result.tools : undefined;
      if (!Array.isArray(tools)) return;
      for (const tool of tools) {
        const name = textAt(tool, 'name');
        if (name === undefined) continue;
        if (objectAt(tool, 'annotations')?.readOnlyHint === true) reading.add(name);
        else reading.delete(name);
      }
    },
    isQuiet(message) {
      if (loud.has(keyOf(message))) return false;
      return message.method !== 'tools/call' || reading.has(nameOf(message));
    },
    asked: message => void loud.add(keyOf(message)),
  };
}

/** What a call is of: tool, prompt, or address of a resource. */
export function nameOf(message: RequestMessage): string {
  return textAt(message.params, 'name') ?? textAt(message.params, 'uri') ?? '';
}

function keyOf(message: RequestMessage): string {
  return `${message.method}\0${nameOf(message)}`;
}
