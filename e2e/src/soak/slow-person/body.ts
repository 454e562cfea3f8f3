/**
 * One call of a host on the official SDK, with its own limit of 60 s, whose person takes longer: at the host or at the desk,
 * either era on either side. Held:
 *  1. The answer arrives, the tool acts once, and the host gets the result.
 *  2. A host whose limit is known is told in time what waits, calls again, and collects the result exactly once (D28).
 *  3. A host that resets its limit on progress needs one call (D15).
 */
import type { ElicitResult } from '@midcall/core/wire';
import { Client, type RequestOptions } from '@modelcontextprotocol/client';
import type { CellReport } from '../../gateway-matrix/journal.js';

export interface SlowCase {
  /** Stands in the question. */
  readonly id: string;
  readonly host: 'legacy' | 'modern';
  readonly server: '2025-11-25' | '2026-07-28';
  /** `told`: the gateway knows the host's limit. `progress`: the host resets it on progress. `host`: the host asks itself. */
  readonly way: 'told' | 'progress' | 'host';
  /** How long the person takes, in milliseconds. */
  readonly ms: number;
}

export interface SlowStage {
  /** Connects it to the gateway of the case. */
  connect(client: Client, one: SlowCase): Promise<void>;
  /** The person at the desk answers the question of the case after that long, asking for more time when it runs short. */
  answerAtDesk(one: SlowCase, answer: ElicitResult): void;
  sleep(ms: number): Promise<void>;
  /** What the server did for the case. */
  report(one: SlowCase): Promise<CellReport>;
}

export interface SlowOutcome {
  /** Calls the host made. */
  readonly calls: number;
  /** Results that said what waits. */
  readonly told: number;
  readonly signs: number;
}

export const DURATIONS = [75_000, 660_000] as const;

export const SLOW_CASES: readonly SlowCase[] = (['legacy', 'modern'] as const).flatMap(host =>
  (['2025-11-25', '2026-07-28'] as const).flatMap(server =>
    (['told', 'progress', 'host'] as const).flatMap(way =>
      DURATIONS.map(ms => ({ id: `${host}.${server.slice(2)}.${way}.${ms / 1_000}`, host, server, way, ms })),
    ),
  ),
);

const ANSWER: ElicitResult = { action: 'accept', content: { name: 'Rowan' } };

/** @throws Error that says what was lost, or came twice */
export async function slowPerson(one: SlowCase, stage: SlowStage): Promise<SlowOutcome> {
  const capabilities = one.way === 'host' ? { elicitation: { form: {} } } : {};
  const client = new Client(
    { name: 'slow-host', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: one.host === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  if (one.way === 'host') {
    client.setRequestHandler('elicitation/create', async () => {
      await stage.sleep(one.ms);
      return ANSWER as never;
    });
  } else stage.answerAtDesk(one, ANSWER);
  await stage.connect(client, one);

  let signs = 0;
  // In the modern era the person's time is between the requests of the host that asks itself: no limit runs.
  const onprogress = (): void => {
    signs += 1;
  };
  const alive: RequestOptions = one.way === 'told' ? {} : { resetTimeoutOnProgress: true, onprogress };
  let told = 0;
  for (let calls = 1; ; calls += 1) {
    const result = await client.callTool({ name: 'form', arguments: { cell: one.id } }, alive);
    const text = (result.content as readonly { readonly text?: string }[])[0]?.text ?? '';
    if (text.startsWith('Not finished yet')) {
      told += 1;
      continue;
    }
    if (text !== '{"action":"accept","content":{"name":"Rowan"}}') throw new Error(`${one.id}: the result is ${text}`);
    const { effects } = await stage.report(one);
    if (effects.length !== 1) throw new Error(`${one.id}: the tool acted ${effects.length} times`);
    if (one.way === 'told' ? told === 0 : calls > 1) throw new Error(`${one.id}: ${calls} calls, told ${told} times`);
    await client.close();
    return { calls, told, signs };
  }
}

/** The journal of the server for the case, asked over the gateway. */
export async function reportOver(client: Client, one: SlowCase): Promise<CellReport> {
  const { content } = await client.callTool({ name: 'report', arguments: { cell: one.id } });
  return JSON.parse((content as readonly { readonly text?: string }[])[0]?.text ?? '') as CellReport;
}
