import { fakeClock } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../seal.js';
import type { ParkedCall } from './parked-call.js';
import { createParking } from './parking.js';

const CALL: ParkedCall = {
  begin: () => undefined,
  retry: () => undefined,
  leave: () => undefined,
  outFor: 0,
  supersede: () => undefined,
  abandon: () => undefined,
};
const binding = { principal: 'ada', host: 'h', digest: () => 'd' };

const stand = (keepMost?: number) => {
  const clock = fakeClock();
  const seal = createSeal(new Uint8Array(32).fill(1));
  return { clock, seal, parking: createParking({ seal, clock, parkMs: 1_000, ...(keepMost !== undefined && { keepMost }) }) };
};

describe('parking', () => {
  it('keeps nothing of a call that never asked', () => {
    const { parking, clock } = stand();
    let end = (): void => undefined;
    parking.park(binding, (_token, onEnd) => {
      end = onEnd;
      return { ...CALL };
    });
    expect(parking.open).toBe(1);
    end();
    expect(parking.open).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it('finds a call by its token for its own principal and call only, and says of a good token whose call is gone that it is lost [E-Q-03, N7, N8]', () => {
    const { parking, seal } = stand();
    let mint: ((round: number) => string) | undefined;
    const call = parking.park(binding, token => {
      mint = token;
      return { ...CALL };
    });
    const token = mint?.(3) ?? '';
    expect(parking.find(token, binding)).toEqual({ call, round: 3 });
    for (const wrong of [
      { ...binding, principal: 'bob' },
      { ...binding, digest: () => 'e' },
    ]) {
      expect(parking.find(token, wrong)).toMatchObject({ error: { data: { reason: 'invalid_request_state' } } });
    }
    for (const other of [undefined, 5, '', `${token}x`, seal.close({ kind: 'state', principal: 'ada', digest: 'd' })]) {
      expect(parking.find(other, binding)).toMatchObject({ error: { code: -32602 } });
    }
    const elsewhere = createParking({ seal, clock: fakeClock(), parkMs: 1 });
    expect(elsewhere.find(token, binding)).toMatchObject({ error: { data: { reason: 'call_lost' } } });
  });

  it('keeps ended calls for a while, the newest of them, and then forgets them [N12]', async () => {
    const { parking, clock } = stand(2);
    const tokens: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      parking.park(binding, (token, onEnd) => {
        queueMicrotask(() => {
          tokens.push(token(1));
          onEnd();
        });
        return { ...CALL };
      });
    }
    await clock.advance(0);
    const found = (): boolean[] => tokens.map(token => 'call' in parking.find(token, binding));
    expect(found()).toEqual([false, true, true]);
    await clock.advance(600_000);
    expect(found()).toEqual([false, false, false]);
    expect(clock.pending).toBe(0);
  });
});

describe('a seal', () => {
  it('opens nothing that was changed by a character, cut, or sealed with another key [E-M-09, E-M-10, N6]', () => {
    const seal = createSeal();
    const token = seal.close({ a: 1 });
    expect(seal.open(token)).toEqual({ a: 1 });
    for (let at = 0; at < token.length; at += 1) {
      const flipped = token.slice(0, at) + (token.charAt(at) === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(seal.open(flipped)).toBeUndefined();
    }
    for (const wrong of [
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      'mc1.gateway.',
      'mc1.gateway.AAAA',
      'x'.repeat(600_000),
    ])
      expect(seal.open(wrong)).toBeUndefined();
    expect(createSeal().open(token)).toBeUndefined();
    expect(() => createSeal(new Uint8Array(31))).toThrow(RangeError);
  });

  it('ends the call that the very same host made before and left with its round, and no other [N7, N8]', () => {
    const { parking } = stand();
    const ended: string[] = [];
    const park = (name: string, own: typeof binding, outFor: number): ParkedCall =>
      parking.park(own, () => ({ ...CALL, outFor, supersede: () => void ended.push(name) }));
    park('left with its round', binding, 5_000);
    park('asked a moment ago', binding, 4_999);
    park('still running', binding, 0);
    park('of another person', { ...binding, principal: 'bob' }, 60_000);
    park('of another host', { ...binding, host: 'i' }, 60_000);
    park('another call', { ...binding, digest: () => 'e' }, 60_000);
    parking.supersede(park('made anew', binding, 60_000));
    expect(ended).toEqual(['left with its round']);
  });
});
