/** Labels for fields that have no title. */

/** A property name as a person reads it: `max_items`, `maxItems` and `max-items` become "Max items". */
export function readableName(name: string): string {
  let words = '';
  let start = 0;
  // One pass: every field without a title comes through here, on every question that is read.
  for (let i = 0; i < name.length; i += 1) {
    const code = name.charCodeAt(i);
    const breaks = code === UNDERSCORE || code === HYPHEN;
    if (!breaks && !(isCapital(code) && i > 0 && isSmall(name.charCodeAt(i - 1)))) continue;
    words += `${name.slice(start, i)} ${breaks ? '' : name.charAt(i).toLowerCase()}`;
    start = i + 1;
  }
  words = (words + name.slice(start)).trim();
  if (words === '') return name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UNDERSCORE = 95;
const HYPHEN = 45;

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** A small letter or a digit. */
function isSmall(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}
