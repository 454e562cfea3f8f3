/** The questions of this page by id, each as whole as the desk last sent it; what waits comes first, oldest first. */
import type { QuestionView } from '@midcall/core/contract';

export class QuestionList {
  #byId = new Map<string, QuestionView>();

  replaceAll(questions: readonly QuestionView[]): void {
    this.#byId = new Map(questions.map(question => [question.id, question]));
  }

  /** True if this is a question that was not here before. A reply that comes late never takes an end back. */
  put(question: QuestionView): boolean {
    const known = this.#byId.get(question.id);
    if (known === undefined || progress(question) >= progress(known)) this.#byId.set(question.id, question);
    return known === undefined;
  }

  get(id: string | undefined): QuestionView | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** All of one server, oldest first. */
  ofServer(name: string): readonly QuestionView[] {
    return [...this.#byId.values()].filter(({ server }) => server.name === name).sort((a, b) => a.askedAt - b.askedAt);
  }

  /** How many servers have asked. */
  get servers(): number {
    return new Set([...this.#byId.values()].map(({ server }) => server.name)).size;
  }

  isWaiting(id: string, now: number): boolean {
    const question = this.#byId.get(id);
    return question !== undefined && isWaiting(question, now);
  }

  /** The questions of one round, as they were asked; a round belongs to one server. */
  ofRound(round: string, server: string): readonly QuestionView[] {
    return [...this.#byId.values()]
      .filter(question => question.round === round && question.server.name === server)
      .sort((a, b) => a.askedAt - b.askedAt);
  }

  /** What can still be answered, oldest first. A question whose time is over counts as ended before the desk says so. */
  waiting(now: number): readonly QuestionView[] {
    return [...this.#byId.values()].filter(question => isWaiting(question, now)).sort((a, b) => a.askedAt - b.askedAt);
  }

  /** What has ended, newest first. */
  ended(now: number): readonly QuestionView[] {
    return [...this.#byId.values()].filter(question => !isWaiting(question, now)).sort((a, b) => b.askedAt - a.askedAt);
  }
}

export function isWaiting(question: QuestionView, now: number): boolean {
  const open = question.state === 'waiting' || question.state === 'opened';
  return open && (question.expiresAt === undefined || question.expiresAt > now);
}

function progress({ state }: QuestionView): number {
  return state === 'waiting' ? 0 : state === 'opened' ? 1 : state === 'saved' ? 2 : 3;
}
