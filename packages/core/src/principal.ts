/**
 * How a verified person is spelled wherever principals meet: at the gateway's HTTP face, at a desk, on its page. One string per
 * `{iss, sub}`, unambiguous whatever stands inside (D21, N7).
 */

/**
 * The principal of a subject that an issuer vouched for.
 * @throws TypeError where issuer or subject is missing: nobody is never somebody
 */
export function verifiedPrincipal({ iss, sub }: { readonly iss: string; readonly sub: string }): string {
  if (typeof iss !== 'string' || typeof sub !== 'string' || iss === '' || sub === '')
    throw new TypeError('A verified principal has an issuer and a subject.');
  return JSON.stringify(['verified', iss, sub]);
}
