/** Rehearsing tools, prompts and resources: a scripted person, the real engine, no transport. For any test runner. */
export type { AnswerFunction, Answers, AskedQuestion, ScriptedAnswer } from './answers.js';
export { accept, cancel, decline, pick, reply, tick, visited } from './answers.js';
export type { FailureData, RehearsalRule } from './failure.js';
export type { MidcallMatchers } from './matchers.js';
export { midcallMatchers } from './matchers.js';
export type { ObservedEffect } from './observe-call.js';
export type { WireFault } from './outcome.js';
export type { AnsweredQuestion } from './play-host.js';
export type { Rehearsal, RehearseOptions, ResultOf } from './rehearse.js';
export { rehearse } from './rehearse.js';
export type { RehearsedHost } from './request.js';
