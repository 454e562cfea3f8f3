/** Everything in one file, for a `<script type=module>` without a build: bundled into `dist/midcall-question.js`. */

export { FramedQuestion, receiveQuestions } from './embed.js';
export * from './index.js';
export { MidcallRound } from './round.js';
