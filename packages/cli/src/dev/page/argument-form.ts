/**
 * The arguments of a tool as a form, or as JSON. What is typed is read by the same code that reads a person's answers,
 * in the process behind the page; nothing is checked twice.
 */
import type { Field, FieldIssue } from '@midcall/core';
import type { DevTool, RawEntry } from '../contract.js';
import { fill, h } from './dom.js';

export interface ArgumentForm {
  readonly element: HTMLElement;
  /** What was typed; untouched fields are left out. */
  read(): { readonly entries: readonly RawEntry[] } | { readonly json: string };
  show(issues: readonly FieldIssue[]): void;
}

type Raw = string | boolean | readonly string[];

/** @param kept what was typed before for this tool; filled in again, and kept up to date. */
export function argumentForm(tool: DevTool, kept: Map<string, Raw>, submit: () => void): ArgumentForm {
  let asJson = tool.form === undefined;
  const body = h('div', { className: 'fields' });
  const toggle = h('button', { type: 'button', className: 'quiet', attrs: { 'aria-pressed': String(asJson) } });
  const errors = new Map<string, HTMLElement>();
  const inputs = new Map<string, HTMLElement>();
  const area = h('textarea', { className: 'mono', rows: 7, spellcheck: false, attrs: { 'aria-label': 'Arguments as JSON' } });

  const draw = (): void => {
    errors.clear();
    inputs.clear();
    toggle.textContent = asJson ? 'As a form' : 'As JSON';
    toggle.hidden = tool.form === undefined || tool.form.fields.length === 0;
    if (asJson) {
      area.value =
        typeof kept.get('\0json') === 'string' ? (kept.get('\0json') as string) : JSON.stringify(sketch(tool, kept), undefined, 2);
      area.oninput = () => void kept.set('\0json', area.value);
      fill(body, h('label', { className: 'field' }, h('span', { className: 'label' }, 'Arguments as JSON'), area), errorLine(''));
      return;
    }
    const fields = tool.form?.fields ?? [];
    fill(
      body,
      fields.length === 0 ? h('p', { className: 'muted' }, 'This tool takes no arguments.') : fields.map(drawField),
      errorLine(''),
    );
  };

  const drawField = (field: Field, index: number): HTMLElement => {
    const id = `argument-${index}`;
    const value = kept.get(field.name) ?? defaultOf(field);
    const set = (raw: Raw): void => void kept.set(field.name, raw);
    const input = control(field, id, value, set);
    inputs.set(field.name, input);
    const grouped = field.kind === 'choices' || field.kind === 'boolean';
    const label = [
      h('span', { className: 'mono name' }, field.name),
      saysMore(field) && h('span', {}, ` ${field.label}`),
      !field.required && h('span', { className: 'muted' }, ' (optional)'),
    ];
    return h(
      grouped ? 'fieldset' : 'div',
      { className: 'field' },
      grouped ? h('legend', { className: 'label' }, label) : h('label', { className: 'label', htmlFor: id }, label),
      field.description !== undefined && h('p', { className: 'hint', id: `${id}-hint` }, field.description),
      errorLine(field.name),
      input,
    );
  };

  const errorLine = (name: string): HTMLElement => {
    const line = h('p', { className: 'error', hidden: true });
    errors.set(name, line);
    return line;
  };

  toggle.addEventListener('click', () => {
    asJson = !asJson;
    if (asJson) kept.delete('\0json');
    toggle.setAttribute('aria-pressed', String(asJson));
    draw();
  });
  draw();

  const run = h('button', { type: 'submit', className: 'primary' }, 'Run ', h('span', { className: 'mono' }, tool.name));
  const element = h(
    'form',
    {
      className: 'arguments',
      noValidate: true,
      on: {
        submit: (event: Event) => {
          event.preventDefault();
          submit();
        },
      },
    },
    body,
    h('div', { className: 'row' }, run, toggle),
  );
  return {
    element,
    read: () => (asJson ? { json: area.value } : { entries: [...kept].filter(([name]) => name !== '\0json') }),
    show: issues => {
      for (const line of errors.values()) line.hidden = true;
      for (const issue of issues) {
        const line = errors.get(issue.field) ?? errors.get('');
        if (line === undefined) continue;
        line.textContent = line.hidden ? issue.message : `${line.textContent} ${issue.message}`;
        line.hidden = false;
      }
      const first = issues[0];
      const target = first === undefined ? undefined : inputs.get(first.field);
      (target?.matches('input,select,textarea') ? target : target?.querySelector<HTMLElement>('input,select,textarea'))?.focus();
    },
  };
}

/** Without a title the label is the name made readable, which stands there already. */
function saysMore(field: Field): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');
  return letters(field.label) !== letters(field.name);
}

function control(field: Field, id: string, value: Raw | undefined, set: (raw: Raw) => void): HTMLElement {
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'boolean': {
      const option = (label: string, raw: Raw): HTMLElement => {
        const radio = h('input', {
          type: 'radio',
          name: id,
          checked: value === raw || (raw === '' && value === undefined),
          on: { change: () => set(raw) },
        });
        return h('label', { className: 'option' }, radio, label);
      };
      return h(
        'div',
        { className: 'options inline' },
        option('Yes', true),
        option('No', false),
        !field.required && option('Leave out', ''),
      );
    }
    case 'choice': {
      const select = h(
        'select',
        { id, on: { change: event => set((event.target as HTMLSelectElement).value) } },
        h('option', { value: '' }, field.required ? 'Choose one' : 'Leave out'),
      );
      for (const { value: one, title } of field.options)
        select.append(h('option', { value: one, selected: one === text }, title === one ? one : `${title} (${one})`));
      return select;
    }
    case 'choices': {
      const chosen = new Set(Array.isArray(value) ? (value as readonly string[]) : []);
      return h(
        'div',
        { className: 'options' },
        field.options.map(({ value: one, title }) => {
          const box = h('input', {
            type: 'checkbox',
            checked: chosen.has(one),
            on: {
              change: event => {
                if ((event.target as HTMLInputElement).checked) chosen.add(one);
                else chosen.delete(one);
                set(field.options.map(option => option.value).filter(option => chosen.has(option)));
              },
            },
          });
          return h('label', { className: 'option' }, box, title);
        }),
      );
    }
    case 'opaque':
      return h('textarea', {
        id,
        className: 'mono',
        rows: 3,
        value: text,
        placeholder: 'JSON',
        spellcheck: false,
        on: { input: event => set((event.target as HTMLTextAreaElement).value) },
      });
    case 'number':
    case 'integer':
      return h('input', {
        id,
        value: text,
        inputMode: field.kind === 'integer' ? 'numeric' : 'decimal',
        autocomplete: 'off',
        on: { input: event => set((event.target as HTMLInputElement).value) },
      });
    default:
      return h('input', {
        id,
        value: text,
        autocomplete: 'off',
        spellcheck: false,
        on: { input: event => set((event.target as HTMLInputElement).value) },
      });
  }
}

function defaultOf(field: Field): Raw | undefined {
  if (field.default === undefined) return undefined;
  if (field.kind === 'boolean' || field.kind === 'choices') return field.default as Raw;
  return typeof field.default === 'string' ? field.default : JSON.stringify(field.default);
}

function sketch(tool: DevTool, kept: ReadonlyMap<string, Raw>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of tool.form?.fields ?? []) {
    const raw = kept.get(field.name) ?? defaultOf(field);
    if (raw === undefined || raw === '') continue;
    values[field.name] =
      (field.kind === 'number' || field.kind === 'integer') && typeof raw === 'string' && Number.isFinite(Number(raw)) ? Number(raw) : raw;
  }
  return values;
}
