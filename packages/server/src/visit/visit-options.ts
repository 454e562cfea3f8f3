/** What `call.visit` takes. */
import type { JsonObject } from '@midcall/core';
import type { EndingOptions, QuestionOptions } from '../author/call.js';
import type { Duration } from '../author/duration.js';
import type { Page } from './page.js';

export interface VisitOptions<Value> extends QuestionOptions, EndingOptions {
  readonly page: Page<Value>;
  /**
   * The facts of this visit, shown on a page of your own, such as amount and recipient. Part of what the person agrees to:
   * with other facts the page is opened again. Plain JSON.
   */
  readonly data?: JsonObject;
  /** A business key, where one completed visit must not count for everything that has this `key`. */
  readonly unique?: string;
  /** How long a completed visit counts. Default 400 days for secrets and OAuth, an hour for pages of your own. */
  readonly keep?: Duration;
  /**
   * On 2025-11-25: `ask` (default) sends the question and waits; `error` answers the call with -32042, the page in it, and
   * the host calls again when the person is done. Only where nothing has been asked or done yet in this call (D19).
   */
  readonly when?: 'ask' | 'error';
}
