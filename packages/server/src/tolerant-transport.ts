/**
 * Some hosts declare a capability with a value of the wrong type: `elicitation: true`, `null`, `"form"`, `[]`. The SDK
 * refuses such a request, or the whole `initialize`, before any handler runs. Read through this transport, such a
 * member counts as undeclared: tools that ask nothing work, and one that must ask says what is missing (E-C-08, E-C-15).
 */
import { META } from '@midcall/core/wire';
import type { Transport } from '@modelcontextprotocol/server';

/** Members that must be objects where they stand; others are the SDK's to judge. */
const CAPABILITIES = ['elicitation', 'sampling', 'roots'] as const;
const MODES = ['form', 'url'] as const;

/**
 * Wraps a transport in place and returns it. Call it before the server connects:
 * `serveStdio(factory, { transport: tolerantTransport(new StdioServerTransport()) })`.
 * Well-formed messages pass as the same object; nothing is ever added.
 */
export function tolerantTransport<T extends Transport>(transport: T): T {
  let listener: Transport['onmessage'] = transport.onmessage;
  let tolerant: Transport['onmessage'] = wrap(listener);
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    enumerable: true,
    get: () => tolerant,
    set(next: Transport['onmessage']) {
      if (next === tolerant) return;
      listener = next;
      tolerant = wrap(listener);
    },
  });
  return transport;
}

function wrap(listener: Transport['onmessage']): Transport['onmessage'] {
  return listener === undefined ? undefined : (message, extra) => listener(readTolerantly(message), extra);
}

function readTolerantly<M extends object>(message: M): M {
  const { method, params } = message as { method?: unknown; params?: unknown };
  if (!isObject(params)) return message;
  if (method === 'initialize') return replaced(message, params, 'capabilities', withoutOdd(params.capabilities));
  const meta = params._meta;
  if (!isObject(meta)) return message;
  const declared = withoutOdd(meta[META.clientCapabilities]);
  if (declared === undefined) return message;
  return { ...message, params: { ...params, _meta: { ...meta, [META.clientCapabilities]: declared } } };
}

function replaced<M extends object>(message: M, params: Members, key: string, value: Members | undefined): M {
  return value === undefined ? message : { ...message, params: { ...params, [key]: value } };
}

/** The capabilities without members of the wrong type; undefined when there is nothing to change. */
function withoutOdd(capabilities: unknown): Members | undefined {
  if (!isObject(capabilities)) return undefined;
  const kept = without(capabilities, CAPABILITIES);
  const { elicitation } = kept ?? capabilities;
  const modes = isObject(elicitation) ? without(elicitation, MODES) : undefined;
  if (modes === undefined) return kept;
  // A mode of the wrong type was no mode; `{}` in its place would mean forms (E-C-04).
  const { elicitation: _odd, ...others } = kept ?? capabilities;
  return Object.keys(modes).length === 0 ? others : { ...others, elicitation: modes };
}

function without(members: Members, names: readonly string[]): Members | undefined {
  const odd = names.filter(name => Object.hasOwn(members, name) && !isObject(members[name]));
  return odd.length === 0 ? undefined : Object.fromEntries(Object.entries(members).filter(([name]) => !odd.includes(name)));
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
