import { describe, expect, it } from 'vitest';
import { sessionGuard } from './session-guard.js';

const alice = { iss: 'https://id.example', sub: 'alice' };
const mallory = { iss: 'https://id.example', sub: 'mallory' };

describe('a session', () => {
  it('is used by nobody but who opened it [E-Q-02, E-S-02, E-S-06, N7]', () => {
    const guard = sessionGuard();
    guard.opened('s', alice);
    expect(guard.refuse('s', { ...alice })).toBeUndefined();
    for (const other of [mallory, { ...alice, iss: 'https://other.example' }, undefined])
      expect(guard.refuse('s', other)?.status).toBe(404);
  });

  it('of somebody else looks like one that does not exist', async () => {
    const guard = sessionGuard();
    guard.opened('s', alice);
    const foreign = await guard.refuse('s', mallory)?.text();
    expect(await guard.refuse('unknown', mallory)?.text()).toBe(foreign);
  });

  it('without credentials belongs to those without credentials, and is not taken over by somebody with', () => {
    const guard = sessionGuard();
    guard.opened('s', undefined);
    expect(guard.refuse('s', undefined)).toBeUndefined();
    expect(guard.refuse('s', { iss: '', sub: '' })?.status).toBe(404);
  });

  it('that is closed or was not used for longest is gone; a request without an id opens one', () => {
    const guard = sessionGuard({ most: 2 });
    guard.opened('a', alice);
    guard.opened('b', alice);
    expect(guard.refuse('a', alice)).toBeUndefined();
    guard.opened('c', alice);
    expect(guard.refuse('b', alice)?.status).toBe(404);
    expect(guard.refuse('a', alice)).toBeUndefined();
    guard.closed('a');
    expect(guard.refuse('a', alice)?.status).toBe(404);
    expect(guard.refuse(undefined, alice)).toBeUndefined();
  });
});
