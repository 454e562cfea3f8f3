/** The desk: shows a server's questions to a person, guards the person, and carries the answer back. No Node module. */

// audit
export type { AnchorLine, AnchorPort, HeadAnchor } from './audit/anchor-heads.js';
export { anchorHeads, parseAnchors } from './audit/anchor-heads.js';
export type { AuditChain, AuditChainOptions, AuditHead, ExportedRow, HeadPort } from './audit/audit-chain.js';
export { createAuditChain } from './audit/audit-chain.js';
export type { AuditBeside, AuditFilter, AuditLog, AuditRowsOptions } from './audit/audit-log.js';
export { memoryAudit } from './audit/audit-log.js';
export type { AuditFault, AuditVerdict, VerifyOptions } from './audit/verify-chains.js';
// the desk
export type { DeskOptions, HostDesk } from './create-desk.js';
export { createDesk } from './create-desk.js';
export { maskArguments } from './desk/mask-arguments.js';
export { QUESTION_LIMITS } from './desk/read-question.js';
export type { ResumedCall, ResumeOptions, ResumeReport } from './desk/resume-calls.js';
export type { Sealer } from './desk/sealer.js';
export { createSealer } from './desk/sealer.js';
export type { AnsweredBy, AnswerOutcome, Desk, DeskAnswer, DeskQuestion, RaiseDetail, Surface, Viewer } from './desk.js';
// telling a person who is elsewhere
export type { Delivery, PostOnce } from './notify/deliver.js';
export { AddressRefused } from './notify/deliver.js';
export type { OutgoingRequest } from './notify/notice.js';
export type { ChannelReport, Notifier, NotifierOptions } from './notify/notifier.js';
export { createNotifier } from './notify/notifier.js';
export type { PageOpener } from './open-question-page.js';
export { openQuestionPage } from './open-question-page.js';
// rules
export type { DeskPolicy, MuteOptions, PolicyOptions, RememberOptions } from './policy/create-policy.js';
export { createPolicy } from './policy/create-policy.js';
export type { Gate, GateQuestion, Refusal, Verdict } from './policy/gate.js';
export { openGate } from './policy/gate.js';
export type { ParsedPolicy } from './policy/parse-policy.js';
export { parsePolicy, requirePolicy } from './policy/parse-policy.js';
export type { PolicyFault } from './policy/place-reader.js';
export type {
  AnchorPolicy,
  AuditPolicy,
  Channel,
  DoNotDisturb,
  NotifyPolicy,
  PolicyConfig,
  QuietMode,
  RatePolicy,
  ServerPolicy,
  ToolRule,
  Weekday,
} from './policy/policy-config.js';
export { DEFAULT_POLICY } from './policy/policy-config.js';
export type { MuteRule, RememberedAnswer, Rule } from './policy/rule-book.js';
export type { AskedBy, StandingRule } from './policy/standing-rule.js';
export { serverPolicy, standingRule } from './policy/standing-rule.js';
// surfaces
export type { Script, ScriptedAnswer, ScriptedSurfaceOptions } from './scripted-surface.js';
export { scriptedSurface } from './scripted-surface.js';
// sessions
export type { AttachOptions, CallLeg, CallOptions, HostSession } from './session/session.js';
