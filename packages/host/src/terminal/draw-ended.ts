/** A sheet that ended under the person's hands: how, and what they had typed, to be read or copied. */
import { showText } from '@midcall/core/inspect';
import type { DrawOptions } from './draw-options.js';
import { sayEnd } from './outcome.js';
import type { Page } from './page.js';
import { firstLine, flat } from './page.js';
import type { SheetState } from './sheet.js';

export function drawEnded(page: Page, state: SheetState, { say, style }: DrawOptions): void {
  for (const part of state.parts) {
    const { question, values } = part;
    page.text(firstLine(question.message), { paint: style.quiet });
    page.text(sayEnd(question, say, false), { paint: style.strong });
    const typed = (question.form?.fields ?? []).filter(field => values.has(field.name));
    page.text(say(typed.length > 0 ? 'withdrawnDraft' : 'withdrawnMeaning'));
    page.gap();
    for (const field of typed) {
      const raw = values.get(field.name);
      page.text(flat(field.label), { indent: '  ', paint: style.quiet });
      page.text(typeof raw === 'boolean' ? say(raw ? 'yes' : 'no') : showText(typeof raw === 'string' ? raw : (raw ?? []).join(', ')), {
        indent: '    ',
      });
    }
    page.gap();
  }
}
