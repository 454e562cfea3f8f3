/**
 * Questions in a terminal, one at a time, in the order in which they came.
 *
 * Invariants:
 *  1. Without a terminal on both sides there is no surface (`NO_TTY`): nothing piped in ever answers (N1).
 *  2. The terminal is given back as it was (cooked, cursor shown, main screen) whenever no question is on it, however it went.
 *  3. A question that ends elsewhere leaves at once, with one line that says how.
 *  4. Interrupt, end of input and Esc are `cancel`; only Ctrl+X declines (N2, D40).
 */
import { MidcallError } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { words } from '@midcall/core/words';
import type { Clock } from '@midcall/store';
import { systemClock } from '@midcall/store';
import type { AnsweredBy, Desk, Surface } from '../desk.js';
import type { PageOpener } from '../open-question-page.js';
import { openQuestionPage } from '../open-question-page.js';
import { drawSheet } from './draw-sheet.js';
import type { Key } from './keys.js';
import { createKeyReader } from './keys.js';
import type { SheetEffect, SheetState } from './sheet-state.js';
import { openSheet, pressKey } from './sheet-state.js';
import { styleOf } from './style.js';

/** Standard input as Node gives it, or anything that behaves like it. */
export interface TerminalInput {
  readonly isTTY?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', listener: (chunk: Uint8Array | string) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  off(event: 'data', listener: (chunk: Uint8Array | string) => void): unknown;
  off(event: 'end', listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

export interface TerminalOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

export interface TerminalSurfaceOptions {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly principal?: string;
  readonly clock?: Clock;
  /** BCP 47; language of midcall's words and of typed numbers. Default English. */
  readonly locale?: string;
  /** IANA zone for times typed without an offset. */
  readonly zone?: string;
  /** No colour. */
  readonly noColor?: boolean;
  /** Neither colour nor drawing characters, for screen readers and poor terminals. */
  readonly plain?: boolean;
  /** Opens pages; without it the person is told to open the address themselves. */
  readonly opener?: PageOpener;
  /** What "cut off" does beside declining; without it only this question is declined. */
  readonly cutOff?: (server: string) => Promise<void>;
  /** Milliseconds after a question appears in which no key answers it. Default 600. */
  readonly guardTime?: number;
}

const ENTER = '\u001b[?1049h\u001b[?2004h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?2004l\u001b[?1049l';

/** @throws MidcallError `NO_TTY` if there is no terminal to ask in. */
export function terminalSurface(options: TerminalSurfaceOptions): Surface {
  if (options.input.isTTY !== true || options.output.isTTY !== true) {
    throw new MidcallError('NO_TTY', 'There is no terminal to ask in.', {
      hint: 'Run it in a terminal, use the inbox in a browser, or answer by script.',
    });
  }
  return new TerminalSurface(options);
}

class TerminalSurface implements Surface {
  readonly name = 'terminal';
  readonly #options: TerminalSurfaceOptions;
  readonly #clock: Clock;
  readonly #say: Say;
  readonly #principal: string;
  readonly #queue: QuestionView[] = [];
  #desk: Desk | undefined;
  #sheet: SheetState | undefined;
  #ended = false;
  #busy = false;
  #give: () => void = () => {};
  #stopDraft: () => void = () => {};

  constructor(options: TerminalSurfaceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#say = words(options.locale);
    this.#principal = options.principal ?? 'local';
  }

  attached(desk: Desk): void {
    this.#desk = desk;
  }

  reachable(principal: string): boolean {
    return !this.#ended && this.#desk !== undefined && principal === this.#principal;
  }

  raise(question: QuestionView): void {
    this.#queue.push(question);
    if (this.#sheet === undefined) this.#next();
    else this.#draw();
  }

  /** The terminal's own bell: no sound of ours. */
  remind(): void {
    if (this.#sheet !== undefined) this.#options.output.write('\u0007');
  }

  changed(question: QuestionView): void {
    const waiting = this.#queue.findIndex(one => one.id === question.id);
    if (waiting >= 0 && question.state !== 'waiting') this.#queue.splice(waiting, 1);
    if (this.#sheet?.question.id !== question.id) {
      if (this.#sheet !== undefined && waiting >= 0) this.#draw();
      return;
    }
    if (question.state === 'waiting' || question.state === 'opened') {
      this.#sheet = { ...this.#sheet, question, ...(question.state === 'opened' && { step: 'opened' as const }) };
      this.#draw();
    } else this.#finish(question);
  }

  close(): void {
    this.#ended = true;
    this.#queue.length = 0;
    this.#leave();
  }

  #next(): void {
    const question = this.#ended ? undefined : this.#queue.shift();
    if (question === undefined) {
      this.#leave();
      return;
    }
    if (this.#sheet === undefined) this.#enter();
    this.#sheet = openSheet(question, this.#clock.now());
    this.#draw();
    this.#desk?.shown(question.id, this.name, { principal: this.#principal });
  }

  /** Says in one line how it ended, on the screen that stays, and goes on. */
  #finish(question: QuestionView): void {
    this.#stopDraft();
    const line = `${showText(question.server.name)}: ${endOf(question, this.#say)}`;
    this.#leave();
    this.#options.output.write(`${line}\r\n`);
    this.#next();
  }

  #enter(): void {
    const { input, output } = this.#options;
    const keys = createKeyReader(this.#clock, key => this.#press(key));
    const decoder = new TextDecoder();
    const data = (chunk: Uint8Array | string): void =>
      keys.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    const end = (): void => keys.end();
    const resize = (): void => this.#draw();
    let stopTick: () => void = () => {};
    const tick = (): void => {
      stopTick = this.#clock.setTimeout(() => {
        this.#draw();
        tick();
      }, 1_000);
    };
    input.setRawMode?.(true);
    input.on('data', data);
    input.on('end', end);
    output.on('resize', resize);
    input.resume();
    output.write(ENTER);
    tick();
    this.#give = () => {
      this.#give = () => {};
      stopTick();
      keys.stop();
      input.off('data', data);
      input.off('end', end);
      output.off('resize', resize);
      input.pause();
      input.setRawMode?.(false);
      output.write(LEAVE);
    };
  }

  #leave(): void {
    this.#stopDraft();
    this.#sheet = undefined;
    this.#give();
  }

  #press(key: Key): void {
    if (this.#sheet === undefined) return;
    if (key.name === 'end-of-input') this.#ended = true; // nobody can type here any more
    if (this.#busy && key.name !== 'interrupt' && key.name !== 'end-of-input') return;
    const { locale, zone, guardTime = 600 } = this.#options;
    const step = pressKey(this.#sheet, key, {
      now: this.#clock.now(),
      guardTime,
      ...(locale !== undefined && { locale }),
      ...(zone !== undefined && { zone }),
    });
    this.#sheet = step.state;
    this.#draw();
    if (step.effect !== undefined) void this.#act(step.effect, step.state.question).catch(() => this.#draw());
  }

  async #act(effect: SheetEffect, question: QuestionView): Promise<void> {
    const by: AnsweredBy = { principal: this.#principal, surface: this.name, as: 'person' };
    if (effect.kind === 'draft') this.#saveDraftSoon(question.id);
    else if (effect.kind === 'more-time') await this.#moreTime(question.id);
    else if (effect.kind === 'retry') await this.#desk?.retry(question.id, by);
    else {
      this.#busy = true;
      try {
        await this.#decide(effect, question, by);
      } finally {
        this.#busy = false;
      }
    }
  }

  async #decide(effect: SheetEffect, question: QuestionView, by: AnsweredBy): Promise<void> {
    const desk = this.#desk;
    if (desk === undefined) return;
    if (effect.kind === 'open') {
      const { opener } = this.#options;
      await (opener === undefined ? desk.opened(question.id, by) : openQuestionPage(desk, question, { ...by, opener }));
      return;
    }
    if (effect.kind === 'cut-off') await this.#options.cutOff?.(question.server.name);
    const result = effect.kind === 'answer' ? effect.result : ({ action: 'decline' } as const);
    const outcome = await desk.answer(question.id, result, by);
    if (this.#ended) await this.#cancelQueue(desk, by);
    if (outcome.ok || this.#sheet?.question.id !== question.id) return;
    if (outcome.reason === 'invalid') {
      this.#sheet = { ...this.#sheet, step: 'form', errors: new Map((outcome.issues ?? []).map(issue => [issue.field, issue.message])) };
      this.#draw();
    } else this.#finish(desk.get(question.id, by) ?? { ...question, state: 'withdrawn' });
  }

  /** The input ended: whoever waits behind will not be seen by anybody here. */
  async #cancelQueue(desk: Desk, by: AnsweredBy): Promise<void> {
    for (const question of this.#queue.splice(0)) await desk.answer(question.id, { action: 'cancel' }, { ...by, reason: 'end-of-input' });
  }

  async #moreTime(id: string): Promise<void> {
    if ((await this.#desk?.extend(id, { principal: this.#principal })) !== undefined || this.#sheet?.question.id !== id) return;
    this.#sheet = { ...this.#sheet, note: 'no-more-time' };
    this.#draw();
  }

  #saveDraftSoon(id: string): void {
    this.#stopDraft();
    const stop = this.#clock.setTimeout(() => {
      this.#stopDraft = () => {};
      const sheet = this.#sheet;
      if (sheet?.question.id !== id) return;
      void this.#desk?.saveDraft(id, { v: 1, values: [...sheet.values], at: this.#clock.now() }, { principal: this.#principal });
    }, 300);
    this.#stopDraft = () => {
      this.#stopDraft = () => {};
      stop();
    };
  }

  #draw(): void {
    if (this.#sheet === undefined) return;
    const { output, plain = false, noColor = false, opener, locale, zone } = this.#options;
    const lines = drawSheet(this.#sheet, {
      columns: output.columns ?? 80,
      rows: output.rows ?? 24,
      now: this.#clock.now(),
      say: this.#say,
      style: styleOf({ plain, color: !noColor }),
      behind: this.#queue.length,
      canOpen: opener !== undefined,
      ...(locale !== undefined && { locale }),
      ...(zone !== undefined && { zone }),
    });
    // Each line is written and its rest erased, then all below: nothing old stays, nothing flickers.
    output.write(`\u001b[H${lines.map(line => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
  }
}

function endOf(question: QuestionView, say: Say): string {
  const server = showText(question.server.name);
  if (question.state === 'expired') return say('expired');
  if (question.state === 'withdrawn') return question.action === undefined ? say('withdrawn', { server }) : say('cancelled');
  if (question.state === 'undeliverable') return say('undeliverable');
  if (question.action === 'decline') return say('declined');
  if (question.action === 'cancel') return say('cancelled');
  return question.state === 'delivered' ? say('delivered', { server }) : say('saved');
}
