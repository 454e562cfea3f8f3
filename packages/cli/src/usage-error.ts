/** The person typed something that cannot be carried out: one sentence, and what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What to do now, one sentence or one command. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
