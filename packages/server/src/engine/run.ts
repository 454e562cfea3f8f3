/** One run of one handler: the round, what the flow knows, and who asks whom. */
import type { CallView } from '@midcall/core/contract';
import type { Frame } from '../gate/frame.js';
import type { Ending, OwnEnding } from './ending.js';
import type { Journal } from './journal.js';
import type { Question } from './question.js';
import type { Round } from './round.js';
import type { Services } from './services.js';

export interface Run {
  readonly round: Round<Question, OwnEnding>;
  readonly frame: Frame;
  readonly journal: Journal;
  readonly services: Services;
  readonly definition: RunDefinition;
}

/** What the engine knows about the tool, prompt or resource. */
export interface RunDefinition {
  readonly method: CallView['method'];
  /** As people know it. */
  readonly name: string;
  /** JSON Schema properties of the arguments a caller may pass; undefined for resources. */
  readonly argumentSchemas: () => Readonly<Record<string, unknown>> | undefined;
  /** Replaces every ending that has no `otherwise` of its own (D10). */
  readonly otherwise?: (ending: Ending) => unknown;
}
