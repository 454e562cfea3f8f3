/** The policy file: what it may say, and every fault with its place. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPolicy, DEFAULT_POLICY, parsePolicy, requirePolicy } from '../index.js';

describe('parsePolicy', () => {
  it('reads comments, trailing commas and every rule', () => {
    const text = `{
      "$schema": "./midcall.policy.schema.json", // the published schema
      "version": 1,
      "rate": { "perMinute": 12, "burst": 4 },
      "concurrent": 2, "queue": 50,
      "quietMode": { "after": 2, "for": "90s" },
      "doNotDisturb": [{ "from": "22:00", "to": "07:00", "days": ["mon", "sun"] }],
      "servers": { "__proto__": { "mute": true }, "Records": { "cutOff": false, "concurrent": 1, "tools": { "drop_*": "deny" } } },
    }`;
    const parsed = parsePolicy(text);
    expect(parsed).toMatchObject({
      ok: true,
      config: { rate: { perMinute: 12, burst: 4 }, concurrent: 2, queue: 50, quietMode: { after: 2, for: 90_000 } },
    });
    if (!parsed.ok) return;
    expect(parsed.config.servers.Records).toEqual({ cutOff: false, concurrent: 1, tools: { 'drop_*': 'deny' } });
    expect(Object.keys(parsed.config.servers)).toContain('__proto__');
    expect(({} as Record<string, unknown>).mute).toBeUndefined();
  });

  it('tells every fault with line and column', () => {
    const text =
      '{\n  "rate": { "perMinute": "many" },\n  "sevrers": {},\n  "doNotDisturb": [{ "from": "25:00", "to": "07:00" }],\n  "queue": 1.5\n}';
    const parsed = parsePolicy(text);
    expect(parsed).toMatchObject({
      ok: false,
      faults: [
        { line: 2, column: 26, message: 'this must be a number, 0.01 or more' },
        { line: 3, column: 3, message: expect.stringContaining('"sevrers" is not known here') },
        { line: 4, column: 30, message: 'this must be a time such as "22:00"' },
        { line: 4, column: 20 },
        { line: 5, column: 12 },
      ],
    });
  });

  it('tells broken JSON and an empty file', () => {
    expect(parsePolicy('{ "rate": }')).toMatchObject({ ok: false, faults: [{ line: 1, column: 11, message: 'value expected' }] });
    expect(parsePolicy('')).toMatchObject({ ok: false });
    expect(parsePolicy('[]')).toMatchObject({ ok: false, faults: [{ message: 'this must be an object { … }' }] });
    expect(parsePolicy('{"version": 2}')).toMatchObject({ ok: false, faults: [{ message: 'this must be 1' }] });
    expect(parsePolicy('{"queue": 1, "queue": 2}')).toMatchObject({ ok: false, faults: [{ message: '"queue" is here twice' }] });
  });

  it('reads where people are told and where heads go, and quotes no address and no token when one is wrong [D34, D35, N9]', () => {
    const text = `{
      "audit": { "values": "hash", "anchor": { "every": "1s", "command": ["logger", "-t", "midcall"] } },
      "notify": { "after": "30s", "text": true, "link": "https://desk.example.com", "channels": [
        { "kind": "slack", "url": "https://hooks.slack.com/services/T/B/PLANTED" },
        { "kind": "ntfy", "url": "http://127.0.0.1:8080/topic", "private": true, "token": "PLANTED" }
      ] }
    }`;
    expect(parsePolicy(text)).toMatchObject({
      ok: true,
      config: {
        audit: { values: 'hash', anchor: { every: 10_000, command: ['logger', '-t', 'midcall'] } },
        notify: {
          after: 30_000,
          text: true,
          link: 'https://desk.example.com/',
          channels: [{ kind: 'slack' }, { kind: 'ntfy', private: true }],
        },
      },
    });
    const wrong = parsePolicy(
      text
        .replace('https://hooks', 'http://hooks')
        .replace('/topic"', '/"')
        .replace('"token": "PLANTED"', '"token": "PLANTED PLANTED"')
        .replace('example.com"', 'example.com/?token=PLANTED"')
        .replace('"command"', '"file": "x", "command"'),
    );
    expect(wrong).toMatchObject({ ok: false });
    if (wrong.ok) return;
    expect(wrong.faults.map(fault => [fault.line, fault.message])).toEqual([
      [2, 'say where heads are sent: exactly one of "file", "command" and "url"'],
      [3, expect.stringContaining('this must be the address of the inbox')],
      [4, 'the address must begin with https:'],
      [5, 'this must be a token without spaces'],
      [5, expect.stringContaining('an address that ends in the topic')],
    ]);
    expect(JSON.stringify(wrong)).not.toContain('PLANTED');
  });

  it('names file, line and column in the error, and leaves what is in force alone', () => {
    const policy = createPolicy({ clock: { now: () => 0, setTimeout: () => () => {} } });
    expect(() => policy.configure(requirePolicy('{ "queue": 0 }', 'my.policy.json'))).toThrow(
      'my.policy.json:1:12: this must be a whole number, 1 or more',
    );
    expect(policy.config).toEqual(DEFAULT_POLICY);
  });

  it('agrees with the published schema about what is right and what is wrong', async () => {
    const schema: unknown = JSON.parse(await readFile(new URL('../../midcall.policy.schema.json', import.meta.url), 'utf8'));
    const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(schema as object);
    const duration = fc.constantFrom<unknown>('10m', '90s', '2h', '1d', '', 'soon', 5);
    const count = fc.constantFrom<unknown>(0, 1, 7, 1.5, -1, '3', null);
    const rate = fc.record(
      { perMinute: fc.constantFrom<unknown>(0, 0.5, 60, '1'), burst: count, other: fc.constant(1) },
      { requiredKeys: [] },
    );
    const server = fc.record(
      {
        mute: fc.constantFrom<unknown>(true, 'yes'),
        cutOff: fc.boolean(),
        rate,
        concurrent: count,
        tools: fc.dictionary(fc.string(), fc.constantFrom('ask', 'deny', 'allow')),
      },
      { requiredKeys: [] },
    );
    const time = fc.constantFrom<unknown>('22:00', '24:00', '7:00', '00:59', 7);
    const url = fc.constantFrom<unknown>(
      'https://hooks.example.com/T/1',
      'http://hooks.example.com/x',
      'http://127.0.0.1:1/topic',
      'https://localhost/topic',
      'https://name:word@example.com/x',
      'ftp://example.com/x',
      7,
    );
    const where = { url, token: fc.constantFrom<unknown>('tk_1', 'two words', ''), private: fc.constantFrom<unknown>(true, false, 1) };
    const channel = fc.record({ kind: fc.constantFrom('webhook', 'slack', 'email'), ...where }, { requiredKeys: [] });
    const anchor = fc.record(
      {
        every: duration,
        file: fc.constantFrom<unknown>('heads', '', 1),
        command: fc.constantFrom<unknown>(['logger'], [], 'logger'),
        ...where,
      },
      { requiredKeys: [] },
    );
    const document = fc.record(
      {
        version: fc.constantFrom<unknown>(1, 2, '1'),
        rate,
        concurrent: count,
        queue: count,
        quietMode: fc.record({ after: count, for: duration }, { requiredKeys: [] }),
        doNotDisturb: fc.array(
          fc.record({ from: time, to: time, days: fc.array(fc.constantFrom('mon', 'sun', 'day')) }, { requiredKeys: [] }),
          { maxLength: 2 },
        ),
        servers: fc.dictionary(fc.string(), server, { maxKeys: 2 }),
        sevrers: fc.constant({}),
        audit: fc.record({ values: fc.constantFrom<unknown>('none', 'hash', 'clear', true), anchor }, { requiredKeys: [] }),
        notify: fc.record(
          {
            link: fc.constantFrom<unknown>('https://desk.example.com/', 'http://desk.local', 'https://desk.example.com/?token=1', 'desk'),
            after: duration,
            text: fc.constantFrom<unknown>(true, 'no'),
            channels: fc.array(channel, { maxLength: 2 }),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(document, policy => {
        expect(parsePolicy(JSON.stringify(policy)).ok).toBe(validate(policy));
      }),
      { numRuns: 1_500 },
    );
  });
});
