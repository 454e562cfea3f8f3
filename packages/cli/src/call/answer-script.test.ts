import { choice, defineForm, readForm, text, yesNo } from '@midcall/core';
import { describe, expect, it } from 'vitest';
import { answerBy, flagsFor, readAnswerFlags } from './answer-script.js';

const read = (schema: Parameters<typeof readForm>[0]) => {
  const { form } = readForm(schema, { revision: '2026-07-28' });
  if (form === undefined) throw new Error('the form could not be read');
  return form;
};
const target = read({
  type: 'object',
  properties: { environment: { type: 'string', enum: ['staging', 'production'] }, migrate: { type: 'boolean', default: false } },
  required: ['environment'],
});
const live = read({ type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] });
const slot = read({ type: 'object', properties: { slot: { type: 'string', enum: ['w1', 'w2'] } }, required: ['slot'] });
const flags = (...lines: readonly string[]) => readAnswerFlags(lines);

describe('--answer flags', () => {
  it('answer a question by its key, and send the defaults it shows [N3]', () => {
    expect(answerBy(flags('target.environment=staging'), { key: 'target', order: 1, form: target })).toMatchObject({
      kind: 'answer',
      action: 'accept',
      content: { environment: 'staging', migrate: false },
    });
  });

  it('decline and cancel are two things [N2]', () => {
    expect(answerBy(flags('slot=decline'), { key: 'slot', order: 1, form: slot })).toMatchObject({ action: 'decline' });
    expect(answerBy(flags('slot=cancel'), { key: 'slot', order: 1, form: slot })).toMatchObject({ action: 'cancel' });
  });

  it('tick a confirm on accept: the tester said yes', () => {
    expect(answerBy(flags('live=accept'), { key: 'live', order: 1, form: live })).toMatchObject({
      action: 'accept',
      content: { confirm: true },
    });
  });

  it('give the only field its value by the key alone', () => {
    expect(answerBy(flags('slot=w2'), { key: 'slot', order: 1, form: slot })).toMatchObject({ content: { slot: 'w2' } });
  });

  it('do not speak for a question of another key, though its fields fit', () => {
    expect(answerBy(flags('other.environment=staging'), { key: 'target', order: 1, form: target })).toEqual({ kind: 'missing' });
  });

  it('fit by field and by place where the protocol has no keys', () => {
    const old = { key: undefined, order: 2, form: target };
    expect(answerBy(flags('target.environment=staging'), old)).toMatchObject({ content: { environment: 'staging' } });
    expect(answerBy(flags('environment=staging'), old)).toMatchObject({ content: { environment: 'staging' } });
    expect(answerBy(flags('2.environment=production'), old)).toMatchObject({ content: { environment: 'production' } });
    expect(answerBy(flags('1.environment=production'), old)).toEqual({ kind: 'missing' });
  });

  it('for whole questions are taken in the order typed where there are no keys, each once', () => {
    const typed = flags('slot=decline', 'live=accept');
    const first = answerBy(typed, { key: undefined, order: 1, form: slot });
    expect(first).toMatchObject({ action: 'decline' });
    expect(answerBy(typed, { key: undefined, order: 2, form: live }, new Set(typed.slice(0, 1)))).toMatchObject({
      action: 'accept',
      content: { confirm: true },
    });
    expect(answerBy(typed, { key: undefined, order: 3, form: live }, new Set(typed))).toEqual({ kind: 'missing' });
  });

  it('go on for a question that is asked again under key~2', () => {
    expect(answerBy(flags('slot=w2'), { key: 'slot~2', order: 2, form: slot })).toMatchObject({ content: { slot: 'w2' } });
  });

  it('are wrong where they are no answer, and the value is not repeated [N9]', () => {
    const said = answerBy(flags('target.environment=moon'), { key: 'target', order: 1, form: target });
    expect(said.kind).toBe('wrong');
    expect(JSON.stringify(said.kind === 'wrong' ? said.issues : '')).not.toContain('moon');
  });

  it('agree to open a page only by accept', () => {
    expect(answerBy(flags('pay=accept'), { key: 'pay', order: 1, form: undefined })).toMatchObject({ action: 'accept' });
    expect(answerBy(flags('pay=yes'), { key: 'pay', order: 1, form: undefined })).toEqual({ kind: 'missing' });
  });

  it('without an equals sign are refused before anything starts', () => {
    expect(() => flags('target')).toThrow('does not say what to answer');
  });
});

describe('the flags that would answer a question', () => {
  it('name its needed fields, with a value that fits', () => {
    expect(flagsFor({ key: 'target', order: 1, form: target })).toEqual(['--answer target.environment=staging']);
    expect(flagsFor({ key: undefined, order: 2, form: live })).toEqual(['--answer 2.confirm=yes']);
    expect(flagsFor({ key: 'pay', order: 1, form: undefined })).toEqual(['--answer pay=accept']);
  });

  it('would in fact answer it, whatever the form', () => {
    const forms = [
      defineForm({
        day: text({ format: 'date' }),
        at: text({ format: 'date-time' }),
        mail: text({ format: 'email' }),
        home: text({ format: 'uri' }),
      }),
      defineForm({ a: yesNo(), b: choice({ x: 'X', y: 'Y' }) }),
    ];
    for (const { schema } of forms) {
      const question = { key: 'q', order: 1, form: read(schema) };
      const lines = flagsFor(question).map(flag => flag.replace('--answer ', ''));
      expect(answerBy(readAnswerFlags(lines), question).kind).toBe('answer');
    }
  });
});
