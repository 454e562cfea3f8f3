/** The elicitation dialect: pure, browser and Node, no I/O, no dependency. */

// authors
export type {
  ChoiceOptions,
  ChoicesOptions,
  FieldBuilder,
  FieldOptions,
  NumberOptions,
  OptionEntry,
  OptionList,
  TextOptions,
  YesNoOptions,
} from './builders.js';
export { choice, choices, integer, number, text, yesNo } from './builders.js';
// answers
export type { AnswerCheck } from './check-answer.js';
export { checkAnswer, isValidAnswer } from './check-answer.js';
export type { AnswerOf, DefinedForm, FieldAnswer, FieldRecord } from './define-form.js';
export { defineForm } from './define-form.js';
export type { FieldRule } from './field-rule.js';
// what people type
export type { DraftEntry } from './fill-form.js';
export { fillForm, initialDraft } from './fill-form.js';

// the form model
export type {
  AnswerContent,
  AnswerValue,
  BooleanField,
  ChoiceField,
  ChoicesField,
  Field,
  FieldIssue,
  FieldKind,
  Form,
  FormIssue,
  NumberField,
  OpaqueField,
  Option,
  TextField,
  TextFormat,
} from './form.js';
export { fingerprint, formFingerprint } from './form-fingerprint.js';
export type { FormRule } from './form-rule.js';
export { isConfirm } from './is-confirm.js';
export type { Json, JsonObject } from './json.js';
export { LIMITS } from './limits.js';
export type { SchemaAnswer } from './literal-types.js';
export type { MidcallErrorCode, MidcallErrorOptions } from './midcall-error.js';
// errors
export { isMidcallError, MidcallError } from './midcall-error.js';
export type { InputReading, ParseOptions, RawInput } from './parse-input.js';
export { parseInput } from './parse-input.js';
export type { VerifiedSubject } from './principal.js';
// who
export { principalOf, subjectOf } from './principal.js';
// forms off the wire
export type { FormReading, ReadFormOptions } from './read-form.js';
export { DIALECTS, readForm } from './read-form.js';
export { receiveAnswer } from './receive-answer.js';
export type { Era, Revision } from './revision.js';
// revisions and JSON
export { eraOf, isRevision, LATEST_REVISION, REVISIONS } from './revision.js';
export type { Refinement, StandardSchema } from './standard-schema.js';
// clocks of zones
export { offsetOf, offsetsAt, offsetText } from './zone-offset.js';
