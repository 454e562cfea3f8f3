const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The state with one bit of its middle character turned; it stays well-formed base64url. */
export function turnOneBit(state: string): string {
  const at = Math.floor(state.length / 2);
  const turned = alphabet[alphabet.indexOf(state[at] ?? 'A') ^ 1] ?? 'B';
  return state.slice(0, at) + turned + state.slice(at + 1);
}
