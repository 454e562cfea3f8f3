/** The one body that runs in every cell: what a host, a person and a server see of each other through the gateway. */
import type { ElicitResult } from '@midcall/core/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../matrix/drive.js';
import { HttpClient } from '../peers/http-client.js';
import { StdioClient } from '../peers/message-client.js';
import { type Cell, crosses, rewritten, serverRevision, showsPages } from './cell.js';
import { type Played, play } from './played.js';
import { PAGE } from './questions.js';
import type { Host, Rig } from './rig.js';

const ROWAN: ElicitResult = { action: 'accept', content: { name: 'Rowan' } };
const named = (name: string): ElicitResult => ({ action: 'accept', content: { name } });

export function describeCell(cell: Cell, rig: () => Rig): void {
  describe(cell.title, () => {
    let host: Host;
    let its: Played;
    beforeAll(async () => {
      host = await rig().host(cell);
      its = play(cell, host);
    });
    afterAll(() => host?.client.close());

    const modern = cell.host >= '2026';
    const pushes = serverRevision(cell) < '2026';
    const atHost = cell.asks === 'host';
    /** Whether whoever is asked can see that a question was taken back. */
    const seesGone = !(modern && atHost);
    const formEffects = async (): Promise<number> => (await its.report()).effects.filter(tool => tool === 'form').length;

    it('an accepted form reaches the tool, which acts once [E-A-01, N1, N5]', async () => {
      const { reply, shown } = await its.call('form', () => ROWAN);
      expect(textOf(reply)).toBe('{"action":"accept","content":{"name":"Rowan"}}');
      expect(shown).toHaveLength(1);
      const own = `${cell.id}: name?`;
      expect(shown[0]?.message).toMatch(
        atHost && crosses(cell) ? new RegExp(`^\\[Records[^\\]]*\\] ${own.replace(/[.?]/g, '\\$&')}$`) : own,
      );
      if (atHost && rewritten(cell) && cell.host === '2025-06-18') expect(shown[0]?.params).not.toHaveProperty('mode');
      expect(await formEffects()).toBe(1);
    });

    it('no and not now arrive as what they are, and are no error [N2]', async () => {
      for (const action of ['decline', 'cancel'] as const) {
        const { reply } = await its.call('form', () => ({ action }));
        expect(textOf(reply)).toBe(`{"action":"${action}"}`);
        expect(reply.result?.isError).not.toBe(true);
      }
      expect(await formEffects()).toBe(1);
    });

    it('a page is shown with its whole address where somebody can show it, and refused where nobody can [N10, N1]', async () => {
      const { reply, shown } = await its.call('page', () => ({ action: 'accept' }));
      if (showsPages(cell)) {
        expect(shown.map(one => one.url)).toEqual([PAGE]);
        expect(textOf(reply)).toBe('{"action":"accept"}');
        return;
      }
      expect(shown).toEqual([]);
      expect(textOf(reply)).toMatch(/refused|needs a client that can do: elicitation/);
    });

    it('two questions at once are answered each by its own action [E-M-30, N2]', async () => {
      const { reply, shown, rounds } = await its.call('pair', one =>
        one.message.includes('left') ? named('Left') : { action: 'decline' },
      );
      expect(textOf(reply)).toBe('{"action":"accept","content":{"name":"Left"}} {"action":"decline"}');
      expect(shown).toHaveLength(2);
      if (modern && atHost) expect(rounds).toBe(1);
    });

    it('a second question follows from the first answer [E-M-05]', async () => {
      const { reply, shown } = await its.call('trip', one => named(one.message.includes('to from Oslo') ? 'Rome' : 'Oslo'));
      expect(textOf(reply)).toBe('Oslo Rome');
      expect(shown).toHaveLength(2);
      expect((await its.report()).effects.filter(tool => tool === 'trip')).toEqual(['trip']);
    });

    it('an answer that comes after the question has expired changes nothing, and the call says so [E-L-01, E-L-07, N12]', async () => {
      const held = await its.hold('brief');
      // A server that pushes takes its question back where it is shown; one that asks in rounds refuses the late answer.
      await its.request('lapse');
      if (pushes && seesGone) await held.gone();
      const reply = await held.answer(ROWAN);
      const said = reply.error === undefined ? textOf(reply) : `error ${reply.error.code}`;
      expect(said).toMatch(pushes ? /nobody answered in time|cancel|expired/ : /error -32602|cancel|expired/);
      expect(said).not.toContain('Rowan');
      expect(textOf(await its.request('plain'))).toBe('plain');
    });

    it('a host that cancels its call ends it on every side [E-L-06, E-L-09, E-T-06, N12]', async () => {
      const before = await its.report();
      const tool = seesGone ? 'form' : 'hold';
      const open = seesGone ? await its.hold('form') : { id: 'on-hold' };
      if (!seesGone) {
        void its.request('hold', open.id);
        await its.until(now => now.entered.hold === 1);
      }
      // Over HTTP in the modern era closing the stream is the cancellation.
      if (modern && host.client instanceof HttpClient) host.client.drop();
      else await host.client.notify('notifications/cancelled', { requestId: open.id });
      if ('gone' in open) await open.gone();
      if (pushes || tool === 'hold') await its.until(now => now.aborted.length > before.aborted.length);
      const after = await its.report();
      expect(after.effects).toEqual(before.effects);
      expect((after.entered[tool] ?? 0) - (before.entered[tool] ?? 0)).toBe(1);
      expect(host.client.received.some(({ frame }) => frame.id === open.id)).toBe(false);
    });

    // A server over HTTP takes a moment to come back; where the host is on pipes nothing of it is different.
    const exits = cell.serverWire === 'stdio' || (cell.hostWire === 'HTTP' && (atHost || cell.server === '2025-11-25'));
    if (exits) {
      it('a server that exits during a call is a call that is said to be lost, and the next one works [N8, E-B-02, E-T-13]', async () => {
        const { pid } = await its.report();
        const held = await its.hold('form');
        await rig().kill(cell, pid);
        if (pushes && seesGone) await held.gone();
        const reply = await held.answer(ROWAN);
        // One that asks in rounds is started anew, and refuses a state whose key ended with the process before it.
        expect([-32603, -32602]).toContain(reply.error?.code);
        const now = await its.report();
        expect(now.pid).not.toBe(pid);
        expect(now.effects).toEqual([]);
      });
    }

    if (cell.hostWire === 'HTTP') {
      it('a stream that drops is the end of a modern call, and of a legacy one only if its host does not come back [E-T-06, E-T-10]', async () => {
        if (!(host.client instanceof HttpClient)) throw new Error('not over HTTP');
        if (modern) {
          const earlier = await its.report();
          void its.request('hold', 'dropped');
          await its.until(now => now.entered.hold === (earlier.entered.hold ?? 0) + 1);
          host.client.drop();
          await its.until(now => now.aborted.length > earlier.aborted.length);
          return;
        }
        const { lastEventId: before } = host.client;
        const held = await its.hold('form');
        // What can be come back for is known with the first event on the stream.
        while (host.client.lastEventId === before) await new Promise(resolve => setTimeout(resolve, 5));
        const last = host.client.lastEventId ?? '';
        host.client.drop();
        // The server may learn of the drop a moment after the host has come back.
        let status = await host.client.resume(last);
        while (status === 409) status = await host.client.resume(last);
        expect(status).toBe(200);
        expect(textOf(await held.answer(ROWAN))).toBe('{"action":"accept","content":{"name":"Rowan"}}');
        const left = await its.hold('form');
        await host.client.end();
        if (!atHost) await left.gone();
      });
      return;
    }

    it('a host that leaves during a question takes everything with it that was opened for it [N12]', async () => {
      if (!(host.client instanceof StdioClient)) throw new Error('not over pipes');
      const { pid } = await its.report();
      await (seesGone ? its.hold('form') : its.request('form'));
      host.client.closeStdin();
      // A child that ended by itself before is told by the status of the gateway, too.
      expect([await host.gateway?.exited, host.log()]).toEqual([cell.serverWire === 'stdio' ? 4 : 0, expect.anything()]);
      if (cell.serverWire === 'stdio') expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      else if (pushes) await rig().until(cell, now => now.aborted.includes('form'));
    });
  });
}
