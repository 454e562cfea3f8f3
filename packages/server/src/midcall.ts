/**
 * `createMidcall`: once per process, keys and store; `attach`: once per server, cheap enough for every request.
 */
import { MidcallError } from '@midcall/core';
import { type Clock, type Store, systemClock } from '@midcall/store';
import type { McpServer } from '@modelcontextprotocol/server';
import { type Attachment, attachTo } from './attach.js';
import type { Definition } from './author/define.js';
import { type Duration, milliseconds } from './author/duration.js';
import { storeRequired } from './engine/once.js';
import { type BucketOptions, createBucket } from './gate/bucket.js';
import type { GateServices } from './gate/gate-services.js';
import type { PrincipalReader } from './gate/principal.js';
import { lintLine } from './lint/lint.js';
import { lintAsked } from './lint/lint-asked.js';
import { type Registrar, toRegistrar } from './registrar.js';
import { type RememberedAnswers, rememberedOf } from './remembered.js';
import { after, type CryptoPort, createKeyRing, createSealer, newKey } from './state/index.js';
import { observeWith } from './telemetry/observe-with.js';
import type { Telemetry } from './telemetry/telemetry.js';
import type { Page } from './visit/page.js';
import type { PageListener, PageServices, PagesOptions } from './visit/page-services.js';
import { createPages, type Pages } from './visit/pages.js';
import { pagesUrl } from './visit/pages-url.js';
import { type CompletedVisits, visitsOf } from './visit/visits.js';

export interface MidcallOptions {
  /** Keys that seal, newest first: ≥ 32 random bytes in base64url (`midcall key new`). */
  readonly keys?: string | readonly string[];
  /** Where flows, effects and remembered answers are kept; 'none' keeps nothing. */
  readonly store?: Store | 'none';
  /** What the process serves: HTTP in production without keys then fails at start, not at the first call. */
  readonly serving?: 'stdio' | 'http';
  /** Who calls; default the verified `authInfo.extra.iss` and `.sub` (D21). */
  readonly principal?: PrincipalReader;
  /** How long a person has on the older revisions where the author says nothing. Default 10 minutes. */
  readonly expiresIn?: Duration;
  /** How long a state lives on the newest revision where the author says nothing. Default 1 day; at most 7 days count. */
  readonly stateLife?: Duration;
  /** How long a process that died in the middle of a round holds up the retry. Default 30 seconds. */
  readonly lease?: Duration;
  /** Most rounds of questions in one call. Default 100. */
  readonly rounds?: number;
  /** Retries per principal, in tokens: a good one costs 0.1, a refused one 50. Default 1,000 a second, 2,000 saved up. */
  readonly retries?: BucketOptions;
  /** Where and for whom the pages of `visit` are served. A server on stdio needs nothing here. */
  readonly pages?: PagesOptions;
  /** Only this machine can reach the server: what needs a principal also works for callers without one. */
  readonly loopback?: boolean;
  /** Told of refused states, and of errors that have nobody else to go to. Never of answers, keys or states (N9). */
  readonly onError?: (error: unknown) => void;
  /**
   * Told in one line what lint warns of: in a definition when it is attached, in a question when it is asked for the first
   * time. Never stdout: that is the protocol's.
   */
  readonly log?: (line: string) => void;
  /** The OpenTelemetry API, where spans and metrics are wanted. */
  readonly telemetry?: Telemetry;
  /** Time; for tests. */
  readonly clock?: Clock;
}

export interface Midcall {
  /**
   * Puts midcall in front of a server, and registers definitions. Returns the same server.
   * @throws MidcallError ATTACH_TOO_LATE, ATTACH_TWICE, STORE_REQUIRED
   */
  attach<Server extends McpServer>(server: Server, definitions?: readonly Definition[]): Server;
  /**
   * The handler of the pages that `visit` sends people to: mount it at the path of `pages.url`, for GET and POST.
   * @throws MidcallError STORE_REQUIRED
   */
  pages(): Pages;
  /** Completed visits: list and forget. */
  readonly visits: CompletedVisits;
  /** Remembered answers: list and forget. */
  readonly remembered: RememberedAnswers;
  /** The SDK's registration calls with handlers that take `call`. The server must be attached. */
  tools(server: McpServer): Registrar;
}

/** What differs between runtimes. */
export interface Platform {
  readonly crypto: CryptoPort;
  readonly turn: (fn: () => void) => void;
  readonly randomId: () => string;
  /** Whether to take HTTP calls with keys that nobody gave. */
  readonly httpWithoutKeys: boolean;
  /** Serves pages where the server has no address of its own. */
  readonly listen?: (fetch: Pages['fetch'], clock: Clock) => PageListener & { readonly url: () => string | undefined };
  /** The keys in the options were made by the platform. */
  readonly madeKeys?: boolean;
}

export function assemble(options: MidcallOptions, platform: Platform): Midcall {
  const store = options.store === 'none' ? undefined : options.store;
  const services = createServices(options, platform);
  const keyless = (options.keys === undefined || platform.madeKeys === true) && !platform.httpWithoutKeys;
  const attachments = new WeakMap<McpServer, Attachment>();
  return {
    remembered: rememberedOf(store, services.digest),
    visits: visitsOf(store, services.digest),
    pages() {
      const { pages } = services;
      if (pages === undefined) throw storeRequired('pages');
      return createPages(pages, () => pages.url);
    },
    attach(server, definitions = []) {
      if (attachments.has(server)) {
        throw new MidcallError('ATTACH_TWICE', 'This server is already attached', {
          hint: 'Pass all definitions in one call, or use midcall.tools(server).',
        });
      }
      const attachment = attachTo(server, services, {
        principal: options.principal,
        admit: ctx => {
          if (keyless && ctx.http?.req !== undefined) throw keysRequired();
        },
      });
      attachments.set(server, attachment);
      for (const definition of definitions) {
        attachment.add(definition);
        if (options.log !== undefined) tell(definition, options.log);
      }
      return server;
    },
    tools(server) {
      const attachment = attachments.get(server);
      if (attachment === undefined) {
        throw new MidcallError('ATTACH_TOO_LATE', 'This server is not attached', {
          hint: 'Call midcall.attach(server) right after `new McpServer(…)`.',
        });
      }
      return toRegistrar(attachment);
    },
  };
}

/** The state, the crypto and the limits of one process, as the gate and the engine take them. @throws MidcallError KEY_WEAK */
export function createServices(options: MidcallOptions, platform: Omit<Platform, 'httpWithoutKeys' | 'madeKeys'>): GateServices {
  const store = options.store === 'none' ? undefined : options.store;
  const { clock = systemClock, rounds = 100, onError = () => {} } = options;
  const { crypto } = platform;
  const ring = createKeyRing(options.keys ?? newKey());
  let storeId: string | Promise<string> | undefined;
  return {
    clock,
    store,
    pages:
      store &&
      pageServices(options, platform, {
        clock,
        store,
        onError,
        sealer: createSealer({ ring, label: 'page', crypto, maxLength: 1024 * 1024 }),
      }),
    state: createSealer({ ring, label: 'state', crypto }),
    rows: createSealer({ ring, label: 'state', crypto, maxLength: 64 * 1024 * 1024 }),
    digest: text => crypto.digest(text),
    print: prints(crypto),
    observer: options.telemetry && observeWith(options.telemetry),
    lint: options.log && lintAsked(options.log),
    randomId: platform.randomId,
    turn: platform.turn,
    report: onError,
    anonymousMayKeep: options.loopback === true,
    limits: {
      questionMs: milliseconds(options.expiresIn ?? '10m'),
      stateMs: milliseconds(options.stateLife ?? '1d'),
      leaseMs: milliseconds(options.lease ?? '30s'),
      rounds,
    },
    storeId() {
      if (store === undefined || typeof storeId === 'string') return storeId;
      storeId ??= store.id().then(id => {
        storeId = id;
        return id;
      });
      return storeId;
    },
    bucket: createBucket(clock, options.retries ?? { perSecond: 1_000, burst: 2_000 }),
    spillQuota: createBucket(clock, { perSecond: 64 * 1024, burst: 16 * 1024 * 1024 }),
  };
}

interface PageParts {
  readonly clock: Clock;
  readonly store: Store;
  readonly sealer: PageServices['sealer'];
  readonly onError: (error: unknown) => void;
}

/** @throws TypeError if `pages.url` is not an absolute https address, or http on this machine */
function pageServices(
  { pages = {} }: MidcallOptions,
  platform: Pick<Platform, 'crypto' | 'randomId' | 'listen'>,
  { clock, store, sealer, onError }: PageParts,
): PageServices {
  let listening: ReturnType<NonNullable<Platform['listen']>> | undefined;
  const known: PageServices['known'] = new Map();
  for (const page of pages.known ?? []) if ((page as Page<unknown>).kind !== 'secret') known.set(page.name, page as never);
  const services: PageServices = {
    clock,
    store,
    sealer,
    digest: text => platform.crypto.digest(text),
    randomId: platform.randomId,
    report: onError,
    url: pages.url === undefined ? undefined : pagesUrl(pages.url),
    get listener() {
      if (listening === undefined && platform.listen !== undefined) {
        const { fetch } = createPages(services, () => listening?.url());
        listening = platform.listen(fetch, clock);
      }
      return listening;
    },
    identify: pages.identify,
    hosts: pages.hosts ?? [],
    life: milliseconds(pages.life ?? '1h'),
    known,
    minted: createBucket(clock, { perSecond: 1, burst: 60 }),
    requests: createBucket(clock, { perSecond: 1, burst: 60 }),
    held: new Map(),
  };
  return services;
}

const told = new WeakSet<Definition>();

/** Servers are made per request on HTTP, definitions are not. */
function tell(definition: Definition, log: (line: string) => void): void {
  if (told.has(definition)) return;
  told.add(definition);
  const line = lintLine(definition);
  if (line !== undefined) log(line);
}

/** Fingerprints of questions: a server asks the same ones over and over. */
function prints(crypto: CryptoPort): GateServices['print'] {
  const known = new Map<string, string>();
  return identity => {
    const before = known.get(identity);
    if (before !== undefined) return before;
    return after(crypto.digest(identity), print => {
      if (known.size >= MOST_PRINTS) known.clear();
      known.set(identity, print);
      return print;
    });
  };
}

const MOST_PRINTS = 512;

export function keysRequired(): MidcallError {
  return new MidcallError('KEYS_REQUIRED', 'A server on HTTP needs keys that outlive the process and are the same on every replica', {
    hint: 'Make one with `midcall key new` and pass it: createMidcall({ keys: process.env.MIDCALL_KEYS.split(",") }).',
  });
}
