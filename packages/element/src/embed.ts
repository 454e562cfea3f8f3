/** Questions in a frame of another origin: the page keeps the desk, the frame draws, and both speak only to each other (D36). */
export { type AskAnswer, type AskOptions, ask, type QuestionSurface } from './ask.js';
export { FramedQuestion, type FrameQuestionsOptions } from './embed/framed-question.js';
export { type ReceiveQuestionsOptions, receiveQuestions } from './embed/receive-questions.js';
