/** "Did you mean": the candidate nearest to what was typed, or nothing when none is near enough to be meant. */
export function nearest(typed: string, candidates: Iterable<string>): string | undefined {
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance with neighbouring swaps counted once, in UTF-16 units; inputs longer than 128 units are cut. */
export function editDistance(left: string, right: string): number {
  const a = left.slice(0, 128);
  const b = right.slice(0, 128);
  let twoBack: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, (twoBack[j - 2] ?? 0) + 1);
      current.push(value);
    }
    twoBack = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
