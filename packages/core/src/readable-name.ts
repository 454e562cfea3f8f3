/** A property name as a person reads it: `max_items`, `maxItems` and `max-items` become "Max items". */

export function readableName(name: string): string {
  const words = name
    .replace(/[_-]/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_match, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();
  if (words === '') return name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
