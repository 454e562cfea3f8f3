/** A server is cut off at one desk of a machine while its question is another's: gateways of one person are one desk. */
import type { QuestionView } from '@midcall/core/contract';
import { fakeClock, memoryStore } from '@midcall/store';
import { expect, it } from 'vitest';
import type { DeskAnswer, HostDesk, Surface } from '../index.js';
import { createDesk } from '../index.js';
import { quiet } from '../joined/quiet.test.support.js';

const page: Surface = { name: 'inbox', reachable: () => true, present: () => ['local'] };
const waiting = (desk: HostDesk): QuestionView | undefined => desk.list({ principal: 'local' }).find(view => view.state === 'waiting');

it('a cut-off at the desk where the person is takes back what another desk of theirs asked, and that one declines it [D23, N7]', async () => {
  const clock = fakeClock();
  const shared = { clock, store: memoryStore({ clock }), secret: new Uint8Array(32).fill(7), joined: true };
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 500) {
      await clock.advance(Math.min(500, left));
      await quiet();
    }
  };
  const asking = createDesk(shared);
  const inbox = createDesk({ ...shared, surfaces: [page] });
  await Promise.all([asking.ready, inbox.ready]);
  await pass(3_000);
  let answer: DeskAnswer | undefined;
  const ask = (server: string): Promise<DeskAnswer> =>
    asking.ask({
      params: { message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
      revision: '2026-07-28',
      principal: 'local',
      server: { name: server },
    });
  void ask('Records').then(one => {
    answer = one;
  });
  for (let steps = 0; waiting(inbox) === undefined && steps < 60; steps += 1) await pass(500);
  expect(waiting(inbox)?.server.name).toBe('Records');
  await inbox.policy?.mute('local', { server: 'Records', cutOff: true });
  for (let steps = 0; waiting(inbox) !== undefined && steps < 20; steps += 1) await pass(500);
  expect(waiting(inbox)).toBeUndefined();
  for (let steps = 0; answer === undefined && steps < 80; steps += 1) await pass(500);
  expect(answer).toMatchObject({ result: { action: 'decline' }, as: 'rule', reason: 'cut-off' });
  await asking.close();
  await inbox.close();
});
