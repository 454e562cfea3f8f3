/**
 * What the person has touched so far, by field: raw input, not yet an answer. An untouched field is not in here, so that
 * its visible default and "left blank" stay different things (N2, N3). Keys are data: a field may be called `__proto__`.
 */
import type { Field, Form } from '@midcall/core';
import type { Draft } from '@midcall/core/contract';

/** Text as typed, option values, or true/false; `''` is "blank", also for a yes/no. */
export type Raw = string | boolean | readonly string[];

export class Answers {
  #touched = new Map<string, Raw>();

  static fromDraft(draft: Draft | undefined): Answers {
    const answers = new Answers();
    for (const [name, raw] of draft?.values ?? []) answers.#touched.set(name, raw);
    return answers;
  }

  set(name: string, raw: Raw): void {
    this.#touched.set(name, raw);
  }

  /** What stands in the input now: what was typed, else the field's default, else blank. */
  shown(field: Field): Raw {
    return this.#touched.get(field.name) ?? defaultRaw(field);
  }

  touched(name: string): boolean {
    return this.#touched.has(name);
  }

  get dirty(): boolean {
    return this.#touched.size > 0;
  }

  /** What `fillForm` takes. It knows the defaults of untouched fields; a yes/no nobody chose is blank, not an unticked box (N2). */
  entries(form: Form): [name: string, raw: Raw][] {
    const blank = form.fields.filter(field => field.kind === 'boolean' && field.default === undefined && !this.#touched.has(field.name));
    return [...blank.map((field): [string, Raw] => [field.name, '']), ...this.#touched];
  }

  toDraft(at: number): Draft {
    return { v: 1, values: [...this.#touched], at };
  }
}

function defaultRaw(field: Field): Raw {
  switch (field.kind) {
    case 'number':
    case 'integer':
      return field.default === undefined ? '' : String(field.default);
    case 'boolean':
      return field.default ?? '';
    case 'choices':
      return field.default ?? [];
    case 'opaque':
      return field.default === undefined ? '' : JSON.stringify(field.default, null, 2);
    default:
      return field.default ?? '';
  }
}
