/** The processes of a run: gateways and the desks that people sit at, killed and started anew at the same places. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Random } from '../soak/random.js';
import { type GatewayProcess, startMidcall } from '../teams/gateway-process.js';
import type { PersonLine } from './persons.js';
import { AUDIENCE } from './token-issuer.js';

export interface FleetOptions {
  /** A folder of the run's own; MIDCALL_HOME is in it. */
  readonly home: string;
  readonly issuer: string;
  readonly servers: Readonly<Record<'old' | 'new' | 'effects', URL>>;
  readonly gateways: number;
  readonly persons: number;
  /** As desks spell them. */
  readonly principals: readonly string[];
  readonly onPerson: (line: PersonLine) => void;
}

export interface Fleet {
  /** Where the gateways are, whether they run now or not. */
  readonly origins: readonly string[];
  /** kill -9 of one process that is up, by chance; undefined where most are on their way back. Settles when it is back. */
  killOne(random: Random): Promise<void> | undefined;
  readonly kills: number;
  /** What gateways wrote that says something went wrong in them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

interface Member {
  kill(): Promise<void>;
  start(): Promise<void>;
}

const ACTING = fileURLToPath(new URL('../../dist/chaos/acting-stdio.js', import.meta.url));
const PERSONS = fileURLToPath(new URL('../../dist/chaos/persons.js', import.meta.url));

// People are many and quick here: the rules that guard one person are not what is looked at.
const POLICY = { rate: { perMinute: 60_000, burst: 10_000 }, concurrent: 1_000, queue: 10_000, quietMode: { after: 1_000, for: '1s' } };

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const midcall = join(options.home, 'midcall');
  mkdirSync(midcall, { mode: 0o700 });
  writeFileSync(join(midcall, 'midcall.policy.json'), JSON.stringify(POLICY));
  const config = join(options.home, 'midcall.json');
  writeFileSync(
    config,
    JSON.stringify({
      auth: { issuer: options.issuer, audience: AUDIENCE, inbox: { clientId: 'inbox' } },
      mcpServers: {
        old: { url: options.servers.old.href, era: 'legacy', identity: 'own' },
        own: { command: process.execPath, args: [ACTING, options.servers.effects.href] },
        new: { url: options.servers.new.href, era: 'modern', identity: 'shared' },
      },
    }),
  );
  const logs: string[] = [];
  const gateways = await Promise.all(
    Array.from({ length: options.gateways }, async () => {
      const port = await freePort();
      return { origin: `http://127.0.0.1:${port}`, member: gatewayMember(config, port, options.home, logs) };
    }),
  );
  const persons = Array.from({ length: options.persons }, () => personMember(join(midcall, 'desk'), options));
  const members = [...gateways.map(one => one.member), ...persons];
  // The first one makes the folder and its key.
  const [first, ...rest] = members;
  await first?.start();
  await Promise.all(rest.map(member => member.start()));
  let kills = 0;
  const away = new Set<Member>();
  return {
    origins: gateways.map(one => one.origin),
    get kills() {
      return kills;
    },
    killOne(random) {
      const up = members.filter(member => !away.has(member));
      if (up.length * 2 <= members.length) return undefined;
      const victim = random.pick(up);
      away.add(victim);
      kills += 1;
      return victim
        .kill()
        .then(() => victim.start())
        .then(() => void away.delete(victim));
    },
    complaints: () =>
      logs.flatMap(log => log.split('\n').filter(line => /"level":"error"/.test(line) && !/ended|could not be|did not answer/.test(line))),
    close: async () => {
      await Promise.all(members.map(member => member.kill()));
    },
  };
}

function gatewayMember(config: string, port: number, home: string, logs: string[]): Member {
  let running: GatewayProcess | undefined;
  return {
    async start() {
      running = startMidcall(['gateway', '--config', config, '--port', String(port), '--log-format', 'json'], {
        HOME: home,
        MIDCALL_HOME: join(home, 'midcall'),
      });
      await running.seen(/People sign in/);
    },
    async kill() {
      running?.child.kill('SIGKILL');
      await running?.ended;
      if (running !== undefined) logs.push(running.log());
      running = undefined;
    },
  };
}

function personMember(folder: string, { principals, onPerson }: FleetOptions): Member {
  let running: ChildProcess | undefined;
  return {
    start: () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [PERSONS, folder, JSON.stringify(principals)], { stdio: ['ignore', 'pipe', 'inherit'] });
        running = child;
        child.once('close', () => reject(new Error('the people left before they sat down')));
        createInterface({ input: child.stdout }).on('line', text => {
          // A line that a kill cut short says nothing.
          if (!text.endsWith('}')) return;
          const line = JSON.parse(text) as PersonLine;
          if ('ready' in line) resolve();
          else onPerson(line);
        });
      }),
    kill: () =>
      new Promise(resolve => {
        if (running === undefined || running.exitCode !== null || running.signalCode !== null) return resolve();
        running.once('close', () => resolve());
        running.kill('SIGKILL');
        running = undefined;
      }),
  };
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
