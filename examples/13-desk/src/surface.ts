/** A surface of one's own, and one that tells a person who is elsewhere. */
import type { Desk, DeskPolicy, Surface } from '@midcall/host';
import { createNotifier } from '@midcall/host';
import { guardedPost } from '@midcall/host/node';
import { type Store, systemClock } from '@midcall/store';

export function chatSurface(say: (line: string) => void) {
  // #region surface
  let desk: Desk | undefined;
  const surface: Surface = {
    name: 'chat',
    reachable: principal => principal === 'local',
    attached: to => {
      desk = to;
    },
    raise(question, principal) {
      say(`${question.server.name} asks: ${question.message}`); // untrusted text: shown as text, never as markup
      desk?.shown(question.id, 'chat', { principal });
    },
    changed: question => question.state !== 'waiting' && say(`${question.server.name}: ${question.state}`),
  };
  const decline = (id: string) => desk?.answer(id, { action: 'decline' }, { principal: 'local', surface: 'chat', as: 'person' });
  // #endregion
  return { surface, decline };
}

export function tellElsewhere(desk: Desk, policy: DeskPolicy, store: Store) {
  // #region notifier
  const notifier = createNotifier({
    clock: systemClock,
    config: () => policy.config, // "notify" and "doNotDisturb" of the policy file, as they stand now
    post: guardedPost,
    link: () => 'https://desk.example.com/', // where the inbox is; no token
    store, // a question is told once over all processes on it
    onError: error => console.error(error.message),
  });
  desk.addSurface(notifier);
  // #endregion
  return notifier;
}
