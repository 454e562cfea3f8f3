/**
 * kill -9 of a desk over SQLite while calls of the newest revision wait, are answered, and go out; the next process
 * resumes, and may be killed in turn. In every second world the person is at a desk of another process, joined with the one
 * that is killed, and answers its questions there. Held each time, once a process has finished:
 *  1. What a person was told is saved reached the server, or the person was told that it may not have (D24, N12).
 *  2. No state and no answer was sent twice (N5).
 *  3. Nothing is left behind in the store, and nothing is shown as waiting.
 *  4. What was lost is reported once (N8).
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newKey } from '@midcall/server';
import { bundle } from '../runtimes/bundle.js';
import { type DeskRun, type Moment, runDesk } from './kill-desk/desk-child.js';
import { otherDesk, type SeenElsewhere } from './kill-desk/other-desk.js';
import { type RecordsServer, recordsServer } from './kill-desk/records-server.js';
import { type Random, seeded } from './random.js';
import { messageOf, type Soak, type SoakFailure } from './soak.js';

export const killDeskSoak: Soak = {
  count: 1_000,
  async run({ seed, count, progress }) {
    const random = seeded(seed);
    const desk = await deskInOneFile();
    const server = await recordsServer();
    const failures: SoakFailure[] = [];
    const met = { kills: 0, joined: 0, saved: 0, delivered: 0, reported: 0, resumed: 0, inDoubt: 0, afterTheEnd: 0 };
    try {
      const worlds: World = { desk, server, random, met, most: count };
      // Nobody is killed here: how much a desk has to say.
      const whole: Whole = { alone: await oneWorld(worlds, 'alone', undefined), joined: await oneWorld(worlds, 'joined', undefined) };
      const worker = async (): Promise<void> => {
        while (met.kills < count && met.afterTheEnd < count * 3 && failures.length < MOST_FAILURES) {
          const company = random.chance(0.5) ? 'joined' : 'alone';
          await oneWorld(worlds, company, whole[company]).catch(error => failures.push({ seed, count, message: messageOf(error) }));
          progress(met.kills);
        }
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
    } finally {
      await server.close();
    }
    return { met, failures };
  },
};

const CALLS: Readonly<Record<Company, string>> = { alone: '3', joined: '1' };
/** Milliseconds after a line. */
const WITHIN = 10;
/** Lines of a desk that resumes: it has less to say. */
const SHORT = 6;
const AT_ONCE = 6;
const MOST_FAILURES = 20;

interface World {
  readonly desk: string;
  readonly server: RecordsServer;
  readonly random: Random;
  readonly most: number;
  readonly met: {
    kills: number;
    joined: number;
    saved: number;
    delivered: number;
    reported: number;
    resumed: number;
    inDoubt: number;
    afterTheEnd: number;
  };
}

type Company = 'alone' | 'joined';

/** How many lines a first desk says that nobody kills. */
type Whole = Readonly<Record<Company, number>>;

/** @param longest Lines within which the first desk is killed; undefined = it is not. @returns how many it said */
async function oneWorld({ desk, server, random, met, most }: World, company: Company, longest: number | undefined): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'midcall-desk-'));
  const secret = newKey();
  const elsewhere = company === 'joined' ? await otherDesk(folder, secret) : undefined;
  const runs: DeskRun[] = [];
  const run = async (role: 'first' | 'resume' | 'wait', kill: Moment | undefined): Promise<DeskRun> => {
    const made = await runDesk([desk, folder, server.url, secret, role, CALLS[company], company], kill);
    runs.push(made);
    if (made.killed) met.kills += 1;
    else if (kill !== undefined) met.afterTheEnd += 1;
    if (made.killed && company === 'joined') met.joined += 1;
    return made;
  };
  const moment = (lines: number | undefined): Moment | undefined =>
    lines === undefined ? undefined : { lines: 1 + random.below(lines), ms: random.below(WITHIN * 1_000) / 1_000 };
  try {
    let last = await run('first', moment(longest));
    const { lines } = last;
    const then = company === 'joined' ? 'wait' : 'resume';
    while (last.killed) last = await run(then, met.kills < most && random.chance(0.4) ? moment(SHORT) : undefined);
    judge(runs, await elsewhere?.ended(), server, met);
    return lines;
  } finally {
    await elsewhere?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function judge(runs: readonly DeskRun[], elsewhere: SeenElsewhere | undefined, server: RecordsServer, met: World['met']): void {
  const reported = new Set([...runs.flatMap(run => run.reported), ...(elsewhere?.reported ?? [])]);
  const got = runs.flatMap(run => run.got);
  met.reported += reported.size;
  met.resumed += runs.reduce((sum, run) => sum + run.resumed, 0);
  met.inDoubt += runs.reduce((sum, run) => sum + run.inDoubt, 0);
  for (const { id, token } of [...runs.flatMap(run => run.saved), ...(elsewhere?.saved ?? [])]) {
    met.saved += 1;
    if (server.tokens.has(token) || got.includes(token)) met.delivered += 1;
    else if (!reported.has(id)) throw new Error('an answer was lost after it was saved');
  }
  if (new Set(got).size < got.length) throw new Error('an answer was passed on twice');
  for (const times of server.tokens.values()) if (times > 1) throw new Error('an answer was sent twice');
  for (const times of server.retries.values()) if (times > 1) throw new Error('a state was sent twice');
  const left = runs.at(-1)?.left;
  if (left !== 0) throw new Error(`${left} calls and questions were left behind`);
  if (elsewhere?.twice === true) throw new Error('a loss was reported twice');
  if (elsewhere !== undefined && elsewhere.open > 0) throw new Error(`${elsewhere.open} questions are still shown as waiting`);
}

/** Bundled from what is built, since two processes start for each kill. */
async function deskInOneFile(): Promise<string> {
  const entry = fileURLToPath(new URL('../../dist/fixtures/desk-process.js', import.meta.url));
  const folder = fileURLToPath(new URL('../../../.cache/soak/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = `${folder}desk-process.mjs`;
  writeFileSync(file, await bundle(entry, { target: 'node', conditions: ['node', 'import'], external: ['libsql'] }));
  return file;
}
