/**
 * Questions in a terminal: each call's own prompt, one sheet after the other, or an inbox with a list of what waits.
 *
 * Invariants:
 *  1. Without a terminal on both sides there is no surface (`NO_TTY`): nothing piped in ever answers (N1).
 *  2. The terminal is given back as it was whenever nothing of ours is on it, however it went.
 *  3. A question that ends elsewhere leaves at once, with one line that says how; what was typed into it stays to be read.
 *  4. In a call's own prompt interrupt, end of input and Esc are `cancel` and only Ctrl+X declines; in the inbox they leave
 *     everything waiting, and only Ctrl+N closes without an answer (N2, D40).
 *  5. Of a round nothing is told before all of it was decided and checked; then it is told at once (D5).
 */
import type { JsonObject } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { words } from '@midcall/core/words';
import type { Clock } from '@midcall/store';
import { systemClock } from '@midcall/store';
import type { AnsweredBy, AnswerOutcome, Desk, Surface } from '../desk.js';
import type { PageOpener } from '../open-question-page.js';
import { openQuestionPage } from '../open-question-page.js';
import type { SentAnswer } from './decide.js';
import { rulesOf } from './desk-rules.js';
import type { DrawOptions } from './draw-options.js';
import { drawSheet } from './draw-sheet.js';
import { fillPart, fillSheet, isOver, joinSheet, refuseSheet, updateSheet } from './fill-sheet.js';
import type { TerminalInput, TerminalJobs, TerminalOutput } from './hold.js';
import { TerminalHold } from './hold.js';
import { KeptDrafts } from './kept-drafts.js';
import type { Key } from './keys.js';
import type { ListState } from './list.js';
import { drawList, pressListKey, settleList } from './list.js';
import { sayEnd } from './outcome.js';
import { flat } from './page.js';
import type { PressOptions, SheetEffect } from './press-key.js';
import { goesOn, pressKey } from './press-key.js';
import type { SheetState } from './sheet.js';
import { styleOf } from './style.js';
import type { WaitingSheet } from './waiting.js';
import { sheetKey, Waiting } from './waiting.js';

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
  /** Opens pages; without it the person is told to open the address themselves. Give none on a remote machine (N10). */
  readonly opener?: PageOpener;
  /** What "cut off" does beside declining. Default: a rule of the desk, where it has rules. */
  readonly cutOff?: (server: string) => Promise<void>;
  /** Milliseconds after a question appears in which no key does anything. Default 600. */
  readonly guardTime?: number;
  /**
   * `cancels`: each call's own prompt; Esc, Ctrl-C and the end of input close a question without an answer. `keeps`: an
   * inbox that holds the terminal, with a list of everything of this principal that waits at the desk; leaving a question
   * or the inbox leaves it waiting with its draft, and only "not now" closes it (D40). Default `cancels`.
   */
  readonly leaving?: 'cancels' | 'keeps';
  /** With `keeps`: the person left the inbox, or the terminal is gone. Everything that waited still waits. */
  readonly onLeave?: () => void;
  /** What Ctrl+Z does; without it, nothing. */
  readonly jobs?: TerminalJobs;
}

/** Milliseconds for which a question that ended under the person's hands stays to be read. */
const ENDED_STAYS = 60_000;
/** Milliseconds of quiet before a draft is kept. */
const DRAFT_WAIT = 300;
/** Lines about the last answers that the list keeps. */
const SAID = 3;

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
  readonly #keeps: boolean;
  readonly #waiting = new Waiting();
  readonly #kept = new KeptDrafts();
  readonly #hold: TerminalHold;
  /** Questions that were answered here: how they end is told here, too. */
  readonly #own = new Set<string>();
  /** What became of the last answers, by question, newest last. */
  readonly #said = new Map<string, string>();
  #lines: string[] = [];
  #desk: Desk | undefined;
  #sheet: { readonly key: string; readonly state: SheetState } | undefined;
  #list: ListState = { chosen: undefined, movedAt: 0 };
  #ended = false;
  #busy = false;
  #unsubscribe: () => void = () => {};
  #stopDraft: () => void = () => {};
  #stopEnded: () => void = () => {};

  constructor(options: TerminalSurfaceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#say = words(options.locale);
    this.#principal = options.principal ?? 'local';
    this.#keeps = options.leaving === 'keeps';
    const { input, output, jobs, plain = false } = options;
    this.#hold = new TerminalHold({
      input,
      output,
      clock: this.#clock,
      jobs,
      tick: plain ? 10_000 : 1_000,
      onKey: key => this.#press(key),
      onDraw: why => {
        if (why === 'continue') this.#guard(); // what was typed meanwhile was not meant for the question
        this.#draw(why === 'continue' || (why === 'tick' && !plain));
      },
    });
  }

  attached(desk: Desk): void {
    this.#desk = desk;
    if (!this.#keeps || this.#ended) return;
    const viewer = { principal: this.#principal };
    for (const question of desk.list(viewer)) this.#waiting.put(question);
    this.#unsubscribe = desk.subscribe(viewer, question => this.changed(question));
    this.#settle([]);
    this.#hold.take();
    const [only, ...more] = this.#waiting.list();
    if (only !== undefined && more.length === 0) this.#open(only);
    else this.#draw();
  }

  reachable(principal: string): boolean {
    return !this.#ended && this.#desk !== undefined && principal === this.#principal;
  }

  raise(question: QuestionView): void {
    if (!this.#ended) this.#take(question, true);
  }

  remind(): void {
    if (this.#hold.held) this.#hold.ring();
  }

  changed(question: QuestionView): void {
    if (this.#ended) return;
    this.#tellOutcome(question);
    const known = this.#waiting.get(sheetKey(question))?.questions.some(one => one.id === question.id) === true;
    if (known || this.#keeps) this.#take(question, false);
  }

  close(): void {
    if (this.#ended && !this.#hold.held) return;
    this.#ended = true;
    this.#unsubscribe();
    this.#saveDraftNow();
    this.#stopEnded();
    this.#sheet = undefined;
    this.#waiting.clear();
    this.#give();
  }

  /** A question that came, or a newer view of one. */
  #take(question: QuestionView, raised: boolean): void {
    const before = this.#waiting.list();
    const key = sheetKey(question);
    const isNew = this.#waiting.get(key)?.questions.some(one => one.id === question.id) !== true;
    if (!this.#waiting.put(question)) return;
    this.#settle(before);
    if (this.#sheet?.key === key) this.#update(this.#sheet.state, question);
    else if (this.#sheet === undefined && raised && !this.#keeps) this.#next();
    else this.#draw();
    if (isNew && this.#keeps) this.#hold.ring();
  }

  #settle(before: readonly WaitingSheet[]): void {
    this.#list = settleList(this.#list, this.#waiting.list(), before, this.#clock.now());
  }

  /** The sheet on the screen, after one of its questions changed or joined. */
  #update(state: SheetState, question: QuestionView): void {
    const joined = !state.parts.some(part => part.question.id === question.id);
    const next = joined ? joinSheet(state, fillPart(question, this.#kept), this.#clock.now()) : updateSheet(state, question);
    this.#set(next);
    if (joined) this.#shown(question);
    if (isOver(next)) this.#over(next);
    else this.#draw();
  }

  /** Every question of the sheet has ended. */
  #over(state: SheetState): void {
    this.#stopDraft();
    const lost = state.parts.filter(part => part.dirty && !this.#own.has(part.question.id));
    if (lost.length > 0) {
      // It ended under the person's hands: what they typed stays to be read, until they go on.
      this.#set({ ...state, step: 'ended', shownAt: this.#clock.now(), following: false, top: 0 });
      this.#stopEnded();
      this.#stopEnded = this.#clock.setTimeout(() => this.#goOn(), ENDED_STAYS);
      this.#draw();
      return;
    }
    this.#goOn();
  }

  #goOn(): void {
    this.#stopEnded();
    const state = this.#sheet?.state;
    this.#sheet = undefined;
    const lines = (state?.parts ?? []).map(({ question }) => this.#line(question, this.#own.has(question.id)));
    for (const line of new Set(lines)) this.#lines.push(line);
    for (const { question } of state?.parts ?? []) this.#note(question);
    this.#next();
  }

  /** To the list, or to who waits next. */
  #next(): void {
    if (this.#keeps) {
      this.#lines = [];
      this.#draw();
      return;
    }
    const [next] = this.#waiting.list();
    // Lines about what ended go onto the screen that stays.
    if (next === undefined || this.#lines.length > 0) this.#give();
    if (next !== undefined) this.#open(next);
  }

  #open(sheet: WaitingSheet): void {
    this.#hold.take();
    const parts = sheet.questions.map(question => fillPart(question, this.#kept));
    this.#sheet = { key: sheet.key, state: fillSheet(parts, this.#clock.now(), this.#say) };
    this.#draw();
    for (const question of sheet.questions) this.#shown(question);
  }

  #shown(question: QuestionView): void {
    if (question.state === 'waiting') this.#desk?.shown(question.id, this.name, { principal: this.#principal });
  }

  #give(): void {
    this.#hold.give();
    for (const line of this.#lines.splice(0)) this.#hold.say(line);
  }

  #press(key: Key): void {
    if (this.#sheet === undefined) {
      if (this.#keeps) this.#pressList(key);
      return;
    }
    if (key.name === 'end-of-input') {
      if (this.#keeps) {
        this.#quit();
        return;
      }
      this.#ended = true; // nobody can type here any more
    }
    if (this.#busy && key.name !== 'interrupt' && key.name !== 'end-of-input') return;
    if (this.#sheet.state.step === 'ended') {
      if (goesOn(this.#sheet.state, key, this.#pressOptions())) this.#goOn();
      return;
    }
    const { state, effect } = pressKey(this.#sheet.state, key, this.#pressOptions());
    this.#set(state);
    this.#draw();
    if (effect !== undefined) void this.#act(effect).catch(() => this.#complain(this.#say('notDone')));
  }

  #pressList(key: Key): void {
    const { guardTime = 600 } = this.#options;
    const { state, effect } = pressListKey(this.#list, key, { sheets: this.#waiting.list(), now: this.#clock.now(), guardTime });
    this.#list = state;
    if (effect?.kind === 'quit') this.#quit();
    else if (effect !== undefined) {
      const sheet = this.#waiting.get(effect.key);
      if (sheet !== undefined) this.#open(sheet);
    } else this.#draw();
  }

  /** Leaves the inbox; everything that waits still waits. */
  #quit(): void {
    this.close();
    this.#options.onLeave?.();
  }

  async #act(effect: SheetEffect): Promise<void> {
    const desk = this.#desk;
    const by: AnsweredBy = { principal: this.#principal, surface: this.name, as: 'person' };
    if (desk === undefined) return;
    switch (effect.kind) {
      case 'draft':
        return this.#saveDraftSoon();
      case 'leave':
        return this.#leave();
      case 'next':
        return this.#defer();
      case 'more-time':
        return this.#moreTime(desk);
      case 'print':
        return this.#print(effect.id);
      case 'retry':
        return this.#judge(effect.id, await desk.retry(effect.id, by));
      case 'mute':
      case 'unmute':
        await this.#rules()[effect.kind](effect.server);
        return this.#complain(this.#say(effect.kind === 'mute' ? 'wasMuted' : 'wasUnmuted', { server: flat(effect.server) }), false);
      default:
        break;
    }
    this.#busy = true;
    try {
      if (effect.kind === 'open') await this.#openPage(desk, effect.id, by);
      else if (effect.kind === 'send') await this.#send(desk, effect.answers, by);
      else if (effect.kind === 'cut-off') {
        await this.#rules().cutOffServer(effect.server);
        const live = this.#sheet?.state.parts.filter(part => part.question.state === 'waiting') ?? [];
        await this.#send(
          desk,
          live.map(part => ({ id: part.question.id, result: { action: 'decline' }, remember: false })),
          by,
        );
      }
    } finally {
      this.#busy = false;
    }
    if (this.#ended) await this.#cancelRest(desk, by);
  }

  async #openPage(desk: Desk, id: string, by: AnsweredBy): Promise<void> {
    const question = this.#sheet?.state.parts.find(part => part.question.id === id)?.question;
    if (question === undefined) return;
    const { opener } = this.#options;
    this.#own.add(id);
    this.#judge(id, await (opener === undefined ? desk.opened(id, by) : openQuestionPage(desk, question, { ...by, opener })));
  }

  async #send(desk: Desk, answers: readonly SentAnswer[], by: AnsweredBy): Promise<void> {
    const parts = this.#sheet?.state.parts ?? [];
    for (const { id, result, remember } of answers) {
      const part = parts.find(one => one.question.id === id);
      if (part !== undefined && result.action === 'cancel') this.#kept.keep(part);
      this.#own.add(id);
      const outcome = await desk.answer(id, result, by);
      this.#judge(id, outcome);
      if (remember && outcome.ok && part !== undefined)
        await this.#rules().remember(part.question, (result.content ?? {}) as JsonObject, this.#clock.now());
    }
  }

  /** What the desk says to an answer: a newer view of the question, or why it was not taken. */
  #judge(id: string, outcome: AnswerOutcome): void {
    if (outcome.ok) {
      if (!this.#keeps || this.#sheet !== undefined) this.changed(outcome.question);
      return;
    }
    if (outcome.reason === 'invalid' && this.#sheet !== undefined) {
      this.#own.delete(id);
      this.#set(refuseSheet(this.#sheet.state, id, outcome.issues ?? [], this.#say));
      this.#draw();
      return;
    }
    const now = this.#desk?.get(id, { principal: this.#principal });
    if (outcome.reason === 'second-answer' || outcome.reason === 'late' || outcome.reason === 'unknown') {
      const last = this.#sheet?.state.parts.find(part => part.question.id === id)?.question;
      const view = now ?? (last === undefined ? undefined : { ...last, state: 'withdrawn' as const });
      const open = view?.state === 'waiting' || view?.state === 'opened';
      if (!open) this.#own.delete(id);
      if (view !== undefined && !open) this.changed(view);
    }
    if (this.#sheet !== undefined) this.#complain(this.#say('notAnswered', { reason: outcome.sentence }));
  }

  /** The input ended: whoever waits behind will not be seen by anybody here. */
  async #cancelRest(desk: Desk, by: AnsweredBy): Promise<void> {
    const rest = this.#waiting.list().flatMap(sheet => sheet.questions);
    this.#waiting.clear();
    for (const question of rest) await desk.answer(question.id, { action: 'cancel' }, { ...by, reason: 'end-of-input' });
    this.close();
  }

  #leave(): void {
    this.#saveDraftNow();
    const key = this.#sheet?.key;
    this.#sheet = undefined;
    this.#list = { chosen: key, movedAt: 0 };
    this.#draw();
  }

  /** A page that is open can be waited for behind the others. */
  #defer(): void {
    if (this.#sheet === undefined) return;
    this.#waiting.defer(this.#sheet.key);
    this.#sheet = undefined;
    this.#next();
  }

  #moreTime(desk: Desk): void {
    const parts = this.#sheet?.state.parts ?? [];
    const given = parts.filter(part => desk.extend(part.question.id, { principal: this.#principal }) !== undefined);
    if (given.length === 0) this.#complain(this.#say('moreTimeRefused'), false);
  }

  #print(id: string): void {
    const url = this.#sheet?.state.parts.find(part => part.question.id === id)?.question.url;
    if (url !== undefined) this.#hold.print(showText(url.href), this.#say('printedAlone'));
  }

  #rules() {
    return rulesOf(this.#desk, this.#principal, this.#options.cutOff);
  }

  /** Says something above the keys, until the next key. */
  #complain(text: string, danger = true): void {
    if (this.#sheet === undefined) return;
    this.#set({ ...this.#sheet.state, note: { text, danger } });
    this.#draw();
  }

  #guard(): void {
    if (this.#sheet !== undefined) this.#set({ ...this.#sheet.state, shownAt: this.#clock.now() });
  }

  #saveDraftSoon(): void {
    this.#stopDraft();
    const stop = this.#clock.setTimeout(() => this.#saveDraftNow(), DRAFT_WAIT);
    this.#stopDraft = () => {
      this.#stopDraft = () => {};
      stop();
    };
  }

  #saveDraftNow(): void {
    this.#stopDraft();
    for (const part of this.#sheet?.state.parts ?? []) {
      if (!part.dirty || part.question.state !== 'waiting') continue;
      const draft = { v: 1, values: [...part.values], at: this.#clock.now() } as const;
      void this.#desk?.saveDraft(part.question.id, draft, { principal: this.#principal }).catch(() => {});
    }
  }

  /** Saved, then delivered, or lost on the way: told for what was answered here (D24, N8). */
  #tellOutcome(question: QuestionView): void {
    if (!this.#own.has(question.id) || (question.state !== 'delivered' && question.state !== 'undeliverable')) return;
    if (this.#sheet?.state.parts.some(part => part.question.id === question.id) === true) return;
    this.#own.delete(question.id);
    if (question.action !== 'accept') return;
    if (this.#keeps) {
      this.#note(question, true);
      this.#draw();
    } else {
      this.#lines.push(this.#line(question, true));
      if (!this.#hold.held) this.#give();
    }
  }

  #note(question: QuestionView, here = this.#own.has(question.id)): void {
    this.#said.delete(question.id);
    this.#said.set(question.id, this.#line(question, here));
    for (const id of this.#said.keys()) {
      if (this.#said.size <= SAID) break;
      this.#said.delete(id);
    }
  }

  #line(question: QuestionView, here: boolean): string {
    return `${flat(question.server.name)}: ${sayEnd(question, this.#say, here)}`;
  }

  #set(state: SheetState): void {
    if (this.#sheet !== undefined) this.#sheet = { key: this.#sheet.key, state };
  }

  #draw(always = false): void {
    if (!this.#hold.held) return;
    const options = this.#drawOptions();
    if (this.#sheet === undefined) {
      if (this.#keeps) this.#hold.draw(drawList(this.#list, this.#waiting.list(), [...this.#said.values()], options), always);
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
    const { guardTime = 600 } = this.#options;
    const { now, say, leaving, powers, canOpen, behind, rows, locale, zone } = this.#drawOptions();
    return {
      now,
      say,
      leaving,
      powers,
      canOpen,
      guardTime,
      behind: behind.length > 0,
      page: Math.max(1, rows - 8),
      ...(locale !== undefined && { locale }),
      ...(zone !== undefined && { zone }),
    };
  }
}
