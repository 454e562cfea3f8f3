/** Where in the author's code a verb was called: the first frame that is not ours. */
export function callLine(): string | undefined {
  const { stack } = new Error();
  if (stack === undefined) return undefined;
  for (const frame of stack.split('\n').slice(1)) {
    const place = /\(?((?:file:\/\/)?[^()\s]+:\d+:\d+)\)?$/.exec(frame.trim())?.[1];
    if (place === undefined || /\/testing\/(call-line|observe-call)\.[jt]s:/.test(place)) continue;
    return place.replace(/^file:\/\//, '');
  }
  return undefined;
}
