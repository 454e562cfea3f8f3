/** What pages need from outside, beyond what the engine has. */
import type { Clock, Store } from '@midcall/store';
import type { Duration } from '../author/duration.js';
import type { Bucket } from '../gate/bucket.js';
import type { Awaitable, Sealer } from '../state/index.js';
import type { CustomPage, OAuthPage, Page } from './page.js';

/**
 * Who opens a page, from the sign-in that this server's own site has (a cookie session, a reverse proxy): the same `iss`
 * and `sub` as in the credentials of the calls (D20). Undefined for nobody; a Response, such as a redirect to the sign-in
 * page, is given to who only opens the page. Cookies of that session must be SameSite=Lax, not Strict.
 */
export type Identify = (request: Request) => Awaitable<{ readonly iss: string; readonly sub: string } | Response | undefined>;

export interface PagesOptions {
  /** Where `midcall.pages()` can be reached, as a browser sees it: `https://records.example/midcall`. */
  readonly url?: string;
  /** Required where callers come over the network. */
  readonly identify?: Identify;
  /** Further values of the Host header to accept, for a proxy that rewrites it. */
  readonly hosts?: readonly string[];
  /** OAuth and custom pages, so that every replica can serve a page that a call on another one opened. */
  readonly known?: readonly Page<unknown>[];
  /** How long a page can be used where the author says nothing. Default an hour. */
  readonly life?: Duration;
}

/** The listener of a server that has no address of its own. */
export interface PageListener {
  /** Address without a slash at its end; listens from now on. */
  open(): Promise<string>;
  /** Keeps it open until then, or until the page is settled. Milliseconds since the epoch. */
  keep(handle: string, until: number): void;
  settled(handle: string): void;
}

export interface PageServices {
  readonly clock: Clock;
  readonly store: Store;
  /** Seals with the keys of label `page` (D8). */
  readonly sealer: Sealer;
  readonly digest: (text: string) => Awaitable<string>;
  readonly randomId: () => string;
  readonly report: (error: unknown) => void;
  readonly url: string | undefined;
  readonly listener: PageListener | undefined;
  readonly identify: Identify | undefined;
  readonly hosts: readonly string[];
  /** Milliseconds. */
  readonly life: number;
  /** OAuth and custom pages by name. */
  readonly known: Map<string, OAuthPage | CustomPage<never>>;
  /** Pages opened per principal, and requests per page (E-U-21). */
  readonly minted: Bucket;
  readonly requests: Bucket;
  /** Retries that are being held, and notices that are awaited, per principal (D18). */
  readonly held: Map<string, number>;
}
