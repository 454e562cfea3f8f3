/**
 * The three protocol revisions that know elicitation, and the two eras they belong to.
 *
 * Elsewhere they are called A, B and C: A = 2025-06-18, B = 2025-11-25 (legacy era: the server sends a request while
 * the call is suspended), C = 2026-07-28 (modern era: the call returns `input_required` and is retried).
 */
export type Revision = '2025-06-18' | '2025-11-25' | '2026-07-28';

export type Era = 'legacy' | 'modern';

/** The newest revision; what authors write for. */
export const LATEST_REVISION = '2026-07-28' satisfies Revision;

/** Every revision that may be asked, oldest first. A revision that is not listed is never asked (D13). */
export const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const satisfies readonly Revision[];

/** True for a string that names one of the three revisions. */
export function isRevision(value: unknown): value is Revision {
  return (REVISIONS as readonly unknown[]).includes(value);
}

/** The era of a revision: 2026-07-28 and everything after it is modern. */
export function eraOf(revision: string): Era {
  return revision >= '2026-07-28' ? 'modern' : 'legacy';
}
