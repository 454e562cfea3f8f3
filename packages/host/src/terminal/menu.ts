/** What can be done about a question beside answering it, each with a letter of its own. */
import { isConfirm } from '@midcall/core';
import type { Say } from '@midcall/core/words';
import { flat } from './page.js';
import type { SheetPart, SheetState } from './sheet.js';
import { isRound, partOf } from './sheet.js';

/** What the desk behind the surface can do about servers and answers. */
export interface MenuPowers {
  readonly rules: boolean;
  readonly cutOff: boolean;
  /** Whether this server is muted by a rule of the person. */
  muted(server: string): boolean;
}

export type MenuDeed = 'mute' | 'unmute' | 'cut-off' | 'remember' | 'decline-all' | 'not-now-all';

export interface MenuItem {
  readonly deed: MenuDeed;
  readonly letter: string;
  readonly label: string;
  readonly meaning?: string;
}

export function menuOf(state: SheetState, say: Say, powers: MenuPowers): readonly MenuItem[] {
  const part = partOf(state);
  const server = flat(part.question.server.name);
  const items: MenuItem[] = [];
  if (powers.rules && canRemember(part))
    items.push({
      deed: 'remember',
      letter: 'r',
      label: say(part.remember ? 'notRemember' : 'remember'),
      ...(!part.remember && { meaning: say('rememberMeaning') }),
    });
  if (isRound(state)) {
    const count = state.parts.length;
    items.push(
      { deed: 'decline-all', letter: 'x', label: say('declineAllTerminal', { count }), meaning: say('declineAllMeaning', { server }) },
      { deed: 'not-now-all', letter: 'n', label: say('notNowAllTerminal', { count }), meaning: say('notNowMeaning', { server }) },
    );
  }
  if (powers.rules)
    items.push(
      powers.muted(part.question.server.name)
        ? { deed: 'unmute', letter: 'm', label: say('unmute', { server }) }
        : { deed: 'mute', letter: 'm', label: say('mute', { server }), meaning: say('muteMeaning') },
    );
  if (powers.cutOff) items.push({ deed: 'cut-off', letter: 'c', label: say('cutOff', { server }), meaning: say('cutOffMeaning') });
  return items;
}

/** Never a confirm, a page, a question with warnings, or one whose call cannot be named (D23). */
function canRemember({ question: { form, call, findings } }: SheetPart): boolean {
  return form !== undefined && form.fields.length > 0 && !isConfirm(form) && call !== undefined && findings.length === 0;
}
