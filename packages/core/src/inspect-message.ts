/** The text of a question, before anybody reads it. */
import type { Finding } from './contract.js';
import { inspectText } from './inspect-text.js';
import type { Revision } from './revision.js';

/** The revision of the session that sent the message. */
export interface InspectMessageOptions {
  readonly revision: Revision;
}

/**
 * Findings about the text of a question: what hides or moves in it, and addresses in it. What it *asks for* depends on
 * the fields below it: `inspectForm` with `message` judges that.
 */
export function inspectMessage(text: string, _options: InspectMessageOptions): readonly Finding[] {
  return inspectText(text, 'message');
}
