/** Findings about what the other side sent, and text made safe to show. */
export { type InspectFormOptions, inspectForm } from './inspect-form.js';
export { hasHiddenText, showText } from './show-text.js';
export { viewUrl } from './url-view.js';
