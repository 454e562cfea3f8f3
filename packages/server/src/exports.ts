/** What both entries export, in groups. */

// forms and errors
export type { DefinedForm, FieldIssue, MidcallErrorCode } from '@midcall/core';
export { choice, choices, defineForm, integer, isMidcallError, MidcallError, number, text, yesNo } from '@midcall/core';
// asking
export type {
  Answer,
  AskOptions,
  Call,
  ChooseOptions,
  ConfirmOptions,
  EndingOptions,
  FormOptions,
  NeedOptions,
  QuestionOptions,
} from './author/call.js';
export type {
  Definition,
  Need,
  PromptConfig,
  PromptDefinition,
  ResourceConfig,
  ResourceDefinition,
  ToolConfig,
  ToolDefinition,
} from './author/define.js';
export { definePrompt, defineResource, defineTool } from './author/define.js';
export type { Duration } from './author/duration.js';
export type { ContentOf, FormSource } from './author/form-source.js';
export type { Ending, EndingReason } from './engine/ending.js';
export type { AnswerSource } from './engine/journal.js';
export type { OnceOptions } from './engine/once.js';
// the process
export type { BucketOptions } from './gate/bucket.js';
export type { Principal, PrincipalReader } from './gate/principal.js';
// lint
export type { LintFinding, LintId } from './lint/finding.js';
export { lint } from './lint/lint.js';
export type { LintedQuestion } from './lint/lint-question.js';
export type { Midcall, MidcallOptions } from './midcall.js';
export type { Registrar } from './registrar.js';
export type { RememberedAnswer, RememberedAnswers } from './remembered.js';
export type { SessionGuard, SessionGuardOptions, SessionUser } from './session-guard.js';
export { sessionGuard } from './session-guard.js';
export { newKey } from './state/index.js';
export type { Telemetry } from './telemetry/telemetry.js';
export { tolerantTransport } from './tolerant-transport.js';
// pages
export type { CustomContext } from './visit/custom-context.js';
export { type Html, html } from './visit/html.js';
export type {
  CustomPage,
  CustomRender,
  OAuthAccess,
  OAuthPage,
  OAuthPageOptions,
  Page,
  SecretField,
  SecretPage,
  SecretsOf,
} from './visit/page.js';
export { customPage, oauthPage, secretPage } from './visit/page.js';
export type { Identify, PagesOptions } from './visit/page-services.js';
export type { Pages } from './visit/pages.js';
export type { VisitOptions } from './visit/visit-options.js';
export type { Visited } from './visit/visited.js';
export type { CompletedVisit, CompletedVisits } from './visit/visits.js';
