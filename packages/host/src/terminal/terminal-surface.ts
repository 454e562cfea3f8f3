/**
 * Questions in a terminal: each call's own prompt, one sheet after the other, or an inbox with a list of what waits.
 *
 * Invariants:
 *  1. Without a terminal on both sides there is no surface (`NO_TTY`): nothing piped in ever answers (N1).
 *  2. The terminal is given back as it was whenever nothing of ours is on it, however it went.
 *  3. A question that ends elsewhere leaves at once, with one line that says how. What was typed into it is there again if
 *     it is asked again; in the inbox, which holds the terminal anyway, it also stays to be read.
 *  4. In a call's own prompt interrupt, end of input and Esc are `cancel` and only Ctrl+X declines; in the inbox they leave
 *     everything waiting, and only Ctrl+N closes without an answer (N2, D40).
 *  5. Of a round nothing is told before all of it was decided and checked; then it is told at once (D5).
 */
import { MidcallError } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { words } from '@midcall/core/words';
import type { Clock } from '@midcall/store';
import { systemClock } from '@midcall/store';
import type { Desk, Surface, Viewer } from '../desk.js';
import { rulesOf } from './desk-rules.js';
import { DraftSaver } from './draft-saver.js';
import type { DrawOptions } from './draw-options.js';
import { drawSheet } from './draw-sheet.js';
import { fillPart, fillSheet, isOver, joinSheet, updateSheet } from './fill-sheet.js';
import { TerminalHold } from './hold.js';
import { KeptDrafts } from './kept-drafts.js';
import type { Key } from './keys.js';
import type { ListState } from './list.js';
import { drawList, pressListKey, settleList } from './list.js';
import type { PressOptions, SheetEffect } from './press-key.js';
import { goesOn, pressKey } from './press-key.js';
import type { SheetState } from './sheet.js';
import type { Deed } from './sheet-deeds.js';
import { doDeed } from './sheet-deeds.js';
import { styleOf } from './style.js';
import type { TerminalSurfaceOptions } from './surface-options.js';
import { Telling } from './telling.js';
import type { WaitingSheet } from './waiting.js';
import { sheetKey, Waiting } from './waiting.js';

/** Milliseconds. */
const GUARD_TIME = 600;
/** Milliseconds for which a question that ended under the person's hands stays to be read. */
const ENDED_STAYS = 60_000;

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
  readonly #viewer: Viewer;
  readonly #keeps: boolean;
  readonly #waiting = new Waiting();
  readonly #kept = new KeptDrafts();
  readonly #hold: TerminalHold;
  readonly #telling: Telling;
  readonly #drafts: DraftSaver;
  #desk: Desk | undefined;
  #sheet: { readonly key: string; readonly state: SheetState } | undefined;
  #list: ListState = { chosen: undefined, movedAt: 0 };
  #ended = false;
  #busy = false;
  #unsubscribe: () => void = () => {};
  #stopEnded: () => void = () => {};

  constructor(options: TerminalSurfaceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#say = words(options.locale);
    this.#viewer = { principal: options.principal ?? 'local' };
    this.#keeps = options.leaving === 'keeps';
    this.#telling = new Telling(this.#say);
    this.#drafts = new DraftSaver(this.#clock, () => ({ desk: this.#desk, viewer: this.#viewer, parts: this.#sheet?.state.parts ?? [] }));
    const { input, output, jobs, plain = false } = options;
    this.#hold = new TerminalHold({
      input,
      output,
      clock: this.#clock,
      jobs,
      tick: plain ? 10_000 : 1_000,
      onKey: key => this.#press(key),
      onDraw: why => {
        // What was typed while something else was on the screen was not meant for the question.
        if (why === 'continue' && this.#sheet !== undefined) this.#set({ ...this.#sheet.state, shownAt: this.#clock.now() });
        this.#draw(why === 'continue' || (why === 'tick' && !plain));
      },
    });
  }

  attached(desk: Desk): void {
    this.#desk = desk;
    if (!this.#keeps || this.#ended) return;
    for (const question of desk.list(this.#viewer)) this.#waiting.put(question);
    this.#unsubscribe = desk.subscribe(this.#viewer, question => this.changed(question));
    this.#settle([]);
    this.#hold.take();
    const [only, ...more] = this.#waiting.list();
    if (only !== undefined && more.length === 0) this.#open(only);
    else this.#draw();
  }

  reachable(principal: string): boolean {
    return !this.#ended && this.#desk !== undefined && principal === this.#viewer.principal;
  }

  /** An inbox that holds the terminal is in sight; a call's own prompt is a way to one question. */
  present(): readonly string[] {
    return this.#keeps && !this.#ended && this.#desk !== undefined ? [this.#viewer.principal] : [];
  }

  raise(question: QuestionView): void {
    if (!this.#ended) this.#take(question, true);
  }

  remind(): void {
    if (this.#hold.held) this.#hold.ring();
  }

  changed(question: QuestionView): void {
    if (this.#ended) return;
    const onScreen = this.#sheet?.state.parts.some(part => part.question.id === question.id) === true;
    if (!onScreen && this.#telling.outcome(question)) {
      if (!this.#hold.held) this.#give();
      else if (this.#keeps) this.#draw();
    }
    if (this.#knows(question) || this.#keeps) this.#take(question, false);
  }

  close(): void {
    this.#ended = true;
    this.#unsubscribe();
    this.#drafts.save();
    this.#stopEnded();
    this.#sheet = undefined;
    this.#waiting.clear();
    this.#give();
  }

  // --- questions that come and go

  #knows(question: QuestionView): boolean {
    return this.#waiting.get(sheetKey(question))?.questions.some(one => one.id === question.id) === true;
  }

  /** A question that came, or a newer view of one. */
  #take(question: QuestionView, raised: boolean): void {
    const before = this.#waiting.list();
    const isNew = !this.#knows(question);
    if (!this.#waiting.put(question)) return;
    this.#settle(before);
    if (this.#sheet?.key === sheetKey(question)) this.#update(this.#sheet.state, question);
    else if (this.#sheet === undefined && raised && !this.#keeps) this.#next();
    else this.#draw();
    if (isNew && this.#keeps) this.#hold.ring();
  }

  #settle(before: readonly WaitingSheet[]): void {
    this.#list = settleList(this.#list, this.#waiting.list(), before, this.#clock.now());
  }

  /** The sheet on the screen, after one of its questions changed or joined. */
  #update(state: SheetState, question: QuestionView): void {
    const joins = !state.parts.some(part => part.question.id === question.id);
    const next = joins ? joinSheet(state, fillPart(question, this.#kept), this.#clock.now()) : updateSheet(state, question);
    this.#set(next);
    if (isOver(next)) {
      this.#over(next);
      return;
    }
    this.#draw();
    if (joins) this.#shown(question);
  }

  /** Every question of the sheet has ended. */
  #over(state: SheetState): void {
    this.#drafts.stop();
    const lost = state.parts.filter(part => part.dirty && !this.#telling.own.has(part.question.id));
    for (const part of lost) this.#kept.keep(part);
    if (lost.length === 0 || !this.#keeps) {
      this.#goOn(); // a call's own prompt gives the terminal back at once: what the host writes next must be seen
      return;
    }
    // It ended under the person's hands: what they typed stays to be read, until they go on.
    this.#set({ ...state, step: 'ended', shownAt: this.#clock.now(), following: false, top: 0 });
    this.#stopEnded();
    this.#stopEnded = this.#clock.setTimeout(() => this.#goOn(), ENDED_STAYS);
    this.#draw();
  }

  #goOn(): void {
    this.#stopEnded();
    this.#telling.over(this.#sheet?.state.parts.map(part => part.question) ?? []);
    this.#sheet = undefined;
    this.#next();
  }

  /** To the list, or to who waits next. */
  #next(): void {
    if (this.#keeps) {
      this.#draw();
      return;
    }
    const [next] = this.#waiting.list();
    // Lines about what ended go onto the screen that stays.
    if (next === undefined || this.#telling.pending) this.#give();
    if (next !== undefined) this.#open(next);
  }

  #open({ key, questions }: WaitingSheet): void {
    this.#hold.take();
    const parts = questions.map(question => fillPart(question, this.#kept));
    this.#sheet = { key, state: fillSheet(parts, this.#clock.now(), this.#say) };
    this.#draw();
    for (const question of questions) this.#shown(question);
  }

  #shown(question: QuestionView): void {
    if (question.state === 'waiting') this.#desk?.shown(question.id, this.name, this.#viewer);
  }

  #give(): void {
    this.#hold.give();
    const lines = this.#telling.take();
    if (!this.#keeps) for (const line of lines) this.#hold.say(line);
  }

  // --- keys

  #press(key: Key): void {
    if (key.name === 'end-of-input') {
      if (this.#keeps) {
        this.#quit();
        return;
      }
      this.#ended = true; // nobody can type here any more
    }
    if (this.#sheet === undefined) {
      if (this.#keeps) this.#pressList(key);
      return;
    }
    const { state } = this.#sheet;
    if (this.#busy && key.name !== 'interrupt' && key.name !== 'end-of-input') return;
    if (state.step === 'ended') {
      if (goesOn(state, key, this.#pressOptions())) this.#goOn();
      return;
    }
    const step = pressKey(state, key, this.#pressOptions());
    this.#set(step.state);
    this.#draw();
    if (step.effect !== undefined) this.#act(step.effect);
  }

  #pressList(key: Key): void {
    const { guardTime = GUARD_TIME } = this.#options;
    const { state, effect } = pressListKey(this.#list, key, { sheets: this.#waiting.list(), now: this.#clock.now(), guardTime });
    this.#list = state;
    const sheet = effect?.kind === 'open' ? this.#waiting.get(effect.key) : undefined;
    if (effect?.kind === 'quit') this.#quit();
    else if (sheet !== undefined) this.#open(sheet);
    else this.#draw();
  }

  #act(effect: SheetEffect): void {
    if (effect.kind === 'draft') this.#drafts.soon();
    else if (effect.kind === 'leave') this.#leave();
    else if (effect.kind === 'next') this.#defer();
    else if (effect.kind === 'print') this.#print(effect.id);
    else void this.#deed(effect).catch(() => this.#note(this.#say('notDone'), true));
  }

  async #deed(deed: Deed): Promise<void> {
    const desk = this.#desk;
    if (desk === undefined) return;
    const by = { ...this.#viewer, surface: this.name, as: 'person' } as const;
    this.#busy = true;
    try {
      await doDeed(deed, {
        desk,
        by,
        clock: this.#clock,
        say: this.#say,
        rules: this.#rules(),
        kept: this.#kept,
        own: this.#telling.own,
        opener: this.#options.opener,
        screen: {
          state: () => this.#sheet?.state,
          set: state => {
            this.#set(state);
            this.#draw();
          },
          note: (text, danger) => this.#note(text, danger),
          changed: question => this.changed(question),
        },
      });
    } finally {
      this.#busy = false;
      if (this.#ended) await this.#cancelRest(desk);
    }
  }

  /** The input ended: whoever waits behind will not be seen by anybody here. */
  async #cancelRest(desk: Desk): Promise<void> {
    const rest = this.#waiting.list().flatMap(sheet => sheet.questions);
    this.close();
    const by = { ...this.#viewer, surface: this.name, as: 'person', reason: 'end-of-input' } as const;
    for (const question of rest) await desk.answer(question.id, { action: 'cancel' }, by);
  }

  /** Leaves the inbox; everything that waits still waits. */
  #quit(): void {
    this.close();
    this.#options.onLeave?.();
  }

  /** Back to the list; the question waits, its draft is kept. */
  #leave(): void {
    this.#drafts.save();
    this.#list = { chosen: this.#sheet?.key, movedAt: 0 };
    this.#sheet = undefined;
    this.#draw();
  }

  /** A page that is open can be waited for behind the others. */
  #defer(): void {
    if (this.#sheet === undefined) return;
    this.#waiting.defer(this.#sheet.key);
    this.#sheet = undefined;
    this.#next();
  }

  #print(id: string): void {
    const url = this.#sheet?.state.parts.find(part => part.question.id === id)?.question.url;
    if (url !== undefined) this.#hold.print(showText(url.href), this.#say('printedAlone'));
  }

  // --- the screen

  #rules() {
    return rulesOf(this.#desk, this.#viewer.principal, this.#options.cutOff);
  }

  /** Says something above the keys, until the next key; where no sheet is left, among what is told at the end. */
  #note(text: string, danger: boolean): void {
    if (this.#sheet === undefined) {
      this.#telling.also(text);
      if (!this.#hold.held) this.#give();
    } else this.#set({ ...this.#sheet.state, note: { text, danger } });
    this.#draw();
  }

  #set(state: SheetState): void {
    if (this.#sheet !== undefined) this.#sheet = { key: this.#sheet.key, state };
  }

  #draw(always = false): void {
    if (!this.#hold.held) return;
    const options = this.#drawOptions();
    if (this.#sheet === undefined) {
      if (this.#keeps) this.#hold.draw(drawList(this.#list, this.#waiting.list(), this.#telling.said, options), always);
      return;
    }
    const frame = drawSheet(this.#sheet.state, options);
    this.#set({ ...this.#sheet.state, top: frame.top });
    this.#hold.draw(frame, always);
  }

  #drawOptions(): DrawOptions {
    const { output, plain = false, noColor = false, opener, locale, zone } = this.#options;
    const behind = this.#waiting.list().filter(sheet => sheet.key !== this.#sheet?.key);
    return {
      columns: output.columns ?? 80,
      rows: output.rows ?? 24,
      now: this.#clock.now(),
      say: this.#say,
      style: styleOf({ plain, color: !noColor }),
      behind: behind.map(sheet => sheet.questions[0]?.server.name ?? ''),
      canOpen: opener !== undefined,
      leaving: this.#keeps ? 'keeps' : 'cancels',
      powers: this.#rules(),
      ...(locale !== undefined && { locale }),
      ...(zone !== undefined && { zone }),
    };
  }

  #pressOptions(): PressOptions {
    const { behind, rows, ...options } = this.#drawOptions();
    return { ...options, guardTime: this.#options.guardTime ?? GUARD_TIME, behind: behind.length > 0, page: Math.max(1, rows - 8) };
  }
}
