/**
 * What the first sight of most questions does not need: the two large widgets, and reading, checking and reading back an
 * answer. It is loaded as soon as there is a question, as a file of its own where the page is built so, and nothing can be
 * sent before it is there.
 */
export { drawCheck } from './draw/check-step.js';
export { drawDateTime } from './draw/date-time-field.js';
export { drawEnded } from './draw/ended-sheet.js';
export { drawFramed } from './draw/framed-sheet.js';
export { sayReading } from './draw/number-reading.js';
export { drawArguments, drawDetails, drawMenuItems } from './draw/on-demand.js';
export { drawOpaque } from './draw/opaque-field.js';
export { drawOptionList } from './draw/option-list.js';
export { drawSecret } from './draw/secret-sheet.js';
export { drawTyped } from './draw/typed.js';
export { drawUrl } from './draw/url-sheet.js';
export { fill } from './fill.js';
export { laterStyles } from './styles/later.js';
