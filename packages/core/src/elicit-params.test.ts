import { describe, expect, it } from 'vitest';
import { readElicitParams, readElicitResult, readModes } from './wire.js';

const B = '2025-11-25';
const C = '2026-07-28';
const schema = { type: 'object', properties: {} };
const rule = (params: unknown, revision: Parameters<typeof readElicitParams>[1] = C, reader: 'host' | 'author' = 'host'): string => {
  const reading = readElicitParams(params, revision, { reader });
  return reading.ok ? ['ok', ...reading.warnings.map(warning => warning.rule)].join(' ') : reading.issue.rule;
};

describe('capabilities', () => {
  it('reads {} as form only, and unknown members as nothing [E-C-04, E-C-15]', () => {
    for (const revision of [B, C]) {
      expect(readModes({}, revision)).toEqual({ form: true, url: false });
      expect(readModes({ url: {} }, revision)).toEqual({ form: false, url: true });
      expect(readModes({ form: { applyDefaults: true }, url: {}, voice: {} }, revision)).toEqual({ form: true, url: true });
    }
  });

  it('takes a capability with no known mode for none', () => {
    for (const capability of [{ voice: {} }, undefined, null, true, 'form', []])
      expect(readModes(capability, C)).toEqual({ form: false, url: false });
  });

  it('lets the negotiated revision outrank the keys: 2025-06-18 has forms only, older ones nothing', () => {
    expect(readModes({ url: {} }, '2025-06-18')).toEqual({ form: true, url: false });
    expect(readModes({ form: {}, url: {} }, '2025-06-18')).toEqual({ form: true, url: false });
    expect(readModes({ form: {} }, '2025-03-26')).toEqual({ form: false, url: false });
  });
});

describe('the params of a question', () => {
  it('are a form where there is no mode, whatever else stands there [E-R-07, E-R-08]', () => {
    expect(readElicitParams({ message: 'm', requestedSchema: schema }, C)).toEqual({
      ok: true,
      params: { message: 'm', requestedSchema: schema },
      warnings: [],
    });
    expect(rule({ mode: 'form', message: 'm', requestedSchema: schema })).toBe('ok');
    expect(rule({ message: 'm', requestedSchema: schema, url: 'https://svc.example/' })).toBe('ok url-in-form-mode');
    expect(rule({ message: 'm', requestedSchema: schema, url: 'https://svc.example/' }, C, 'author')).toBe('url-in-form-mode');
  });

  it('need a message, a known mode, and what the mode needs [E-R-06, E-R-09]', () => {
    expect([rule(undefined), rule([]), rule({}), rule({ message: 7 })]).toEqual([
      'not-an-object',
      'not-an-object',
      'missing-message',
      'missing-message',
    ]);
    expect([rule({ message: 'm' }), rule({ message: 'm', requestedSchema: 'x' }), rule({ message: 'm', schema })]).toEqual([
      'missing-schema',
      'missing-schema',
      'missing-schema',
    ]);
    for (const mode of [7, null, 'voice', 'FORM', ''])
      expect([mode, rule({ mode, message: 'm', requestedSchema: schema })]).toEqual([mode, 'unknown-mode']);
    expect(rule({ message: 'x'.repeat(2_000_000), requestedSchema: schema })).toBe('message-too-long');
  });

  it('of URL mode need an absolute address and have no schema [E-R-12]', () => {
    const url = (address: unknown, more: object = {}): unknown => ({ mode: 'url', message: 'm', url: address, ...more });
    expect(rule(url('https://svc.example/in'))).toBe('ok');
    expect(
      [undefined, '', 7, '/in', './in', 'svc.example', '//svc.example', 'https://', 'http://[::1', `https://a/${'x'.repeat(9_000)}`].map(
        address => rule(url(address)),
      ),
    ).toEqual([
      'missing-url',
      'missing-url',
      'missing-url',
      'relative-url',
      'relative-url',
      'relative-url',
      'relative-url',
      'invalid-url',
      'invalid-url',
      'url-too-long',
    ]);
    expect(rule(url('https://svc.example/', { requestedSchema: schema }))).toBe('ok schema-in-url-mode');
    expect(rule(url('https://svc.example/', { requestedSchema: schema }), C, 'author')).toBe('schema-in-url-mode');
  });

  it('of URL mode do not exist on 2025-06-18 and need an id on 2025-11-25 only [E-R-11]', () => {
    const params = { mode: 'url', message: 'm', url: 'https://svc.example/in' };
    expect(rule(params, '2025-06-18')).toBe('url-not-in-revision');
    expect(rule(params, B)).toBe('ok missing-elicitation-id');
    expect(rule(params, B, 'author')).toBe('missing-elicitation-id');
    expect(readElicitParams({ ...params, elicitationId: 'e1' }, B)).toMatchObject({
      ok: true,
      params: { elicitationId: 'e1' },
      warnings: [],
    });
    expect(rule(params, C, 'author')).toBe('ok');
    expect(readElicitParams({ ...params, elicitationId: 'e1' }, C)).toEqual({ ok: true, params, warnings: [] });
  });

  it('of 2025-06-18 are a message and a schema, both required [E-R-10]', () => {
    expect(rule({ message: 'm', requestedSchema: schema }, '2025-06-18', 'author')).toBe('ok');
    expect([rule({ message: 'm' }, '2025-06-18'), rule({ requestedSchema: schema }, '2025-06-18')]).toEqual([
      'missing-schema',
      'missing-message',
    ]);
  });

  it('are never quoted in what is wrong with them [N9]', () => {
    const reading = readElicitParams({ mode: 'xq-7391', message: 'xq-7391' }, C);
    expect(JSON.stringify(reading)).not.toContain('xq-7391');
  });
});

describe('a result', () => {
  it('has exactly one of three actions [E-A-01]', () => {
    for (const action of ['accept', 'decline', 'cancel']) expect(readElicitResult({ action })).toEqual({ ok: true, result: { action } });
    for (const action of ['reject', 'Accept', '', null, true])
      expect(readElicitResult({ action })).toMatchObject({ ok: false, issue: { rule: 'unknown-action' } });
    expect(readElicitResult({ decision: 'accept' })).toMatchObject({ ok: false, issue: { rule: 'missing-action' } });
    expect(readElicitResult(Object.create({ action: 'accept' }))).toMatchObject({ ok: false, issue: { rule: 'missing-action' } });
    for (const value of [undefined, null, 'accept', ['accept']])
      expect(readElicitResult(value)).toMatchObject({ ok: false, issue: { rule: 'not-an-object' } });
  });

  it('carries content on an accepted form only; stray content is dropped [E-A-03, E-A-04, E-A-05]', () => {
    expect(readElicitResult({ action: 'accept', content: { a: 1 } })).toEqual({
      ok: true,
      result: { action: 'accept', content: { a: 1 } },
    });
    expect(readElicitResult({ action: 'decline', content: { a: 1 } })).toEqual({ ok: true, result: { action: 'decline' } });
    expect(readElicitResult({ action: 'cancel', content: null })).toEqual({ ok: true, result: { action: 'cancel' } });
    expect(readElicitResult({ action: 'accept', content: { password: 'x' } }, 'url')).toEqual({ ok: true, result: { action: 'accept' } });
    expect(readElicitResult({ action: 'accept', content: null })).toEqual({ ok: true, result: { action: 'accept' } });
    expect(readElicitResult({ action: 'accept', content: ['a'] })).toMatchObject({ ok: false, issue: { rule: 'bad-content' } });
  });

  it('keeps nothing else: what an envelope adds is not part of an answer', () => {
    expect(readElicitResult({ action: 'accept', content: {}, _meta: {}, resultType: 'complete', jsonrpc: '2.0' })).toEqual({
      ok: true,
      result: { action: 'accept', content: {} },
    });
  });
});
