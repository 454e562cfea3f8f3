import type { JsonObject } from '@midcall/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PETS_FORM } from '../testing/raw-peers.test.peer.js';
import { forHost, prefixed } from './for-host.js';

describe('a question for a host of 2025-06-18', () => {
  const shown = forHost(
    { mode: 'form', message: 'Pick', requestedSchema: PETS_FORM },
    { from: '2026-07-28', to: '2025-06-18', serverName: 'Pets' },
  );

  it('carries no mode, no oneOf and no list, and its answer folds back into the form as asked (§3.8 test 11) [E-R-10, E-J-01]', () => {
    if (shown === undefined) throw new Error('not converted');
    expect(Object.keys(shown.params).sort()).toEqual(['message', 'requestedSchema']);
    const properties = (shown.params.requestedSchema as JsonObject).properties as Record<string, JsonObject>;
    expect(properties.pet).toMatchObject({ type: 'string', enum: ['p1', 'p2'], enumNames: ['Cat', 'Dog'] });
    expect(Object.values(properties).every(property => ['string', 'boolean'].includes(property.type as string))).toBe(true);
    const flags = Object.keys(properties).filter(name => name !== 'pet');
    expect(flags).toHaveLength(2);
    const content = { pet: 'p2', [flags[1] ?? '']: true };
    expect(shown.back({ action: 'accept', content })).toEqual({ answer: { action: 'accept', content: { pet: 'p2', toys: ['mouse'] } } });
  });

  it('asks again when the folded answer breaks a bound that the host could not show, and leaves a refusal alone [N2]', () => {
    expect(shown?.back({ action: 'accept', content: { pet: 'p1' } })).toHaveProperty('again');
    expect(shown?.back({ action: 'decline' })).toEqual({ answer: { action: 'decline' } });
  });
});

describe('the name in front of a message', () => {
  it('cannot be written by a server, in whatever brackets or invisible characters it tries [N11, E-P-04]', () => {
    expect(prefixed('Name?', 'Records')).toBe('[Records] Name?');
    expect(prefixed('[Bank] [Trust] pay', 'Records')).toBe('[Records] (Bank) (Trust) pay');
    expect(prefixed('\u200b ［Bank］ pay', 'Records')).toBe('[Records] \u200b (Bank) pay');
    expect(prefixed('(ok)【Bank】pay', 'Records')).toBe('[Records] (ok)(Bank)pay');
    expect(prefixed('Take [this] one', 'Records')).toBe('[Records] Take [this] one');
  });

  it('keeps the whole text and never runs away on it [N11]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), message => {
        expect(prefixed(message, 'R').length).toBe(message.length + 4);
      }),
    );
    const long = '[a]'.repeat(100_000);
    const began = performance.now();
    prefixed(long, 'R');
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('an address', () => {
  it('goes on byte for byte, with an id only where the revision wants one [N10, E-R-11, E-R-13]', () => {
    const params = { mode: 'url', message: 'Go', url: 'https://Example.com/%7Ex?a=1#b', elicitationId: 'upstream' };
    const legacy = forHost(params, { from: '2026-07-28', to: '2025-11-25' });
    const modern = forHost(params, { from: '2025-11-25', to: '2026-07-28' });
    expect(legacy?.params.url).toBe(params.url);
    expect(legacy?.params.elicitationId).not.toBe('upstream');
    expect(modern?.params).toEqual({ mode: 'url', message: 'Go', url: params.url });
  });
});
