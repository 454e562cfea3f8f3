/** One question of a sheet: its warnings, its message, and then its page or its fields. */
import { isConfirm } from '@midcall/core';
import type { Finding } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import { sayFinding } from '@midcall/core/words';
import { drawFields } from './draw-fields.js';
import type { DrawOptions } from './draw-options.js';
import { sayEnd } from './outcome.js';
import type { Page } from './page.js';
import { firstLine, flat } from './page.js';
import type { SheetPart, SheetState } from './sheet.js';
import { isLive, isRound, stopOf } from './sheet.js';
import { breakText, wrapText } from './text-width.js';

/** Text columns of a message. */
const MESSAGE_WIDTH = 65;
/** Lines of a message before it is folded; two more are not worth a fold. */
const FOLD = 12;

export function drawPart(page: Page, state: SheetState, index: number, options: DrawOptions): void {
  const { say, style } = options;
  const part = state.parts[index] as SheetPart;
  const { question } = part;
  const server = flat(question.server.name);
  const from = page.lines.length;
  const focused = stopOf(state).part === index;
  if (isRound(state)) {
    const number = say('questionOf', { index: index + 1, count: state.parts.length });
    page.line(`${style.pointer(focused && stopOf(state).field === undefined)}${number}`, focused ? style.strong : style.quiet);
  }
  if (!isLive(part)) page.text(sayEnd(question, say, false));
  else if (part.decision !== undefined) {
    page.line(firstLine(question.message), style.quiet);
    page.text(say(part.decision === 'decline' ? 'willDecline' : 'willCancel', { server }));
  } else if (part.covered) drawCovered(page, part, options);
  else {
    drawFindings(page, question.findings, options);
    drawMessage(page, part, state.unfolded, options);
    if (question.url !== undefined) drawAddress(page, part, options);
    else drawFields(page, state, index, options);
  }
  drawWholeError(page, part, options);
  // A question without fields has the keys as a whole.
  if (focused && stopOf(state).field === undefined) page.focus = Math.max(from, lastDrawn(page));
  page.gap();
}

function drawFindings(page: Page, findings: readonly Finding[], { say, style }: DrawOptions): void {
  for (const finding of findings) {
    const label = say(finding.severity === 'danger' ? 'danger' : finding.severity === 'warning' ? 'warning' : 'note');
    page.text(`${style.plain ? '! ' : '▲ '}${label}: ${showText(sayFinding(say, finding))}`, {
      paint: finding.severity === 'info' ? style.quiet : style.danger,
    });
  }
  if (findings.length > 0) page.gap();
}

function drawMessage(page: Page, { question }: SheetPart, unfolded: boolean, { say, style }: DrawOptions): void {
  const { message, server } = question;
  if (message.trim() === '') page.text(say('emptyMessage', { server: flat(server.name) }), { paint: style.quiet });
  else {
    const lines = wrapText(showText(message), Math.min(MESSAGE_WIDTH, page.width));
    const folds = lines.length > FOLD + 2;
    page.lines.push(...(folds && !unfolded ? lines.slice(0, FOLD) : lines));
    if (folds)
      page.line(
        unfolded ? say('fewerLines') : `${style.plain ? '' : '… '}${say('moreLines', { count: lines.length - FOLD })}`,
        style.accent,
      );
  }
  page.gap();
}

function drawCovered(page: Page, { question }: SheetPart, { say, style, powers }: DrawOptions): void {
  const server = flat(question.server.name);
  page.text(say('secretTitle', { server, what: say('secretWhat') }), { paint: style.danger });
  page.text(say('secretBody'));
  page.gap();
  if (powers.cutOff) page.text(`C  ${say('cutOff', { server })}: ${say('cutOffMeaning')}`);
  page.text(`S  ${say('showAnyway')}`);
}

function drawAddress(page: Page, { question }: SheetPart, { say, style, canOpen }: DrawOptions): void {
  const { url, server, state } = question;
  if (url === undefined) return;
  page.text(say('urlHost'), { paint: style.quiet });
  page.text(showText(url.host), { indent: '  ', paint: style.strong });
  page.text(say('urlWhole'), { paint: style.quiet });
  for (const line of breakText(showText(url.href).replace(/[\n\t]/g, ' '), page.width - 2)) page.lines.push(`  ${line}`);
  page.gap();
  if (state === 'opened') page.text(say('urlStillWaiting'));
  else if (!url.openable) page.text(say('urlBlocked'), { paint: style.danger });
  else if (canOpen) page.text(say('urlNotOpened', { server: flat(server.name) }));
  else page.text(say('terminalOpenYourself'));
}

function drawWholeError(page: Page, part: SheetPart, { say, style }: DrawOptions): void {
  const { form } = part.question;
  const whole = part.errors.get('');
  const shown = whole ?? (form !== undefined && isConfirm(form) ? part.errors.get(form.fields[0]?.name ?? '') : undefined);
  if (shown !== undefined) page.text(`${say('errorPrefix')} ${showText(shown)}`, { paint: style.danger });
}

function lastDrawn(page: Page): number {
  return page.lines.at(-1) === '' ? page.lines.length - 2 : page.lines.length - 1;
}
