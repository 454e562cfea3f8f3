/** What a page of the author's own is given. */
import type { JsonObject } from '@midcall/core';
import type { Principal } from '../gate/principal.js';
import type { Html } from './html.js';

export interface CustomContext<Value> {
  /** Who this page belongs to; proven, at this request. */
  readonly principal: Principal;
  readonly key: string;
  /** What the person read in their host. */
  readonly message: string;
  /** What the call passed along. */
  readonly data: JsonObject;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** What was posted; undefined on GET. Where it came from has been checked. */
  readonly form: URLSearchParams | undefined;
  /**
   * A hidden input that belongs into every form of the page: posts without it are refused before they get here. A button
   * with `name="action" value="close"` in such a form is *Not now* and does not get here either.
   */
  readonly guard: Html;
  /** A whole page in the plain look of the others. `body` comes from `html`. */
  page(title: string, body: Html, status?: number): Response;
  /**
   * Completes the visit: the value is sealed in the store for this principal, and the call goes on. Once: a page that was
   * completed in the meantime, or has expired, says so instead.
   */
  done(value: Value): Promise<Response>;
  /** Closes the page without completing it; the call ends as if the question had been closed. */
  close(): Promise<Response>;
}
