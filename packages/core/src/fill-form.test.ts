import { describe, expect, it } from 'vitest';
import { checkAnswer } from './check-answer.js';
import { fillForm, initialDraft } from './fill-form.js';
import { isConfirm } from './is-confirm.js';
import { readForm } from './read-form.js';

const formOf = (properties: object, required: readonly string[] = []) => {
  const { form } = readForm({ type: 'object', properties, required }, { revision: '2026-07-28' });
  if (form === undefined) throw new Error('no form');
  return form;
};

describe('a draft as an answer', () => {
  const defaults = formOf({
    first: { type: 'string', default: 'Rowan' },
    n: { type: 'integer', default: 30 },
    sc: { type: 'number', default: 95.5 },
    st: { type: 'string', enum: ['on', 'off'], default: 'on' },
    ok: { type: 'boolean', default: true },
    tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, default: ['y'] },
  });

  it('pre-fills every kind of default, and sends what was shown [E-J-05, N3]', () => {
    expect(initialDraft(defaults)).toEqual([
      ['first', 'Rowan'],
      ['n', '30'],
      ['sc', '95.5'],
      ['st', 'on'],
      ['ok', true],
      ['tags', ['y']],
    ]);
    expect(fillForm(defaults, [['n', '31']])).toEqual({
      ok: true,
      content: { first: 'Rowan', n: 31, sc: 95.5, st: 'on', ok: true, tags: ['y'] },
    });
    expect(fillForm(defaults, initialDraft(defaults))).toEqual(fillForm(defaults, []));
  });

  it('leaves a cleared default out instead of putting it back', () => {
    expect(
      fillForm(defaults, [
        ['first', ''],
        ['n', ''],
        ['sc', ''],
        ['st', ''],
        ['ok', ''],
        ['tags', []],
      ]),
    ).toEqual({ ok: true, content: { tags: [] } });
  });

  it('reads an untouched required box as unticked and an untouched optional one as no answer [N2, N3]', () => {
    expect(fillForm(formOf({ agree: { type: 'boolean' } }, ['agree']), [])).toEqual({ ok: true, content: { agree: false } });
    expect(fillForm(formOf({ agree: { type: 'boolean' } }), [])).toEqual({ ok: true, content: {} });
  });

  it('takes an option whose value is empty only from a person who picked it [N3]', () => {
    const empty = {
      type: 'string',
      oneOf: [
        { const: '', title: 'None' },
        { const: 'a', title: 'A' },
      ],
    };
    expect(fillForm(formOf({ tone: empty }), [])).toEqual({ ok: true, content: {} });
    expect(fillForm(formOf({ tone: empty }, ['tone']), [])).toMatchObject({ ok: false, issues: [{ field: 'tone', rule: 'required' }] });
    expect(fillForm(formOf({ tone: empty }), [['tone', '']])).toEqual({ ok: true, content: { tone: '' } });
    expect(fillForm(formOf({ tone: { ...empty, default: '' } }), [])).toEqual({ ok: true, content: { tone: '' } });
  });

  it('asks for every required field that was left blank or cleared: one schema draws the fields and checks them [E-J-16]', () => {
    const check = fillForm(formOf({ a: { type: 'string' }, b: { type: 'string', enum: ['x'] }, c: { type: 'integer' } }, ['c', 'a', 'b']), [
      ['a', ''],
    ]);
    expect(check).toMatchObject({
      ok: false,
      issues: [
        { field: 'a', rule: 'required' },
        { field: 'b', rule: 'required' },
        { field: 'c', rule: 'required' },
      ],
    });
  });

  it('ignores names the form does not have, and takes the later of two entries', () => {
    expect(
      fillForm(formOf({ a: { type: 'string' } }), [
        ['a', 'one'],
        ['zz', 'x'],
        ['a', 'two'],
      ]),
    ).toEqual({ ok: true, content: { a: 'two' } });
  });

  it('keeps names like constructor, toString and __proto__ as data, without touching any prototype [N11]', () => {
    const form = readForm(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"string"},"a.b":{"type":"integer","default":1}}}',
      ),
      { revision: '2026-07-28' },
    ).form;
    if (form === undefined) throw new Error('no form');
    const check = fillForm(form, [
      ['__proto__', 'x'],
      ['constructor', 'Acme Ltd'],
    ]);
    expect(check.ok && Object.entries(check.content)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'Acme Ltd'],
      ['a.b', 1],
    ]);
    expect(check.ok && JSON.stringify(check.content)).toBe('{"__proto__":"x","constructor":"Acme Ltd","a.b":1}');
    expect(checkAnswer(form, {})).toEqual({ ok: true, content: {} });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('knows a form that is one question of yes or no', () => {
    expect(isConfirm(formOf({ ok: { type: 'boolean' } }, ['ok']))).toBe(true);
    expect(isConfirm(formOf({ ok: { type: 'boolean' } }))).toBe(false);
    expect(isConfirm(formOf({ ok: { type: 'boolean' }, b: { type: 'string' } }, ['ok']))).toBe(false);
    expect(isConfirm(formOf({}))).toBe(false);
  });
});
