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
import type { EndPorts } from './desk/report-end.js';
import { endInAudit } from './desk/report-end.js';
import type { ResumableSession, ResumeOptions, ResumeReport } from './desk/resume-calls.js';
import { resumeCalls } from './desk/resume-calls.js';
import { createSealer, toBase64Url } from './desk/sealer.js';
import { createSurfaceRack } from './desk/surface-rack.js';
import type { Desk, Surface } from './desk.js';
import { createHeartbeat, HEARTBEAT } from './joined/heartbeat.js';
import type { JoinedParts } from './joined/join-desks.js';
import { joinDesks } from './joined/join-desks.js';
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
  /**
   * This desk and all others that are joined on the same store and secret are one desk to the person: each shows and
   * answers what any of them asks, and each stays the authority over its own questions. Needs `store` and `secret`.
   */
  readonly joined?: boolean;
  /** Milliseconds between signs of life; a desk silent for three of them counts as dead. The same at all desks of a store. Default 2,000. */
  readonly heartbeat?: number;
  /** Milliseconds that a joined desk waits for another one to take an answer. Default 5,000. */
  readonly patience?: number;
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
  /** Settles when a joined desk knows what the others ask and where the person is. Before that it knows only its own. */
  readonly ready: Promise<void>;
  /** Whether a page or a terminal is open before this person, here or at a joined desk: nothing else needs to be opened. */
  present(principal: string): boolean;
}

/** @throws TypeError for `joined` without `store` and `secret`. */
export function createDesk(options: DeskOptions = {}): HostDesk {
  const { clock = systemClock, onError = () => {}, audit = memoryAudit(), store, secret } = options;
  const { id = randomId, heartbeat: interval = HEARTBEAT } = options;
  if (options.joined === true && (store === undefined || secret === undefined))
    throw new TypeError('joined desks need a store and a secret');
  const writer = createAuditWriter(audit, { now: () => clock.now(), onError, values: () => policy?.config.audit.values ?? 'none' });
  const sealer = secret === undefined ? undefined : createSealer(secret);
  const owner = randomId();
  const feed = createFeed(onError);
  const rack = createSurfaceRack(onError);
  const heart =
    store === undefined || sealer === undefined
      ? undefined
      : createHeartbeat({ store, sealer, clock, owner, interval, present: () => rack.present(), onError });
  const suspended = createSuspendedCalls({ store, sealer, heart, clock, owner, onError });
  const own = options.policy === undefined ? createPolicy({ clock, store, sealer }) : undefined;
  if (store !== undefined && sealer !== undefined) own?.load().catch(onError);
  const policy = own ?? (isDeskPolicy(options.policy) ? options.policy : undefined);
  // The parts know each other: what each needs of a later one it asks for when the time comes.
  let core: DeskCore;
  let joint: JoinedParts | undefined;
  const shelf = createQuestionShelf({
    store,
    sealer,
    clock,
    heart,
    owner,
    joined: options.joined === true,
    onKeep: () => joint?.mailbox.hurry() ?? (() => {}),
    onTakenOver: question => core.takenOver(question),
    onError,
  });
  const ends: EndPorts = {
    shelf,
    report: (view, principal, how) => core.report(view, principal, how),
    flush: () => writer.flush(),
    audited: async question => endInAudit(await audit.rows({ question })),
  };
  core = new DeskCore({
    clock,
    id,
    feed,
    surfaces: {
      ...rack,
      isPresent: principal => rack.isPresent(principal) || joint?.peers.present(principal) === true,
      reachable: principal => rack.reachable(principal) || joint?.peers.present(principal) === true,
    },
    gate: options.policy ?? own ?? openGate,
    audit: writer,
    shelf,
    onClose: async () => {
      own?.close();
      await joint?.leave();
      await heart?.stop();
    },
    expiresIn: options.expiresIn ?? 10 * 60_000,
    maxExpiresIn: options.maxExpiresIn ?? 24 * 3_600_000,
    keepEnded: options.keepEnded ?? 100,
  });
  if (options.joined === true && store !== undefined && sealer !== undefined && heart !== undefined) {
    const { keepEnded = 100, patience = PATIENCE } = options;
    joint = joinDesks({
      core,
      shelf,
      feed,
      rack,
      heart,
      suspended,
      ends,
      audit: writer,
      store,
      sealer,
      clock,
      id: randomId,
      interval,
      patience,
      keepEnded,
      onError,
    });
  }
  const desk: Desk = joint?.desk ?? core;
  for (const surface of options.surfaces ?? []) desk.addSurface(surface);
  const sessions: ResumableSession[] = [];
  return Object.assign(desk, {
    audit,
    ...(policy !== undefined && { policy }),
    ready: joint?.ready ?? Promise.resolve(),
    present: (principal: string) => rack.isPresent(principal) || joint?.peers.present(principal) === true,
    flush: () => writer.flush(),
    attach(client: Client, attach: AttachOptions): HostSession {
      const session = attachClient({ desk, clock, id, suspended }, client, attach);
      sessions.push(session);
      return session;
    },
    resume: (resume?: ResumeOptions) =>
      resumeCalls({ ...ends, sessions: () => sessions, suspended, alive: async other => (await heart?.alive(other)) ?? false }, resume),
  });
}

const PATIENCE = 5_000;

function isDeskPolicy(gate: Gate | undefined): gate is DeskPolicy {
  return gate !== undefined && 'rules' in gate && 'mute' in gate;
}

function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
}
