/**
 * What a person reads on each option: never blank, never the same twice (an option that cannot be told from another is
 * a guess, N3). Titles that read alike get their value beside them.
 */
import type { Option } from './form.js';

interface Untitled {
  readonly value: string;
  readonly title?: string;
  readonly number?: number;
}

/** Options with distinct titles, one for each of those listed; `changed` tells that some had to be made so. */
export function distinctTitles(listed: readonly Untitled[]): { readonly options: readonly Option[]; readonly changed: boolean } {
  const titled = listed.map(titledOption);
  if (new Set(titled.map(option => readAs(option.title))).size === titled.length) return { options: titled, changed: false };
  const seen = countBy(titled);
  const told = titled.map(option => {
    const repeated = (seen.get(readAs(option.title)) ?? 0) > 1;
    return repeated && option.title !== option.value ? { ...option, title: `${option.title} (${option.value})` } : option;
  });
  const again = countBy(told);
  // A title can be written to look like another title with its value; a number beside both is the last resort.
  const options = told.map((option, index) =>
    (again.get(readAs(option.title)) ?? 0) > 1 ? { ...option, title: `${option.title} (${index + 1})` } : option,
  );
  return { options, changed: true };
}

function titledOption({ value, title, number }: Untitled): Option {
  const shown = title === undefined || title.trim() === '' ? value : title;
  return number === undefined ? { value, title: shown } : { value, title: shown, number };
}

const SIMPLE = /^(?:[!-~]|[!-~] (?=[!-~]))+$/;

/** Two titles that differ only in blanks or composition look the same on screen. */
function readAs(title: string): string {
  if (SIMPLE.test(title)) return title;
  return title.normalize('NFC').replace(/\s+/g, ' ').trim();
}

function countBy(options: readonly Option[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const option of options) {
    const key = readAs(option.title);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
