/** The people of `npm run soak -- slow-person`, on a clock that runs as fast as it can: clients, gateway, servers and desk in this process. */
import type { QuestionView } from '@midcall/core/contract';
import { createGateway, type Gateway } from '@midcall/gateway';
import { createDesk, openGate } from '@midcall/host';
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJournal, type Journal } from '../gateway-matrix/journal.js';
import { pushServer } from '../gateway-matrix/push-server.js';
import { roundServer } from '../gateway-matrix/round-server.js';
import { reportOver, SLOW_CASES, type SlowCase, type SlowOutcome, type SlowStage, slowPerson } from './slow-person/body.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] }));
afterEach(() => vi.useRealTimers());

const PERSON = { principal: 'local:Records', surface: 'inbox', as: 'person' } as const;

interface Stage extends SlowStage {
  readonly gateway: Gateway;
  /** Whether a person is thinking now. */
  thinking(): boolean;
}

function standIn(one: SlowCase): Stage {
  const journal: Journal = createJournal();
  const desk = createDesk({ policy: openGate, surfaces: [{ name: 'inbox', reachable: () => true }] });
  const gateway = createGateway({
    serverName: 'Records',
    ...(one.way === 'host' ? { deskMode: 'never' } : { desk }),
    limits: { ...(one.way === 'told' && { hostLimitMs: 60_000 }), sessions: 8 },
    upstreamEra: one.server === '2026-07-28' ? 'modern' : 'legacy',
    upstream: () => {
      const [near, far] = InMemoryTransport.createLinkedPair();
      if (one.server === '2026-07-28') serveStdio(() => roundServer(journal), { legacy: 'reject', transport: far });
      else void pushServer('2025-11-25', journal).connect(far);
      return near;
    },
  });
  let thinking = 0;
  const sleep = (ms: number): Promise<void> => {
    thinking += 1;
    return new Promise(resolve =>
      setTimeout(() => {
        thinking -= 1;
        resolve();
      }, ms),
    );
  };
  return {
    gateway,
    thinking: () => thinking > 0,
    sleep,
    answerAtDesk(mine, answer) {
      let known = false;
      const attend = async ({ id }: QuestionView): Promise<void> => {
        let left = mine.ms;
        for (; left > 540_000; left -= 540_000) {
          await sleep(540_000);
          expect(await desk.extend(id, PERSON)).toBeDefined();
        }
        await sleep(left);
        expect(await desk.answer(id, answer, PERSON)).toMatchObject({ ok: true });
      };
      desk.subscribe(PERSON, view => {
        if (known || view.state !== 'waiting') return;
        known = true;
        void attend(view);
      });
    },
    async connect(client) {
      const [near, far] = InMemoryTransport.createLinkedPair();
      await gateway.connect(far);
      await client.connect(near);
      clients.set(one, client);
    },
    report: mine => reportOver(clients.get(mine) as never, mine),
  };
}

const clients = new Map<SlowCase, unknown>();

const turn = setTimeout;

/**
 * Time flies while the person thinks. While something is worked on, which takes real time (ciphers do), it hardly passes: the
 * limits are those of people, not of a busy machine.
 */
async function timed(one: SlowCase, stage: Stage): Promise<SlowOutcome> {
  let over = false;
  const played = slowPerson(one, stage).finally(() => {
    over = true;
  });
  played.catch(() => undefined);
  while (!over) {
    await vi.advanceTimersByTimeAsync(stage.thinking() ? 1_000 : 10);
    await new Promise(resolve => (stage.thinking() ? setImmediate(resolve) : turn(resolve, 1)));
  }
  return played;
}

describe.each(SLOW_CASES.map(one => [`${one.ms / 1_000} s, ${one.way}: ${one.host} host, ${one.server} server`, one] as const))(
  '%s',
  (_name, one) => {
    it('loses nothing, acts once, and is collected once [D15, D28, N5, N8, N12, E-L-04]', async () => {
      const stage = standIn(one);
      const { calls, told, signs } = await timed(one, stage);
      // The host is told after 50 s of each of its calls, and calls again at once.
      const rounds = one.way === 'told' ? Math.floor(one.ms / 50_000) : 0;
      expect([calls, told]).toEqual([rounds + 1, rounds]);
      if (one.way === 'progress') expect(signs).toBeGreaterThanOrEqual(Math.floor(one.ms / 15_000) - 1);
      await stage.gateway.close();
    });
  },
);
