/**
 * The list of what waits, in a terminal that is an inbox. The highlight stays with its question while others come and go;
 * a question that takes the place of another under the person's finger is not opened by the key meant for that one.
 */
import { showText } from '@midcall/core/inspect';
import { sayAge, sayTimeLeft } from '@midcall/core/words';
import { drawKeys } from './draw-foot.js';
import type { DrawOptions } from './draw-options.js';
import type { Key } from './keys.js';
import type { Frame } from './page.js';
import { firstLine, fit, flat, Page } from './page.js';
import { cutText, padText, widthOf } from './text-width.js';
import type { WaitingSheet } from './waiting.js';

export interface ListState {
  /** Key of the highlighted sheet; undefined is the first. */
  readonly chosen: string | undefined;
  /** When the highlight last moved by itself. */
  readonly movedAt: number;
}

export type ListEffect = { readonly kind: 'open'; readonly key: string } | { readonly kind: 'quit' };

export interface ListStep {
  readonly state: ListState;
  readonly effect?: ListEffect;
}

/** The list after questions came and went. */
export function settleList(state: ListState, sheets: readonly WaitingSheet[], before: readonly WaitingSheet[], now: number): ListState {
  if (state.chosen === undefined) return sheets.length === 0 ? state : { chosen: sheets[0]?.key, movedAt: now };
  if (sheets.some(sheet => sheet.key === state.chosen)) return state;
  const at = before.findIndex(sheet => sheet.key === state.chosen);
  return { chosen: sheets[Math.min(Math.max(0, at), sheets.length - 1)]?.key, movedAt: now };
}

export function pressListKey(
  state: ListState,
  key: Key,
  { sheets, now, guardTime }: { readonly sheets: readonly WaitingSheet[]; readonly now: number; readonly guardTime: number },
): ListStep {
  const at = Math.max(
    0,
    sheets.findIndex(sheet => sheet.key === state.chosen),
  );
  const to = (index: number): ListStep => ({
    state: { ...state, chosen: sheets[Math.max(0, Math.min(sheets.length - 1, index))]?.key },
  });
  const letter = key.name === 'text' && !key.pasted ? key.text.toLowerCase() : undefined;
  if (key.name === 'interrupt' || key.name === 'end-of-input' || key.name === 'escape' || letter === 'q')
    return { state, effect: { kind: 'quit' } };
  if (key.name === 'down' || key.name === 'tab' || letter === 'j') return to(at + 1);
  if (key.name === 'up' || key.name === 'back-tab' || letter === 'k') return to(at - 1);
  if (key.name === 'home') return to(0);
  if (key.name === 'end') return to(sheets.length - 1);
  const chosen = sheets[at];
  if (key.name !== 'enter' || chosen === undefined || now - state.movedAt < guardTime) return { state };
  return { state, effect: { kind: 'open', key: chosen.key } };
}

/** @param said what became of the last answers, newest last. */
export function drawList(state: ListState, sheets: readonly WaitingSheet[], said: readonly string[], options: DrawOptions): Frame {
  const { say, style } = options;
  const page = new Page(options, style);
  const count = sheets.reduce((sum, one) => sum + one.questions.length, 0);
  const heading = count === 0 ? say('inbox') : `${say('inbox')} · ${say('waitingCount', { count })}`;
  page.head.push(style.strong(cutText(heading, page.width)), page.rule());
  if (sheets.length === 0) {
    page.text(say('nothingYet'), { paint: style.strong });
    page.text(say('nothingYetMore'));
    if (said.length === 0) page.text(`${say('tryOne')} midcall demo`, { paint: style.quiet });
  }
  const names = Math.min(20, Math.max(0, ...sheets.map(sheet => widthOf(flat(sheet.questions[0]?.server.name ?? '')))));
  for (const sheet of sheets) drawRow(page, sheet, { chosen: sheet.key === state.chosen, names }, options);
  if (said.length > 0) {
    page.gap();
    for (const line of said) page.text(showText(line), { paint: style.quiet });
  }
  drawKeys(page, sheets.length === 0 ? [say('keyQuitEmptyTerminal')] : [say('keyOpenListTerminal'), say('keyQuitTerminal')], options);
  return fit(page, { rows: options.rows, top: undefined, say });
}

function drawRow(
  page: Page,
  { questions }: WaitingSheet,
  { chosen, names }: { readonly chosen: boolean; readonly names: number },
  options: DrawOptions,
): void {
  const { say, style, now } = options;
  const [first] = questions;
  if (first === undefined) return;
  const server = padText(cutText(flat(first.server.name), names), names);
  const count = questions.length > 1 ? `${say('roundCount', { count: questions.length })}: ` : '';
  const ends = questions.flatMap(one => (one.expiresAt === undefined ? [] : [one.expiresAt]));
  const facts = [
    say('asked', { age: sayAge(say, now - first.askedAt) }),
    ...(ends.length === 0 ? [] : [say('expiresIn', { time: sayTimeLeft(say, Math.min(...ends) - now) })]),
    ...(questions.some(one => one.state === 'opened') ? [say('urlStillWaiting')] : []),
    ...(questions.some(one => (one.draft?.values.length ?? 0) > 0) ? [say('draftKept')] : []),
  ].join(' · ');
  const lead = `${style.pointer(chosen)}`;
  const text = cutText(`${count}${firstLine(first.message)}`, page.width - widthOf(lead) - 4 - names - 2);
  page.lines.push(
    `${lead}${style.mark(first.server.name)} ${chosen ? style.strong(server) : server}  ${chosen ? style.accent(text) : text}`,
  );
  page.line(`      ${facts}`, style.quiet);
  if (chosen) page.focus = page.lines.length - 1;
}
