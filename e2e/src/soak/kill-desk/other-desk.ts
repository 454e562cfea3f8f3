/** The desk at which the person is, joined with the one that is killed; it lives as long as their world. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { QuestionView } from '@midcall/core/contract';
import { createAuditChain, createDesk, openGate } from '@midcall/host';
import { sqliteStore } from '@midcall/store/sqlite';

export interface SeenElsewhere {
  readonly saved: readonly { readonly id: string; readonly token: string }[];
  readonly reported: readonly string[];
  /** Questions that are not over. */
  readonly open: number;
  /** Some loss stands in the audit more than once. */
  readonly twice: boolean;
}

export interface OtherDesk {
  /** What the person was told, once nothing is open any more, or after a while. */
  ended(): Promise<SeenElsewhere>;
  close(): Promise<void>;
}

const person = { principal: 'local', surface: 'inbox', as: 'person' } as const;
const PATIENCE_MS = 15_000;
const AGAIN_MS = 400;

/** Answers whatever is asked at the desks on this store. */
export async function otherDesk(folder: string, secret: string): Promise<OtherDesk> {
  const store = sqliteStore({ path: join(folder, 'desk.sqlite') });
  const audit = createAuditChain({ store, secret, head: { read: async () => [], write: async () => {} } });
  const desk = createDesk({
    store,
    secret,
    audit,
    joined: true,
    heartbeat: 250,
    patience: 2_000,
    policy: openGate,
    surfaces: [{ name: 'inbox', reachable: () => true, present: () => ['local'] }],
  });
  const saved: { id: string; token: string }[] = [];
  const busy = new Set<string>();
  const answer = async ({ id }: QuestionView): Promise<void> => {
    if (busy.has(id)) return;
    busy.add(id);
    try {
      desk.shown(id, 'inbox', person);
      await desk.saveDraft(id, { v: 1, values: [['name', 'half-typed']], at: Date.now() }, person);
      const token = randomUUID();
      const outcome = await desk.answer(id, { action: 'accept', content: { name: token } }, person);
      if (outcome.ok) saved.push({ id, token });
    } finally {
      busy.delete(id);
    }
  };
  const waiting = (): readonly QuestionView[] => desk.list(person).filter(view => view.state === 'waiting');
  desk.subscribe(person, view => void (view.state === 'waiting' && answer(view)));
  // What was refused because its desk had died is answered again at the next one.
  const again = setInterval(() => {
    for (const view of waiting()) void answer(view);
  }, AGAIN_MS);
  await desk.ready;
  const open = (): number => desk.list(person).filter(({ state }) => state === 'waiting' || state === 'saved' || state === 'opened').length;
  return {
    async ended() {
      const deadline = Date.now() + PATIENCE_MS;
      while ((open() > 0 || busy.size > 0) && Date.now() < deadline) await new Promise(resolve => setTimeout(resolve, 10));
      await desk.flush();
      const losses = (await audit.rows({ limit: 100_000 })).filter(row => row.reason === 'resumed' && row.stage !== 'delivered');
      const reported = desk.list(person).filter(({ state }) => state === 'undeliverable' || state === 'withdrawn');
      return {
        saved,
        reported: reported.map(view => view.id),
        open: open(),
        twice: new Set(losses.map(row => row.question)).size < losses.length,
      };
    },
    async close() {
      clearInterval(again);
      await desk.close();
      await store.close();
    },
  };
}
