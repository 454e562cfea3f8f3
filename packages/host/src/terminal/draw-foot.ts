/** The keys, always on the screen; those that answer come first. */
import { isConfirm } from '@midcall/core';
import { confirmVerb } from '@midcall/core/words';
import type { DrawOptions } from './draw-options.js';
import { menuOf } from './menu.js';
import type { Page } from './page.js';
import { flat } from './page.js';
import type { SheetPart, SheetState } from './sheet.js';
import { isRound, partOf, stopOf } from './sheet.js';
import { wrapText } from './text-width.js';

/** Windows in which every cell counts: keys are written short, and nothing is drawn that is not text. */
const NARROW = 40;
const SHORT = 12;

export function drawFoot(page: Page, state: SheetState, options: DrawOptions): void {
  const { note } = state;
  drawKeys(page, keysOf(state, options), options, note === undefined ? [] : [{ text: note.text, danger: note.danger === true }]);
}

/** @param notes said above the keys. */
export function drawKeys(
  page: Page,
  keys: readonly (string | undefined)[],
  { rows, style }: DrawOptions,
  notes: readonly { readonly text: string; readonly danger?: boolean }[] = [],
): void {
  const said = notes.flatMap(note => wrapText(note.text, page.width).map(note.danger === true ? style.danger : style.strong));
  const small = page.width < NARROW || rows < SHORT;
  const names = keys.filter(key => key !== undefined).map(key => (small ? key.replace(/^(?:Ctrl|Strg)\+/, '^') : key));
  page.foot = [...(rows < SHORT ? [] : [page.rule()]), ...said, ...wrapKeys(names, page.width).map(style.quiet)];
}

function keysOf(state: SheetState, options: DrawOptions): readonly (string | undefined)[] {
  const { say, leaving } = options;
  const part = partOf(state);
  const keeps = leaving === 'keeps';
  if (state.step === 'ended') return [say('keyGoOnTerminal')];
  if (state.menu !== undefined) return [say('keyChooseTerminal'), say('keyBackTerminal')];
  const leave = keeps ? say('keyLeaveTerminal') : say('keyNotNowTerminal');
  const more = menuOf(state, say, options.powers).length === 0 ? undefined : say('keyMoreTerminal');
  if (state.step === 'check') {
    const refuse = isRound(state) ? [] : [say('keyDeclineTerminal'), ...(keeps ? [say('keyNotNowKeepsTerminal')] : [])];
    return [say('keySendTerminal'), ...refuse, say('keyChangeTerminal'), say('keyBackTerminal'), more];
  }
  if (isRound(state)) return [say('keyCheckTerminal'), ...partKeys(state, part, options), leave, timeKey(state, options), more];
  if (part.question.state === 'opened') {
    const next = options.behind.length > 0 && !keeps ? say('keyNextQuestionTerminal') : undefined;
    return [say('keyRetryTerminal'), next, ...(keeps ? [say('keyNotNowKeepsTerminal')] : []), leave, printKey(part, options), more];
  }
  const refuse = [say('keyDeclineTerminal'), ...(keeps ? [say('keyNotNowKeepsTerminal')] : []), leave];
  if (part.covered) return [...refuse, timeKey(state, options)];
  return [sendKey(part, options), ...refuse, enterKey(part, options), printKey(part, options), timeKey(state, options), more];
}

function sendKey({ question: { form, url, message } }: SheetPart, { say, canOpen }: DrawOptions): string | undefined {
  if (url !== undefined) return url.openable ? say(canOpen ? 'keyOpenTerminal' : 'keyOpenedTerminal') : undefined;
  if (form !== undefined && form.fields.length > 1) return say('keyCheckTerminal');
  const verb = form !== undefined && isConfirm(form) ? confirmVerb(message) : undefined;
  return verb === undefined ? say('keySendTerminal') : say('keyYesTerminal', { verb: flat(verb) });
}

function enterKey({ question: { form, url } }: SheetPart, { say }: DrawOptions): string | undefined {
  if (url !== undefined || form === undefined) return undefined;
  if (isConfirm(form)) return say('keyTickTerminal');
  return say(form.fields.length > 1 ? 'keyNextTerminal' : 'keyEnterTerminal');
}

function partKeys(state: SheetState, part: SheetPart, options: DrawOptions): readonly (string | undefined)[] {
  const { say, canOpen } = options;
  const { url, state: at } = part.question;
  if (part.decision === 'decline') return [say('keyUndoTerminal'), say('keyNotNowOneTerminal')];
  if (part.decision === 'cancel') return [say('keyDeclineOneTerminal'), say('keyUndoNotNowTerminal')];
  if (at === 'opened') return [say('keyRetryTerminal'), say('keyNotNowOneTerminal')];
  const page = url?.openable === true ? say(canOpen ? 'keyOpenPartTerminal' : 'keyOpenedPartTerminal') : undefined;
  const { field } = stopOf(state);
  const enter = field === undefined ? page : say('keyNextTerminal');
  return [enter, say('keyDeclineOneTerminal'), say('keyNotNowOneTerminal'), printKey(part, options)];
}

function printKey({ question: { url } }: SheetPart, { say, canOpen }: DrawOptions): string | undefined {
  return url?.openable === true && !canOpen ? say('keyPrintTerminal') : undefined;
}

function timeKey(state: SheetState, { say }: DrawOptions): string | undefined {
  return state.parts.some(one => one.question.extendable) ? say('keyMoreTimeTerminal') : undefined;
}

/** Keys break between, never within. */
function wrapKeys(keys: readonly string[], width: number): string[] {
  const whole = keys.map(key => key.replaceAll(' ', '\u00a0'));
  return wrapText(whole.join(' · '), width).map(line => line.replaceAll('\u00a0', ' ').replace(/^· /, '').replace(/ ·$/, ''));
}
