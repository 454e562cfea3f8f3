/**
 * Parsers of what the rooms exchange. Each takes a value off a wire or out of a store and gives it back typed, or
 * undefined: an unknown version or a broken record is refused, never mended. Members beyond the shape are kept.
 */
import type { AuditRow, AuditStage, DeskEvent, Draft, QuestionState, QuestionView } from './contract.js';
import type { Field } from './form.js';
import { REVISIONS } from './revision.js';
import { hasMembers, isAnything, isEither, isFlag, isListOf, isNumber, isObject, isOneOf, isText, isTuple, type Shape } from './shape.js';

/** A question as surfaces draw it; undefined if it is none of version 1. */
export function parseQuestionView(value: unknown): QuestionView | undefined {
  return isQuestion(value) ? (value as QuestionView) : undefined;
}

/** What a person has typed so far; undefined if it is no draft of version 1. */
export function parseDraft(value: unknown): Draft | undefined {
  return isDraft(value) ? (value as Draft) : undefined;
}

/** What a live surface receives; undefined if it is no event of version 1. */
export function parseDeskEvent(value: unknown): DeskEvent | undefined {
  return isDeskEvent(value) ? (value as DeskEvent) : undefined;
}

/** One row of the audit; undefined if it is none of version 1. */
export function parseAuditRow(value: unknown): AuditRow | undefined {
  return isAuditRow(value) ? (value as AuditRow) : undefined;
}

const isAction = isOneOf('accept', 'decline', 'cancel');
const isVersion = isOneOf(1);

const STATES = {
  waiting: true,
  opened: true,
  saved: true,
  delivered: true,
  undeliverable: true,
  expired: true,
  withdrawn: true,
} as const satisfies Record<QuestionState, true>;

const STAGES = {
  received: true,
  attributed: true,
  read: true,
  inspected: true,
  policy: true,
  queued: true,
  shown: true,
  drafted: true,
  reviewed: true,
  answered: true,
  closed: true,
  delivered: true,
  undeliverable: true,
  refused: true,
} as const satisfies Record<AuditStage, true>;

const HEAD = { name: isText, label: isText, required: isFlag };
const MORE = { description: isText, personOnly: isFlag };
const NUMBER: Shape = hasMembers(HEAD, {
  ...MORE,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isNumber,
  default: isNumber,
});
const isOptions = isListOf(hasMembers({ value: isText, title: isText }, { number: isNumber }));

const FIELDS = {
  text: hasMembers(HEAD, {
    ...MORE,
    format: isOneOf('email', 'uri', 'date', 'date-time'),
    minLength: isNumber,
    maxLength: isNumber,
    pattern: isText,
    default: isText,
  }),
  number: NUMBER,
  integer: NUMBER,
  boolean: hasMembers(HEAD, { ...MORE, default: isFlag }),
  choice: hasMembers({ ...HEAD, options: isOptions }, { ...MORE, default: isText }),
  choices: hasMembers({ ...HEAD, options: isOptions }, { ...MORE, minItems: isNumber, maxItems: isNumber, default: isListOf(isText) }),
  opaque: hasMembers({ ...HEAD, schema: isAnything }, MORE),
} as const satisfies Record<Field['kind'], Shape>;

const isField: Shape = value => {
  const kind = (value as { kind?: unknown } | null)?.kind;
  return typeof kind === 'string' && Object.hasOwn(FIELDS, kind) && FIELDS[kind as Field['kind']](value);
};

const isForm = hasMembers({ fields: isListOf(isField), schema: isObject, revision: isOneOf(...REVISIONS) });

const isFinding = hasMembers(
  {
    id: isText,
    severity: isOneOf('info', 'warning', 'danger'),
    where: isEither(isOneOf('message', 'url', 'server'), hasMembers({ field: isText })),
    sentence: isText,
  },
  { span: isTuple(isNumber, isNumber), subject: isText },
);

const isDraft = hasMembers({ v: isVersion, values: isListOf(isTuple(isText, isEither(isText, isFlag, isListOf(isText)))), at: isNumber });

const isQuestionRecord = hasMembers(
  {
    v: isVersion,
    id: isText,
    server: hasMembers({ name: isText }, { origin: isText, claim: hasMembers({ name: isText }, { version: isText }), shared: isFlag }),
    revision: isOneOf(...REVISIONS),
    message: isText,
    findings: isListOf(isFinding),
    state: isOneOf(...Object.keys(STATES)),
    askedAt: isNumber,
    extendable: isFlag,
  },
  {
    call: hasMembers({ method: isOneOf('tools/call', 'prompts/get', 'resources/read'), name: isText }, { arguments: isObject }),
    form: isForm,
    url: hasMembers({ href: isText, host: isText, openable: isFlag }),
    rejected: isListOf(hasMembers({ field: isText, rule: isText, message: isText }, { limit: isNumber })),
    expiresAt: isNumber,
    round: isText,
    draft: isDraft,
    action: isAction,
    note: isText,
  },
);

/** Exactly one of `form` and `url`. */
const isQuestion: Shape = value =>
  isQuestionRecord(value) && ((value as QuestionView).form === undefined) !== ((value as QuestionView).url === undefined);

const isDeskEvent = isEither(
  hasMembers({ v: isVersion, type: isOneOf('snapshot'), questions: isListOf(isQuestion) }),
  hasMembers({ v: isVersion, type: isOneOf('question'), question: isQuestion }),
);

const isAuditRow = hasMembers(
  {
    v: isVersion,
    at: isNumber,
    question: isText,
    stage: isOneOf(...Object.keys(STAGES)),
    server: isText,
    by: isOneOf('person', 'rule', 'script', 'desk'),
  },
  { principal: isText, surface: isText, action: isAction, reason: isText, shown: isText, detail: isObject },
);
