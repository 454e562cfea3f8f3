/**
 * Several gateway processes on one store, people of an issuer on both sides of them, hosts and servers of both eras, and
 * kill -9 of gateways and desks at moments of chance. What everybody saw is written down, and judged at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { principalOf } from '@midcall/core';
import { createDesk } from '@midcall/host';
import { deskKey } from '@midcall/host/node';
import { sqliteStore } from '@midcall/store/sqlite';
import { type Random, seeded } from '../soak/random.js';
import { startActingServers } from './acting-servers.js';
import { ASKS } from './acting-tool.js';
import { startFleet } from './fleet.js';
import { hostCall } from './host-call.js';
import { type Judged, judge } from './judge.js';
import type { CallRecord, QuestionRecord, SeenRecord } from './record.js';
import { startTokenIssuer } from './token-issuer.js';

export interface ChaosOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Default 3. */
  readonly gateways?: number;
  /** Default 2: one of them is there while the other is killed. */
  readonly persons?: number;
  /** Default 20. */
  readonly principals?: number;
  /** Between two kills, on average; default 3,000. */
  readonly killMs?: number;
  /** The run goes on until so many kills happened, at most for three times as long: a busy machine starts processes slowly. */
  readonly kills?: number;
  readonly progress?: (line: string) => void;
}

/** Hosts of each person, each with a call of its own at any time. */
const HOSTS = 2;
/** Hosts that also call a server which is a process of their person's own: each gateway starts one. */
const OWN = 6;
/** A call that takes longer is stuck: people answer in two seconds, questions expire after a minute, and a machine may be busy. */
const LIMIT_MS = 120_000;
/** How long questions of ended calls may take to be told their end. */
const SETTLE_MS = 60_000;

export async function chaos(options: ChaosOptions): Promise<Judged> {
  const { seed, seconds, gateways = 3, persons = 2, principals: count = 20, killMs = 3_000, progress } = options;
  const random = seeded(seed);
  const home = mkdtempSync(join(tmpdir(), 'midcall-chaos-'));
  const [issuer, servers] = await Promise.all([startTokenIssuer(), startActingServers()]);
  const people = Array.from({ length: count }, (_, at) => ({
    sub: `person-${at}`,
    principal: principalOf({ iss: issuer.url, sub: `person-${at}` }),
  }));
  const calls: CallRecord[] = [];
  const seen: SeenRecord[] = [];
  const saved: string[] = [];
  const fleet = await startFleet({
    home,
    issuer: issuer.url,
    servers: servers.urls,
    gateways,
    persons,
    principals: people.map(one => one.principal),
    onPerson: line => {
      if ('seen' in line) seen.push(line.seen);
      if ('saved' in line) saved.push(line.saved);
    },
  });
  const watch = await watchQuestions(
    join(home, 'midcall', 'desk'),
    people.map(one => one.principal),
  );
  const began = performance.now();
  const over = (): boolean => {
    const passed = (performance.now() - began) / 1_000;
    return passed >= seconds && (fleet.kills >= (options.kills ?? 0) || passed >= seconds * 3);
  };
  let numbered = 0;

  const host = async (person: (typeof people)[number], at: number, own: Random): Promise<void> => {
    const as = await issuer.token(person.sub);
    while (!over()) {
      numbered += 1;
      const nonce = `n${numbered}`;
      const origin = own.pick(fleet.origins);
      const server = at < OWN && own.chance(0.3) ? 'own' : own.pick(['old', 'new']);
      const end = await hostCall({
        url: new URL(`${origin}/${server}/mcp`),
        as,
        principal: person.principal,
        nonce,
        era: own.pick(['legacy', 'modern']),
        asks: own.chance(0.4),
        thinksMs: own.below(1_500),
        limitMs: LIMIT_MS,
      });
      if (end.kind !== 'refused') calls.push({ nonce, principal: person.principal, mortal: server === 'own', end });
      // A gateway that is being started anew is not called again at once.
      if (end.kind !== 'answered') await sleep(300);
    }
  };
  const killer = async (): Promise<void> => {
    const back: Promise<void>[] = [];
    while (!over()) {
      await sleep(killMs / 2 + random.below(killMs));
      const returning = over() ? undefined : fleet.killOne(random);
      if (returning !== undefined) back.push(returning);
    }
    await Promise.all(back);
  };
  const teller = setInterval(() => progress?.(`${calls.length} calls, ${servers.effects.length} done, ${fleet.kills} kills`), 10_000);
  try {
    const hosts = people.flatMap(person => Array.from({ length: HOSTS }, () => person));
    await Promise.all([killer(), ...hosts.map((person, at) => host(person, at, seeded(seed * 1_000 + at)))]);
    progress?.(`calls ended: ${kindsOf(calls)}`);
    const questions = await watch.settled(new Set(saved));
    const judged = judge({ calls, effects: servers.effects, seen, questions, saved, kills: fleet.kills });
    for (const line of fleet.complaints()) progress?.(line);
    return judged;
  } finally {
    clearInterval(teller);
    await watch.close();
    await fleet.close();
    await Promise.all([servers.close(), issuer.close()]);
    rmSync(home, { recursive: true, force: true });
  }
}

function kindsOf(calls: readonly CallRecord[]): string {
  const counts = new Map<string, number>();
  for (const { end } of calls) {
    const kind = end.kind === 'error' ? `error ${end.code ?? 'of the tool'}` : end.kind;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

interface Watch {
  /** How every question stands once none is open any more, or after a while. */
  settled(saved: ReadonlySet<string>): Promise<readonly QuestionRecord[]>;
  close(): Promise<void>;
}

/** A desk that is joined to the others, at which nobody sits, and which nobody kills. */
async function watchQuestions(folder: string, principals: readonly string[]): Promise<Watch> {
  const desk = createDesk({
    store: sqliteStore({ path: join(folder, 'desk.db') }),
    secret: await deskKey(folder),
    joined: true,
    keepEnded: 100_000,
    onError: () => undefined,
  });
  const last = new Map<string, QuestionRecord>();
  for (const principal of principals)
    desk.subscribe({ principal }, ({ id, message, state, action }) =>
      last.set(id, { question: id, principal, nonce: ASKS.exec(message)?.[1] ?? message, state, action }),
    );
  await desk.ready;
  const open = (saved: ReadonlySet<string>): boolean =>
    [...last.values()].some(one => ['waiting', 'opened', 'saved'].includes(one.state)) || [...saved].some(id => !last.has(id));
  return {
    async settled(saved) {
      const until = performance.now() + SETTLE_MS;
      while (open(saved) && performance.now() < until) await sleep(200);
      return [...last.values()];
    },
    close: () => desk.close(),
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms);
  });
}
