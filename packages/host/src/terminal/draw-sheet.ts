/**
 * A sheet as lines of a terminal. What a server wrote passes `showText` first, so that it can move nothing and hide
 * nothing (N11); what has the keys is always in the window, unless the person reads elsewhere.
 */
import { drawCheck } from './draw-check.js';
import { drawEnded } from './draw-ended.js';
import { drawFoot } from './draw-foot.js';
import { drawHead } from './draw-head.js';
import type { DrawOptions } from './draw-options.js';
import { drawPart } from './draw-part.js';
import { menuOf } from './menu.js';
import type { Frame } from './page.js';
import { fit, flat, Page } from './page.js';
import type { SheetState } from './sheet.js';
import { isRound, partOf } from './sheet.js';

export function drawSheet(state: SheetState, options: DrawOptions): Frame {
  const { say, style } = options;
  const page = new Page(options, style);
  drawHead(page, state, options);
  if (state.menu !== undefined) drawMenu(page, state, state.menu, options);
  else if (state.step === 'ended') drawEnded(page, state, options);
  else if (state.step === 'check') drawCheck(page, state, options);
  else {
    if (isRound(state)) {
      const { question } = partOf(state);
      page.text(say('roundIntro', { count: state.parts.length, server: flat(question.server.name) }), { most: 65, paint: style.quiet });
      page.gap();
    }
    for (const index of state.parts.keys()) drawPart(page, state, index, options);
  }
  while (page.lines.at(-1) === '') page.lines.pop();
  drawFoot(page, state, options);
  const reading = !state.following && state.menu === undefined;
  return fit(page, { rows: options.rows, top: reading ? state.top : undefined, say });
}

function drawMenu(page: Page, state: SheetState, at: number, { say, style, powers }: DrawOptions): void {
  page.text(say('menu'), { paint: style.strong });
  page.gap();
  menuOf(state, say, powers).forEach((item, index) => {
    const here = index === at;
    page.text(`${item.letter.toUpperCase()}  ${item.label}`, {
      indent: style.pointer(here),
      paint: here ? style.accent : line => line,
    });
    if (item.meaning !== undefined) page.text(item.meaning, { indent: '     ', paint: style.quiet });
    if (here) page.focus = page.lines.length - 1;
  });
}
