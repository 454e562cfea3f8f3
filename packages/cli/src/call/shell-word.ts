/** Quotes a word for a POSIX shell where it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w.,:@/=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
