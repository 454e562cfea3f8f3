/**
 * Reads `midcall.policy.json`: JSON with comments. Every fault is told with line and column, all of them at once; a
 * file with a fault changes nothing.
 */

import { MidcallError } from '@midcall/core';
import type { Node, ParseError } from 'jsonc-parser';
import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { PolicyFault } from './place-reader.js';
import { PlaceReader } from './place-reader.js';
import type {
  AnchorPolicy,
  AuditPolicy,
  Channel,
  DoNotDisturb,
  NotifyPolicy,
  PolicyConfig,
  QuietMode,
  RatePolicy,
  ServerPolicy,
  ToolRule,
  Weekday,
} from './policy-config.js';
import { DEFAULT_POLICY, WEEKDAYS } from './policy-config.js';
import { webhookFault } from './webhook-address.js';

export type ParsedPolicy =
  | { readonly ok: true; readonly config: PolicyConfig }
  | { readonly ok: false; readonly faults: readonly PolicyFault[] };

export function parsePolicy(text: string): ParsedPolicy {
  const reader = new PolicyReader(text);
  const config = reader.read(text);
  return reader.faults.length > 0 ? { ok: false, faults: reader.faults } : { ok: true, config };
}

/** As `parsePolicy`. @throws MidcallError `CONFIG_INVALID`, its message naming the first fault, `data.faults` all. */
export function requirePolicy(text: string, file = 'midcall.policy.json'): PolicyConfig {
  const parsed = parsePolicy(text);
  if (parsed.ok) return parsed.config;
  const [first] = parsed.faults as [PolicyFault];
  throw new MidcallError('CONFIG_INVALID', `${file}:${first.line}:${first.column}: ${first.message}`, {
    hint: 'Nothing of the file was taken; what was in force before stays in force.',
    data: { faults: parsed.faults },
  });
}

class PolicyReader extends PlaceReader {
  read(text: string): PolicyConfig {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true });
    for (const error of errors) this.fault(error.offset, words(printParseErrorCode(error.error)));
    if (root === undefined) {
      if (errors.length === 0) this.fault(0, 'the file is empty; write at least {}');
      return DEFAULT_POLICY;
    }
    const read = this.object(root, {
      $schema: node => this.string(node),
      version: node => this.oneOf(node, [1] as const),
      rate: node => this.#rate(node),
      concurrent: node => this.count(node, 1),
      queue: node => this.count(node, 1),
      quietMode: node => this.#quietMode(node),
      doNotDisturb: node => this.list(node, one => this.#doNotDisturb(one)),
      servers: node => this.map(node, one => this.#server(one)),
      audit: node => this.#audit(node),
      notify: node => this.#notify(node),
    });
    const { $schema: _schema, ...config } = read ?? {};
    return { ...DEFAULT_POLICY, ...config };
  }

  #server(node: Node): ServerPolicy | undefined {
    return this.object(node, {
      mute: one => this.boolean(one),
      cutOff: one => this.boolean(one),
      rate: one => this.#rate(one),
      concurrent: one => this.count(one, 1),
      tools: one => this.map(one, rule => this.oneOf<ToolRule>(rule, ['ask', 'deny'])),
    });
  }

  #rate(node: Node): RatePolicy | undefined {
    const rate = this.object(node, { perMinute: one => this.number(one, 0.01), burst: one => this.count(one, 1) });
    return rate === undefined ? undefined : { ...DEFAULT_POLICY.rate, ...rate };
  }

  #quietMode(node: Node): QuietMode | undefined {
    const quiet = this.object(node, { after: one => this.count(one, 0), for: one => this.duration(one) });
    return quiet === undefined ? undefined : { ...DEFAULT_POLICY.quietMode, ...quiet };
  }

  #doNotDisturb(node: Node): DoNotDisturb | undefined {
    const read = this.object(node, {
      from: one => this.time(one),
      to: one => this.time(one),
      days: one => this.list(one, day => this.oneOf<Weekday>(day, WEEKDAYS)),
    });
    if (read === undefined) return undefined;
    const { from, to } = read;
    if (from === undefined || to === undefined) {
      this.fault(node.offset, 'say from and to, such as { "from": "22:00", "to": "07:00" }');
      return undefined;
    }
    return { from, to, ...(read.days !== undefined && { days: read.days }) };
  }

  #audit(node: Node): AuditPolicy | undefined {
    const read = this.object(node, {
      values: one => this.oneOf(one, ['none', 'hash', 'clear'] as const),
      anchor: one => this.#anchor(one),
    });
    return read === undefined ? undefined : { ...DEFAULT_POLICY.audit, ...read };
  }

  #anchor(node: Node): AnchorPolicy | undefined {
    const read = this.object(node, {
      every: one => this.duration(one),
      file: one => this.path(one),
      command: one => this.#command(one),
      url: one => this.string(one),
      token: one => this.secret(one),
      private: one => this.boolean(one),
    });
    if (read === undefined) return undefined;
    const { every = 10 * 60_000, file, command, url, token, ...rest } = read;
    if ([file, command, url].filter(one => one !== undefined).length !== 1) {
      this.fault(node.offset, 'say where heads are sent: exactly one of "file", "command" and "url"');
      return undefined;
    }
    if (url !== undefined && !this.#address(node, url, rest.private === true)) return undefined;
    return {
      every: Math.max(every, LEAST_ANCHOR),
      ...(file !== undefined && { file }),
      ...(command !== undefined && { command }),
      ...(url !== undefined && { url, private: rest.private === true, ...(token !== undefined && { token }) }),
    };
  }

  #command(node: Node): readonly string[] | undefined {
    const words = this.list(node, one => this.string(one));
    return words !== undefined && words.length > 0 && words[0] !== ''
      ? words
      : this.wrong(node, 'a command as a list, such as ["logger", "-t", "midcall"]');
  }

  #notify(node: Node): NotifyPolicy | undefined {
    const read = this.object(node, {
      link: one => this.#link(one),
      after: one => this.duration(one),
      text: one => this.boolean(one),
      language: one => this.#language(one),
      channels: one => this.list(one, channel => this.#channel(channel)),
    });
    return read === undefined ? undefined : { ...DEFAULT_POLICY.notify, ...read };
  }

  #link(node: Node): string | undefined {
    const value: unknown = node.value;
    const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
    const fine = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '';
    // A question mark is where tokens travel, and a notification carries none (D35).
    return fine
      ? url.href
      : this.wrong(node, 'the address of the inbox, such as "https://desk.example.com/", without a name, password or ?');
  }

  #language(node: Node): string | undefined {
    const value: unknown = node.value;
    return typeof value === 'string' && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(value)
      ? value
      : this.wrong(node, 'a language such as "en" or "de"');
  }

  #channel(node: Node): Channel | undefined {
    const read = this.object(node, {
      kind: one => this.oneOf(one, ['webhook', 'slack', 'ntfy'] as const),
      url: one => this.string(one),
      token: one => this.secret(one),
      private: one => this.boolean(one),
    });
    if (read === undefined) return undefined;
    const { kind, url, token } = read;
    if (kind === undefined || url === undefined) {
      this.fault(node.offset, 'say kind and url, such as { "kind": "ntfy", "url": "https://ntfy.sh/TOPIC" }');
      return undefined;
    }
    if (!this.#address(node, url, read.private === true)) return undefined;
    if (kind === 'ntfy' && !/^\/(?:.*\/)?[A-Za-z0-9_-]{1,64}$/.test(new URL(url).pathname))
      return this.wrong(node, 'an address that ends in the topic, such as "https://ntfy.sh/TOPIC"');
    return { kind, url, private: read.private === true, ...(token !== undefined && { token }) };
  }

  #address(node: Node, url: string, mayBePrivate: boolean): boolean {
    const wrong = webhookFault(url, mayBePrivate);
    if (wrong === undefined) return true;
    this.fault(node.offset, wrong);
    return false;
  }
}

/** Anchors are files and messages: more often than this is no more proof, only more of them (milliseconds). */
const LEAST_ANCHOR = 10_000;

/** `PropertyNameExpected` as "property name expected". */
function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
