/** HTML in which every value is text: nothing that is put into a template can become markup (N11). */

declare const SAFE: unique symbol;

export interface Html {
  readonly text: string;
  readonly [SAFE]?: true;
}

type Part = string | number | Html | undefined | false | readonly Part[];

/** Text is escaped; `Html` and lists of it go in as they are; undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  let text = strings[0] as string;
  for (const [at, value] of values.entries()) text += render(value) + (strings[at + 1] as string);
  return new Safe(text);
}

/** Only what came out of `html` counts as markup: an object of that shape out of somebody's JSON does not. */
class Safe implements Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function render(value: Part): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return (value as readonly Part[]).map(render).join('');
  return value instanceof Safe ? value.text : escaped(String(value));
}

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, char => ENTITY[char] as string);
}
