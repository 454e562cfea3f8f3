/**
 * Every revision of host against every revision of server, asked in the host's own page and at the desk: one body, all
 * cells, in memory.
 */
import type { JsonObject } from '@midcall/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Line } from './testing/lines.test.peer.js';
import { initialize, legacyServer, line, modern, modernServer, TEXT, textOf } from './testing/lines.test.peer.js';
import type { Frame, Peer } from './testing/raw-peers.test.peer.js';
import { NAME_FORM, settle } from './testing/raw-peers.test.peer.js';

const REVISIONS = { A: '2025-06-18', B: '2025-11-25', C: '2026-07-28' } as const;
type Letter = keyof typeof REVISIONS;

const form = (message: string): JsonObject => ({ message, requestedSchema: NAME_FORM });
const page = (elicitationId?: string): JsonObject => ({
  mode: 'url',
  message: 'page',
  url: 'https://example.com/p',
  ...(elicitationId !== undefined && { elicitationId }),
});

/** What the tool asks, round by round. */
const PLANS = {
  form: [[form('one')]],
  url: [[page('e1')]],
  several: [[form('one'), form('two')]],
  rounds: [[form('one')], [form('two')]],
} as const satisfies Record<string, readonly (readonly JsonObject[])[]>;
type Plan = keyof typeof PLANS;

/** A server of a revision whose tool asks by plan and tells the actions it heard. */
function server(letter: Letter, plan: Plan, ran: () => void): (peer: Peer) => void {
  const steps: readonly (readonly JsonObject[])[] = PLANS[plan];
  if (letter === 'C') {
    const heard: unknown[] = [];
    return modernServer(frame => {
      if (frame.method !== 'tools/call') return frame.method === 'subscriptions/listen' ? undefined : { resultType: 'complete' };
      const answers = frame.params?.inputResponses as Record<string, JsonObject> | undefined;
      if (answers === undefined) ran();
      const at = Number(frame.params?.requestState ?? 0);
      if (answers !== undefined) for (const key of Object.keys(answers).sort()) heard.push(answers[key]?.action);
      const next = steps[at];
      if (next === undefined) return { resultType: 'complete', ...TEXT(heard.join(',')) };
      const requests = next.map((params, n) => [`k${at}${n}`, { method: 'elicitation/create', params: bare(params) }]);
      return { resultType: 'input_required', inputRequests: Object.fromEntries(requests) as JsonObject, requestState: String(at + 1) };
    });
  }
  return legacyServer(async (frame: Frame, peer: Peer) => {
    if (frame.method !== 'tools/call') return {};
    ran();
    const heard: unknown[] = [];
    for (const [at, step] of steps.entries()) {
      const answers = await Promise.all(step.map((params, n) => peer.request('elicitation/create', params, `e${at}${n}`)));
      for (const answer of answers) heard.push(answer.result?.action ?? answer.error?.code);
    }
    return TEXT(heard.join(','));
  }, REVISIONS[letter]);
}

function bare(params: JsonObject): JsonObject {
  const { elicitationId: _id, ...rest } = params;
  return rest;
}

interface Host {
  call(answer: (params: JsonObject) => JsonObject | undefined): Promise<string>;
  /** How many questions this host has been shown. */
  readonly shown: () => number;
}

const CALL: JsonObject = { name: 'book', arguments: {} };

/** A host of a revision; with `declares`, it shows questions itself. */
async function host(its: Line, letter: Letter, declares: boolean): Promise<Host> {
  let shown = 0;
  if (letter !== 'C') {
    const capability = letter === 'A' ? {} : { form: {}, url: {} };
    await initialize(its.host, declares ? { elicitation: capability } : {}, REVISIONS[letter]);
    return {
      shown: () => shown,
      call(answer) {
        its.host.onRequest = frame => {
          shown += 1;
          return answer(frame.params ?? {});
        };
        return its.host.request('tools/call', CALL, 'call').then(textOf);
      },
    };
  }
  const capabilities: JsonObject = declares ? { elicitation: { form: {}, url: {} } } : {};
  return {
    shown: () => shown,
    async call(answer) {
      let more: JsonObject = {};
      for (let n = 0; ; n += 1) {
        const pending = modern(its.host, 'tools/call', { ...CALL, ...more }, capabilities, `call${n}`);
        await settle();
        await its.clock.advance(50);
        const response = await pending;
        const asked = response.result?.inputRequests as Record<string, { params: JsonObject }> | undefined;
        if (asked === undefined) return textOf(response);
        const answers: Record<string, JsonObject> = {};
        for (const [key, item] of Object.entries(asked)) {
          shown += 1;
          const given = answer(item.params);
          if (given === undefined) return 'open';
          answers[key] = given;
        }
        const state = response.result?.requestState;
        more = { inputResponses: answers, ...(state !== undefined && { requestState: state }) };
      }
    },
  };
}

const accept = (params: JsonObject): JsonObject =>
  params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Rowan' } };

let open: Line | undefined;
let runs = 0;
afterEach(async () => {
  await open?.gateway.close();
  open = undefined;
});

const begin = async (serverLetter: Letter, plan: Plan): Promise<Line> => {
  runs = 0;
  open = await line({
    server: server(serverLetter, plan, () => {
      runs += 1;
    }),
  });
  return open;
};

const LETTERS = ['A', 'B', 'C'] as const;
const CELLS = LETTERS.flatMap(hostLetter => LETTERS.map(serverLetter => [hostLetter, serverLetter] as const));

describe.each(CELLS)('host %s, server %s', (hostLetter, serverLetter) => {
  /** A page cannot be asked for by a server of A, and by no other if A is what was negotiated on one line. */
  const canPage = serverLetter !== 'A' && !(hostLetter === 'A' && serverLetter === 'B');

  describe.each(['in the host', 'at the desk'] as const)('asked %s', where => {
    const declares = where === 'in the host';

    /** Answers wherever the question comes up. */
    const outcome = async (its: Line, answer: (params: JsonObject) => JsonObject, reason?: string): Promise<string> => {
      const asked = await host(its, hostLetter, declares);
      if (reason === undefined) its.desk.auto = question => answer(question.params as JsonObject);
      const call = asked.call(answer);
      if (reason !== undefined) (await its.desk.next()).answer({ action: 'cancel' }, reason);
      const told = await call;
      // A host of A cannot show a page, so a page is asked at the desk even if it declares elicitation.
      const byHost = declares && !(hostLetter === 'A' && its.desk.asked.some(({ question }) => 'url' in question.params));
      expect(byHost ? its.desk.asked.length : asked.shown()).toBe(0);
      return told;
    };

    it.each([
      ['accept', accept, 'accept'],
      ['decline', () => ({ action: 'decline' }), 'decline'],
      ['cancel', () => ({ action: 'cancel' }), 'cancel'],
    ] as const)('a form ends as %s, run once [N2, E-A-01, E-R-05]', async (_name, answer, heard) => {
      const its = await begin(serverLetter, 'form');
      expect(await outcome(its, answer)).toBe(heard);
      expect(runs).toBe(1);
    });

    it('a page is agreed to, or refused where the revision has none [E-A-04, E-C-06]', async () => {
      const its = await begin(serverLetter, 'url');
      const told = await outcome(its, accept);
      // A server of B behind a host of A speaks A on that line, whatever it would like to ask.
      expect(told).toBe(canPage ? 'accept' : '-32602');
    });

    it('several at once come back together, each with its own action', async () => {
      const its = await begin(serverLetter, 'several');
      expect(await outcome(its, params => (String(params.message).includes('two') ? { action: 'decline' } : accept(params)))).toBe(
        'accept,decline',
      );
    });

    it('two rounds come in order, the tool run once [E-M-17]', async () => {
      const its = await begin(serverLetter, 'rounds');
      expect(await outcome(its, params => (String(params.message).includes('two') ? { action: 'cancel' } : accept(params)))).toBe(
        'accept,cancel',
      );
      expect(runs).toBe(1);
    });

    // Between the rounds of a modern server nothing is in flight that could be lost with it.
    if (serverLetter !== 'C') {
      it('a server that exits while a question is open is told of, and the tool is not run again [N8]', async () => {
        const its = await begin(serverLetter, 'form');
        const asked = await host(its, hostLetter, declares);
        const call = asked.call(() => undefined);
        await settle();
        await its.clock.advance(50);
        await its.server().close();
        // A modern host that was handed the question hears of it with its retry.
        expect(await call).toContain(declares && hostLetter === 'C' ? 'open' : '-32603');
        await settle();
        expect(runs).toBe(1);
        if (!declares) expect(its.desk.asked[0]?.state()).toBe('withdrawn');
      });
    }

    it('a host that disconnects leaves no question open [N12, E-L-07]', async () => {
      const its = await begin(serverLetter, 'form');
      const asked = await host(its, hostLetter, declares);
      void asked.call(() => undefined);
      await settle();
      await its.clock.advance(50);
      await its.host.close();
      await its.connection.closed;
      await settle();
      if (!declares) expect(its.desk.asked[0]?.state()).toBe('withdrawn');
      await its.gateway.close();
      expect(its.server().closed()).toBe(true);
      await its.clock.advance(1_000_000);
      expect(its.clock.pending).toBe(0);
    });
  });

  it('a question nobody answers at the desk ends as cancel [N1, N12]', async () => {
    const its = await begin(serverLetter, 'form');
    const asked = await host(its, hostLetter, false);
    const call = asked.call(accept);
    (await its.desk.next()).answer({ action: 'cancel' }, 'expired');
    expect(await call).toBe('cancel');
  });

  it('a call the host cancels while the desk asks is over for everybody [E-L-06, N12]', async () => {
    const its = await begin(serverLetter, 'form');
    const asked = await host(its, hostLetter, false);
    void asked.call(accept);
    const question = await its.desk.next();
    await its.host.notify('notifications/cancelled', { requestId: hostLetter === 'C' ? 'call0' : 'call' });
    await settle();
    expect(question.state()).toBe('withdrawn');
    question.answer(accept({}));
    await settle();
    expect(its.host.seen.some(frame => frame.id === 'call' || frame.id === 'call0')).toBe(false);
    expect(runs).toBe(1);
  });
});
