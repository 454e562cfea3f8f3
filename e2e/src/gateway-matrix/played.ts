/** One cell being played: whole calls, and calls that are held open at their question, whoever is asked and in whatever era. */
import type { JsonObject } from '@midcall/core';
import type { ElicitResult } from '@midcall/core/wire';
import { drive, textOf } from '../matrix/drive.js';
import type { Push, Reply, RequestId } from '../peers/raw-client.js';
import type { Cell } from './cell.js';
import type { CellReport } from './journal.js';
import type { Reaction, Shown } from './person.js';
import type { Host } from './rig.js';

export interface WholeCall {
  readonly reply: Reply;
  readonly shown: readonly Shown[];
  /** How often the host was asked, several questions together counting once where the era carries them together. */
  readonly rounds: number;
}

/** A call whose question is before whoever is asked. */
export interface HeldCall {
  readonly id: RequestId;
  readonly shown: Shown;
  /** Answers the question, late or not; settles with how the call ends. */
  answer(result: ElicitResult): Promise<Reply>;
  /** Settles when the question was taken back from whoever is asked. Only where that can be seen: not by a modern host. */
  gone(): Promise<void>;
}

export interface Played {
  request(tool: string, id?: RequestId): Promise<Reply>;
  call(tool: string, react: Reaction): Promise<WholeCall>;
  hold(tool: string): Promise<HeldCall>;
  report(): Promise<CellReport>;
  /** Until the server's journal says so. */
  until(fits: (report: CellReport) => boolean): Promise<CellReport>;
  /** Until a frame came that fits. */
  received(fits: (frame: JsonObject) => boolean): Promise<void>;
}

export function play(cell: Cell, { client, person }: Host): Played {
  const atHost = cell.asks === 'host';
  let calls = 0;
  const params = (tool: string): JsonObject => ({ name: tool, arguments: { cell: cell.id } });
  const request = (tool: string, id: RequestId = `call-${++calls}`): Promise<Reply> => client.request('tools/call', params(tool), { id });
  const report = async (): Promise<CellReport> => JSON.parse(textOf(await request('report'))) as CellReport;
  const soon = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5));

  const received = async (fits: (frame: JsonObject) => boolean): Promise<void> => {
    while (!client.received.some(({ frame }) => fits(frame))) await soon();
  };

  const atDesk = async (tool: string, react: Reaction): Promise<WholeCall> => {
    const shown: Shown[] = [];
    person?.attend(cell, one => {
      shown.push(one);
      return react(one);
    });
    return { reply: await request(tool), shown, rounds: shown.length };
  };

  const atTheHost = async (tool: string, react: Reaction): Promise<WholeCall> => {
    const shown: Shown[] = [];
    const { reply, rounds } = await drive(client, 'tools/call', params(tool), async asked => {
      const one = shownBy(asked.params);
      shown.push(one);
      return (await react(one)) as JsonObject | undefined;
    });
    return { reply, shown, rounds };
  };

  const holdAtDesk = async (tool: string): Promise<HeldCall> => {
    const id = `held-${++calls}`;
    const answered = deferred<ElicitResult>();
    const asked = deferred<Shown>();
    person?.attend(cell, one => {
      asked.resolve(one);
      return answered.promise;
    });
    const reply = request(tool, id);
    const shown = await asked.promise;
    return {
      id,
      shown,
      gone: async () => void (await person?.ended(shown.id ?? '')),
      answer(result) {
        answered.resolve(result);
        return reply;
      },
    };
  };

  const holdByPush = async (tool: string): Promise<HeldCall> => {
    const id = `held-${++calls}`;
    const answered = deferred<ElicitResult>();
    const asked = deferred<Push>();
    client.onPush = async push => {
      asked.resolve(push);
      return { result: (await answered.promise) as unknown as JsonObject };
    };
    const reply = request(tool, id);
    const push = await asked.promise;
    return {
      id,
      shown: shownBy(push.params),
      gone: () => received(frame => frame.method === 'notifications/cancelled' && (frame.params as JsonObject).requestId === push.id),
      answer(result) {
        answered.resolve(result);
        return reply;
      },
    };
  };

  const holdByRound = async (tool: string): Promise<HeldCall> => {
    const id = `held-${++calls}`;
    const round = await request(tool, id);
    const { inputRequests, requestState } = (round.result ?? {}) as { inputRequests?: JsonObject; requestState?: string };
    const [key, asked] = Object.entries(inputRequests ?? {})[0] ?? [];
    if (key === undefined) throw new Error(`no question came: ${JSON.stringify(round)}`);
    return {
      id,
      shown: shownBy((asked as { readonly params: JsonObject }).params),
      gone: () => Promise.reject(new Error('a modern host is told nothing of it')),
      answer: result =>
        client.request('tools/call', {
          ...params(tool),
          inputResponses: { [key]: result as unknown as JsonObject },
          ...(requestState !== undefined && { requestState }),
        }),
    };
  };

  return {
    request,
    report,
    received,
    call: atHost ? atTheHost : atDesk,
    hold: !atHost ? holdAtDesk : client.modern ? holdByRound : holdByPush,
    async until(fits) {
      for (;;) {
        const now = await report();
        if (fits(now)) return now;
        await soon();
      }
    },
  };
}

function shownBy(params: JsonObject): Shown {
  return { message: String(params.message), ...(typeof params.url === 'string' && { url: params.url }), params };
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}
