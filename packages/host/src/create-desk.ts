/** Puts a desk together from its ports. Everything it does comes in through them: time, ids, the store, the rules. */

import type { Clock, Store } from '@midcall/store';
import { systemClock } from '@midcall/store';
import type { Client } from '@modelcontextprotocol/client';
import type { AuditLog } from './audit/audit-log.js';
import { memoryAudit } from './audit/audit-log.js';
import { createAuditWriter } from './audit/audit-writer.js';
import { DeskCore } from './desk/desk-core.js';
import { createFeed } from './desk/feed.js';
import { createQuestionShelf } from './desk/question-shelf.js';
import type { ResumableSession, ResumeOptions, ResumeReport } from './desk/resume-calls.js';
import { resumeCalls } from './desk/resume-calls.js';
import { createSealer, toBase64Url } from './desk/sealer.js';
import { createSurfaceRack } from './desk/surface-rack.js';
import type { Desk, Surface } from './desk.js';
import type { DeskPolicy } from './policy/create-policy.js';
import { createPolicy } from './policy/create-policy.js';
import type { Gate } from './policy/gate.js';
import { openGate } from './policy/gate.js';
import { attachClient } from './session/attach-client.js';
import type { AttachOptions, HostSession } from './session/session.js';
import { createSuspendedCalls } from './session/suspended-calls.js';

export interface DeskOptions {
  /** Where waiting questions, drafts and suspended calls survive a restart. Used only together with `secret`. */
  readonly store?: Store;
  /** At least 32 random bytes or their base64url text; what is stored is sealed with it. */
  readonly secret?: Uint8Array | string;
  readonly clock?: Clock;
  /** Handles of questions; must be unguessable. Default: 24 random bytes. */
  readonly id?: () => string;
  /** The rules before the person. Default: `createPolicy` with its own defaults, its rules kept in `store`. `openGate` lets everything through. */
  readonly policy?: Gate;
  readonly audit?: AuditLog;
  readonly surfaces?: readonly Surface[];
  /** How long a question waits if its asker does not say (milliseconds). Default 10 minutes. */
  readonly expiresIn?: number;
  /** The longest that a question may wait, "More time" included (milliseconds). Default 24 hours. */
  readonly maxExpiresIn?: number;
  /** How many ended questions of one principal stay in `list`. Default 100. */
  readonly keepEnded?: number;
  /** Told of failures that must not stop the desk: a surface or listener that throws, a store that refuses. */
  readonly onError?: (error: unknown) => void;
}

export interface HostDesk extends Desk {
  /** Puts the desk between a client and its person; before `client.connect`. @throws TypeError if it is connected already. */
  attach(client: Client, options: AttachOptions): HostSession;
  /**
   * After a restart: finishes the calls of 2026-07-28 that waited when a desk on this store died, through the sessions
   * that are attached and connected now, and reports as lost what cannot be finished. Needs `store` and `secret`.
   */
  resume(options?: ResumeOptions): Promise<ResumeReport>;
  readonly audit: AuditLog;
  /** The rules before the person: what an inbox lists, mutes, remembers and forgets. Absent with a gate of another make. */
  readonly policy?: DeskPolicy;
  /** Settles when every audit row so far is written. */
  flush(): Promise<void>;
}

export function createDesk(options: DeskOptions = {}): HostDesk {
  const { clock = systemClock, onError = () => {}, audit = memoryAudit(), store, secret } = options;
  const writer = createAuditWriter(audit, { now: () => clock.now(), onError, values: () => policy?.config.audit.values ?? 'none' });
  const sealer = secret === undefined ? undefined : createSealer(secret);
  const id = options.id ?? randomId;
  const owner = randomId();
  const suspended = createSuspendedCalls({ store, sealer, clock, owner, onError });
  const shelf = createQuestionShelf({ store, sealer, owner, onError });
  const own = options.policy === undefined ? createPolicy({ clock, store, sealer }) : undefined;
  if (store !== undefined && sealer !== undefined) own?.load().catch(onError);
  const policy = own ?? (isDeskPolicy(options.policy) ? options.policy : undefined);
  const core = new DeskCore({
    clock,
    id,
    feed: createFeed(onError),
    surfaces: createSurfaceRack(onError),
    gate: options.policy ?? own ?? openGate,
    audit: writer,
    shelf,
    onClose: () => {
      suspended.stop();
      own?.close();
    },
    expiresIn: options.expiresIn ?? 10 * 60_000,
    maxExpiresIn: options.maxExpiresIn ?? 24 * 3_600_000,
    keepEnded: options.keepEnded ?? 100,
  });
  for (const surface of options.surfaces ?? []) core.addSurface(surface);
  const sessions: ResumableSession[] = [];
  return Object.assign(core, {
    audit,
    ...(policy !== undefined && { policy }),
    flush: () => writer.flush(),
    attach(client: Client, attach: AttachOptions): HostSession {
      const session = attachClient({ desk: core, clock, id, suspended }, client, attach);
      sessions.push(session);
      return session;
    },
    resume: (resume?: ResumeOptions) =>
      resumeCalls({ sessions: () => sessions, suspended, shelf, report: (view, principal) => core.report(view, principal) }, resume),
  });
}

function isDeskPolicy(gate: Gate | undefined): gate is DeskPolicy {
  return gate !== undefined && 'rules' in gate && 'mute' in gate;
}

function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
}
