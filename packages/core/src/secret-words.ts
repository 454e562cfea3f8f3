/** The names of secrets, as they stand in labels and property names. */
const SECRETS =
  /\b(?:password|passphrase|passcode|passwd|pwd|api ?key|secret key|private key|access token|auth token|client secret|credit card|card number|cvv|cvc)\b/;

/** True if a label or name plainly names a secret. */
export function asksForSecret(text: string): boolean {
  const words = text
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();
  return SECRETS.test(words);
}
