import type { Gateway } from '@midcall/gateway';
import { fakeClock } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import { openServers } from './open-servers.js';
import type { ServedServer } from './served-server.js';

function stand() {
  const clock = fakeClock();
  const closed: string[] = [];
  const busy = new Map<string, number>();
  const openedAs: string[] = [];
  const servers = openServers([named('a'), named('b')], {
    clock,
    open: ({ name, hostLimitMs }) => {
      const id = `${name}${hostLimitMs ?? ''}`;
      openedAs.push(id);
      const gateway = {
        get hosts() {
          return busy.get(id) ?? 0;
        },
        suspended: 0,
      } as Gateway;
      return { gateway, close: async () => void closed.push(id) };
    },
  });
  return { clock, closed, busy, openedAs, servers };
}

function named(name: string, hostLimitMs?: number): ServedServer {
  return {
    name,
    target: { kind: 'stdio', command: 'x', args: [], cwd: '/' },
    env: {},
    desk: 'auto',
    era: 'auto',
    identity: 'own',
    sessions: 1,
    hostLimitMs,
    oauth: undefined,
  };
}

describe('servers of a file that changes', () => {
  it('are left alone where nothing changed for them, closed at once where nothing is open [N12]', async () => {
    const { servers, closed, openedAs, clock } = stand();
    const before = servers.gateways.get('a');
    expect(servers.apply([named('a'), named('b', 1), named('c')])).toEqual({ added: ['c'], changed: ['b'], removed: [] });
    expect(servers.gateways.get('a')).toBe(before);
    expect(servers.apply([named('a')])).toEqual({ added: [], changed: [], removed: ['b', 'c'] });
    await clock.advance(0);
    expect([openedAs, closed]).toEqual([
      ['a', 'b', 'b1', 'c'],
      ['b', 'b1', 'c'],
    ]);
  });

  it('have a minute for what is open, and are then closed, so that each side is told [N8]', async () => {
    const { servers, closed, busy, clock } = stand();
    busy.set('a', 1).set('b', 1);
    servers.apply([]);
    expect([...servers.gateways.keys()]).toEqual([]);
    await clock.advance(30_000);
    expect(closed).toEqual([]);
    busy.set('a', 0);
    await clock.advance(250);
    expect(closed).toEqual(['a']);
    await clock.advance(30_000);
    expect([closed, clock.pending]).toEqual([['a', 'b'], 0]);
  });

  it('that are on their way out are closed with the rest', async () => {
    const { servers, closed, busy, clock } = stand();
    busy.set('a', 1);
    servers.apply([named('b')]);
    await servers.close();
    expect([closed.sort(), clock.pending]).toEqual([['a', 'b'], 0]);
  });
});
