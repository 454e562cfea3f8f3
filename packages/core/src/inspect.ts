/**
 * Findings about what the other side sent, each with a stable id, a severity and one sentence for a person, and text made
 * safe to show. Nothing here fetches, resolves or opens anything (N10), and no expression can run away (N11).
 */
export { type InspectFormOptions, inspectForm } from './inspect-form.js';
export { type InspectMessageOptions, inspectMessage } from './inspect-message.js';
export { type InspectUrlOptions, inspectUrl } from './inspect-url.js';
export { unicodeHost } from './punycode.js';
export { hasHiddenText, showText } from './show-text.js';
export { isLoopback, viewUrl } from './url-view.js';
