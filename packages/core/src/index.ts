/** The elicitation dialect: pure, browser and Node, no I/O, no dependency. */

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
export type { Json, JsonObject } from './json.js';
export type { MidcallErrorCode, MidcallErrorOptions } from './midcall-error.js';
// errors
export { isMidcallError, MidcallError } from './midcall-error.js';
export type { Era, Revision } from './revision.js';
// revisions and JSON
export { eraOf, isRevision, LATEST_REVISION, REVISIONS } from './revision.js';
