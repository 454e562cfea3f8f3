/**
 * One of several desks on a store that are one desk to the person: what another one asks is seen and answered here as
 * there.
 *
 * Invariants:
 *  1. The desk that asked stays the one authority over its question: time, first answer, audit. Here is only looked at it,
 *     and whatever is done to it is a letter to that desk.
 *  2. An answer that its desk did not take is refused here in bounded time, with a reason (N12). One that was taken is
 *     `saved` when its desk says so or its row shows it, and never before (D24).
 *  3. Questions of others do not exist, here or there (N7).
 */
import type { Draft, QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { AuditWriter } from '../audit/audit-writer.js';
import type { DeskCore } from '../desk/desk-core.js';
import type { Feed } from '../desk/feed.js';
import type { FoundQuestion, QuestionShelf } from '../desk/question-shelf.js';
import { refuse, refuseEnded } from '../desk/refusals.js';
import { hasEnded } from '../desk/report-end.js';
import type { SurfaceRack } from '../desk/surface-rack.js';
import type { AnsweredBy, AnswerOutcome, Desk, DeskAnswer, DeskQuestion, Surface, Viewer } from '../desk.js';
import type { ForeignQuestions } from './foreign-questions.js';
import type { Deed, Reply } from './letter.js';
import type { Mailbox } from './mailbox.js';

export interface JoinedDeskParts {
  /** What this desk asks itself. */
  readonly core: DeskCore;
  readonly foreign: ForeignQuestions;
  readonly mailbox: Mailbox;
  readonly shelf: QuestionShelf;
  readonly feed: Feed;
  readonly surfaces: SurfaceRack;
  readonly audit: AuditWriter;
  /** Somebody may have come or gone. */
  readonly onPresence: () => void;
  readonly onError: (error: unknown) => void;
}

export class JoinedDesk implements Desk {
  readonly #parts: JoinedDeskParts;

  constructor(parts: JoinedDeskParts) {
    this.#parts = parts;
  }

  ask(question: DeskQuestion): Promise<DeskAnswer> {
    return this.#parts.core.ask(question);
  }

  list(viewer: Viewer): readonly QuestionView[] {
    const views = new Map(this.#parts.foreign.list(viewer).map(view => [view.id, view]));
    for (const view of this.#parts.core.list(viewer)) if (!this.#goesOnElsewhere(view, views.get(view.id))) views.set(view.id, view);
    return [...views.values()].sort((a, b) => a.askedAt - b.askedAt);
  }

  get(id: string, viewer: Viewer): QuestionView | undefined {
    return this.#foreign(id, viewer)?.view ?? this.#parts.core.get(id, viewer);
  }

  async answer(id: string, result: ElicitResult, by: AnsweredBy): Promise<AnswerOutcome> {
    const row = this.#foreign(id, by);
    return row === undefined ? this.#parts.core.answer(id, result, by) : this.#decide(row, { kind: 'answer', result, by });
  }

  async opened(id: string, by: AnsweredBy): Promise<AnswerOutcome> {
    const row = this.#foreign(id, by);
    return row === undefined ? this.#parts.core.opened(id, by) : this.#decide(row, { kind: 'opened', by });
  }

  async retry(id: string, by: AnsweredBy): Promise<AnswerOutcome> {
    const row = this.#foreign(id, by);
    return row === undefined ? this.#parts.core.retry(id, by) : this.#decide(row, { kind: 'retry', by });
  }

  async extend(id: string, viewer: Viewer): Promise<number | undefined> {
    const row = this.#foreign(id, viewer);
    if (row === undefined) return this.#parts.core.extend(id, viewer);
    return (await this.#ask(row, { kind: 'extend', by: viewer }))?.expiresAt;
  }

  async saveDraft(id: string, draft: Draft, viewer: Viewer): Promise<boolean> {
    const row = this.#foreign(id, viewer);
    if (row === undefined) return this.#parts.core.saveDraft(id, draft, viewer);
    return (await this.#ask(row, { kind: 'draft', draft, by: viewer }))?.saved === true;
  }

  shown(id: string, surface: string, viewer: Viewer): void {
    const row = this.#foreign(id, viewer);
    if (row === undefined) this.#parts.core.shown(id, surface, viewer);
    else void this.#ask(row, { kind: 'shown', surface, by: viewer });
  }

  subscribe(viewer: Viewer, listener: (question: QuestionView) => void): () => void {
    const stop = this.#parts.feed.subscribe(viewer, listener);
    // A page that opens or closes begins or ends a subscription.
    queueMicrotask(this.#parts.onPresence);
    return () => {
      stop();
      queueMicrotask(this.#parts.onPresence);
    };
  }

  addSurface(surface: Surface): () => void {
    const { surfaces, foreign, onPresence } = this.#parts;
    const remove = surfaces.add(surface);
    surface.attached?.(this);
    for (const principal of surface.present?.() ?? [])
      for (const view of foreign.list({ principal })) if (view.state === 'waiting') surface.raise?.(view, principal, {});
    onPresence();
    return () => {
      remove();
      onPresence();
    };
  }

  reachable(principal: string): boolean {
    return this.#parts.core.reachable(principal);
  }

  close(): Promise<void> {
    return this.#parts.core.close();
  }

  /** Another desk's question, unless it is of this desk and over there too. */
  #foreign(id: string, viewer: Viewer): FoundQuestion | undefined {
    const row = this.#parts.foreign.find(id, viewer);
    const own = row === undefined ? undefined : this.#parts.core.get(id, viewer);
    return own === undefined || this.#goesOnElsewhere(own, row?.view) ? row : undefined;
  }

  #goesOnElsewhere(own: QuestionView, there: QuestionView | undefined): boolean {
    return there !== undefined && hasEnded(own.state) && !hasEnded(there.state);
  }

  async #decide(row: FoundQuestion, deed: Extract<Deed, { by: AnsweredBy }>): Promise<AnswerOutcome> {
    const { audit, mailbox, onError } = this.#parts;
    const { id, state } = row.view;
    if (hasEnded(state) || (state === 'saved' && deed.kind !== 'retry')) {
      const refusal = refuseEnded(state);
      audit.write('refused', row.view, { by: deed.by.as, surface: deed.by.surface, reason: refusal.reason });
      return refusal;
    }
    const sent = await mailbox.send(row.owner, id, deed).catch(error => {
      onError(error);
      return undefined;
    });
    if (sent?.kind === 'reply' && sent.reply.outcome !== undefined) return sent.reply.outcome;
    return sent?.kind === 'taken' ? this.#readOutcome(id, sent.letter) : refuse('unreachable');
  }

  /** The letter was taken, and no word came back: what the row says counts. */
  async #readOutcome(id: string, letter: string): Promise<AnswerOutcome> {
    const { shelf } = this.#parts;
    const row = await shelf
      .load(id)
      .then(standing => standing ?? shelf.ended(id))
      .catch(() => undefined);
    if (row?.letter !== letter || row.view.state === 'waiting') return refuse('in-doubt');
    return { ok: true, question: row.view };
  }

  async #ask(row: FoundQuestion, deed: Deed): Promise<Reply | undefined> {
    if (hasEnded(row.view.state)) return undefined;
    try {
      const sent = await this.#parts.mailbox.send(row.owner, row.view.id, deed);
      return sent.kind === 'reply' ? sent.reply : undefined;
    } catch (error) {
      this.#parts.onError(error);
      return undefined;
    }
  }
}
