/** Things that several cases share and that must be closed once at the end: a browser, a served page. */
const closers: (() => Promise<void>)[] = [];

export function closeAtEnd(close: () => Promise<void>): void {
  closers.push(close);
}

export async function closePeers(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}
