/**
 * A process in front of which all the people of a run sit: a desk that is joined to those of the gateways over their store.
 * Each answers their own questions after a while. Told nothing but the folder and the principals; tells what it saw, a line each.
 */
import { join } from 'node:path';
import { createDesk, type Surface } from '@midcall/host';
import { deskKey } from '@midcall/host/node';
import { sqliteStore } from '@midcall/store/sqlite';
import { ASKS } from './acting-tool.js';
import { wordsOf } from './record.js';

/** What a line of it says. */
export type PersonLine =
  | { readonly ready: true }
  | { readonly seen: { readonly question: string; readonly principal: string; readonly nonce: string } }
  | { readonly saved: string };

const [, , folder = '', list = '[]', pace = '200'] = process.argv;
const principals = JSON.parse(list) as readonly string[];
const say = (line: PersonLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const surface: Surface = { name: 'inbox', reachable: who => principals.includes(who), present: () => principals };
const desk = createDesk({
  store: sqliteStore({ path: join(folder, 'desk.db') }),
  secret: await deskKey(folder),
  joined: true,
  surfaces: [surface],
  onError: () => undefined,
});
const met = new Set<string>();

for (const principal of principals)
  desk.subscribe({ principal }, question => {
    if (question.state !== 'waiting' || met.has(question.id)) return;
    met.add(question.id);
    const nonce = ASKS.exec(question.message)?.[1] ?? question.message;
    say({ seen: { question: question.id, principal, nonce } });
    desk.shown(question.id, 'inbox', { principal });
    setTimeout(() => void answer(question.id, principal, nonce), 400 + Math.random() * Number(pace));
  });

async function answer(id: string, principal: string, nonce: string): Promise<void> {
  const by = { principal, surface: 'inbox', as: 'person' } as const;
  const outcome = await desk.answer(id, { action: 'accept', content: { words: wordsOf(principal, nonce) } }, by);
  if (outcome.ok) say({ saved: id });
  // Asked of a process that is gone or busy: a person tries once more.
  else if (outcome.reason === 'unreachable' || outcome.reason === 'guard-time') setTimeout(() => void answer(id, principal, nonce), 1_000);
}

await desk.ready;
say({ ready: true });
