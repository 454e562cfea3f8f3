/**
 * How a verified person is spelled wherever principals meet: at the gateway's HTTP face, at a desk, on its page. One text per
 * `{iss, sub}`, unambiguous whatever stands inside (D21, N7).
 */

/** Whom an issuer vouches for. */
export interface VerifiedSubject {
  readonly iss: string;
  readonly sub: string;
}

/**
 * The principal of a verified subject.
 * @throws TypeError where issuer or subject is missing: nobody is never somebody
 */
export function principalOf({ iss, sub }: VerifiedSubject): string {
  if (!isName(iss) || !isName(sub)) throw new TypeError('A verified principal has an issuer and a subject.');
  return JSON.stringify([iss, sub]);
}

/** The subject behind a principal; undefined for one that no issuer stands behind (`local`, `anonymous`). */
export function subjectOf(principal: string): VerifiedSubject | undefined {
  try {
    const [iss, sub, ...more] = JSON.parse(principal) as unknown[];
    // Only the spelling of `principalOf` counts: two texts for one person would be two people.
    if (isName(iss) && isName(sub) && more.length === 0 && principalOf({ iss, sub }) === principal) return { iss, sub };
  } catch {
    // Not one of ours.
  }
  return undefined;
}

function isName(part: unknown): part is string {
  return typeof part === 'string' && part !== '';
}
