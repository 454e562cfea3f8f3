import { describe, expect, it } from 'vitest';
import { type AuditRow, type Draft, parseAuditRow, parseDeskEvent, parseDraft, parseQuestionView, type QuestionView } from './contract.js';
import { readForm } from './read-form.js';

const { form } = readForm(
  {
    type: 'object',
    properties: {
      a: { type: 'string', format: 'date' },
      b: { type: 'integer', minimum: 1 },
      c: { type: 'boolean', default: true },
      d: { type: 'string', enum: ['x'] },
      e: { type: 'array', items: { type: 'string', enum: ['x'] }, default: ['x'] },
      f: { type: 'object' },
      g: { type: 'integer', enum: [1] },
    },
  },
  { revision: '2026-07-28' },
);
if (form === undefined) throw new Error('no form');
const draft: Draft = {
  v: 1,
  values: [
    ['a', 'x'],
    ['c', true],
    ['e', ['x']],
  ],
  at: 5,
};
const question: QuestionView = {
  v: 1,
  id: 'q1',
  server: { name: 'Records', origin: '127.0.0.1:3901', claim: { name: 'records', version: '1' } },
  call: { method: 'tools/call', name: 't', arguments: { a: 1 } },
  revision: '2026-07-28',
  message: 'm',
  form,
  findings: [{ id: 'bidi', severity: 'warning', where: { field: 'a' }, span: [0, 1], sentence: 's' }],
  rejected: [{ field: 'a', rule: 'date', message: 'm', limit: 1 }],
  state: 'waiting',
  askedAt: 1,
  expiresAt: 2,
  extendable: true,
  round: 'r',
  draft,
  note: 'n',
};
const { form: _form, ...bare } = question;
const page = { ...bare, url: { href: 'https://a/', host: 'a', openable: true } };
const row: AuditRow = {
  v: 1,
  at: 1,
  question: 'q',
  stage: 'answered',
  server: 'Records',
  by: 'person',
  action: 'accept',
  surface: 'inbox',
  detail: { ms: 3 },
};
const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('what the rooms exchange', () => {
  it('comes back as it was sent, every kind of field with it', () => {
    expect(parseQuestionView(overWire(question))).toEqual(question);
    expect(parseQuestionView(overWire(page))).toEqual(page);
    expect(parseDraft(overWire(draft))).toEqual(draft);
    expect(parseAuditRow(overWire(row))).toEqual(row);
    expect(parseDeskEvent(overWire({ v: 1, type: 'snapshot', questions: [question, page] }))).toMatchObject({ type: 'snapshot' });
    expect(parseDeskEvent(overWire({ v: 1, type: 'question', question }))).toMatchObject({ type: 'question' });
  });

  it('is refused where the version is unknown', () => {
    expect(parseQuestionView({ ...question, v: 2 })).toBeUndefined();
    expect(parseDraft({ ...draft, v: '1' })).toBeUndefined();
    expect(parseAuditRow({ ...row, v: 2 })).toBeUndefined();
    expect(parseDeskEvent({ v: 2, type: 'question', question })).toBeUndefined();
  });

  it('is refused where a member is missing, of another kind, or only inherited', () => {
    for (const name of ['id', 'server', 'revision', 'message', 'findings', 'state', 'askedAt', 'extendable']) {
      const { [name]: _left, ...rest } = question as unknown as Record<string, unknown>;
      expect([name, parseQuestionView(rest)]).toEqual([name, undefined]);
      expect([name, parseQuestionView({ ...question, [name]: null })]).toEqual([name, undefined]);
    }
    expect(parseQuestionView(Object.create(question))).toBeUndefined();
    expect(
      parseQuestionView({ ...question, form: { ...form, fields: [{ kind: 'constructor', name: 'a', label: 'A', required: false }] } }),
    ).toBeUndefined();
    expect(
      parseQuestionView({ ...question, form: { ...form, fields: [{ kind: 'choice', name: 'a', label: 'A', required: false }] } }),
    ).toBeUndefined();
    expect(parseQuestionView({ ...question, state: 'toString' })).toBeUndefined();
    expect(parseDraft({ ...draft, values: [['a', 7]] })).toBeUndefined();
    expect(parseDraft({ ...draft, values: [['a']] })).toBeUndefined();
    expect(parseAuditRow({ ...row, stage: 'guessed' })).toBeUndefined();
    for (const value of [null, undefined, 'x', 7, []])
      expect([parseQuestionView(value), parseDraft(value), parseAuditRow(value), parseDeskEvent(value)]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
  });

  it('asks either a form or an address, never both and never neither', () => {
    expect(parseQuestionView({ ...question, url: page.url })).toBeUndefined();
    expect(parseQuestionView(bare)).toBeUndefined();
  });

  it('keeps members that a younger writer added', () => {
    expect(parseDraft({ ...draft, cursor: 3 })).toEqual({ ...draft, cursor: 3 });
  });
});
