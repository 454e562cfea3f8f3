/** For host authors: the desk between servers and a person. */
export type { AnsweredBy, AnswerOutcome, Desk, DeskAnswer, DeskQuestion, Surface, Viewer } from './desk.js';
