/**
 * What the desk of a gateway stands on: the store, the key and the rules of this user, shared by all their gateways.
 *
 * Promises:
 *  1. What waits is sealed before it is stored (D33); the audit is a chain of this process, its head in a file of its own (D34).
 *  2. `midcall.policy.json` in MIDCALL_HOME counts from the start, and again whenever it changes. A gateway does not start
 *     on one with a fault: a rule that was written must not be silently without effect.
 *  3. Where the policy says so, people are told elsewhere that something waits (D35), and heads of the audit are sent away (D34).
 *  4. A store that cannot be opened is said and takes nothing else away: questions are then kept in memory.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isMidcallError } from '@midcall/core';
import {
  type AuditChain,
  anchorHeads,
  createAuditChain,
  createNotifier,
  createPolicy,
  createSealer,
  type DeskOptions,
  type DeskPolicy,
} from '@midcall/host';
import { anchorPort, deskKey, guardedPost, headFile, readPolicyFile, watchPolicyFile } from '@midcall/host/node';
import { type Store, systemClock } from '@midcall/store';
import { sqliteStore } from '@midcall/store/sqlite';
import { midcallHome } from '../loopback/home.js';
import { POLICY_FILE, policyPath } from '../policy/open-rules.js';
import type { Terminal } from '../terminal/terminal.js';

export interface DurableDesk {
  readonly options: DeskOptions;
  /** What other processes of this user share with it; undefined where the store could not be opened. */
  readonly kept: { readonly store: Store; readonly key: string } | undefined;
  /** Says where people find the inbox, once that is known: notifications lead there. No token is part of it. */
  reachedAt(address: () => string | undefined): void;
  /** 32 bytes of this user for sealing what a gateway hands out under this name; undefined where there is no key. */
  secretFor(name: string): Uint8Array | undefined;
  /** After the desk is closed and flushed. */
  close(): Promise<void>;
}

export interface DurableDeskOptions {
  /** Notifications take the server's message along, whatever the policy says (D35). */
  readonly webhookText?: boolean;
}

/** @throws MidcallError CONFIG_INVALID for a policy file with a fault. */
export async function openDurableDesk(terminal: Terminal, { webhookText = false }: DurableDeskOptions = {}): Promise<DurableDesk> {
  const home = midcallHome(terminal.env);
  const policyFile = policyPath(terminal);
  const config = await readPolicyFile(policyFile);
  const say = (error: unknown): void => terminal.err(`midcall: ${error instanceof Error ? error.message : 'the store failed'}`);
  const kept = await openStore(join(home, 'desk'), say);
  const policy = createPolicy({
    clock: systemClock,
    onError: say,
    // Where nobody sits, nobody can learn anything from the time a refusal takes (D23).
    immediate: (terminal.env.CI ?? '') !== '',
    ...(config !== undefined && { config }),
    ...(kept !== undefined && { store: kept.store, sealer: createSealer(kept.key) }),
  });
  await policy.load().catch(say);
  const stopWatching = kept === undefined ? undefined : watchRules(policyFile, policy, { terminal, say });
  let address = (): string | undefined => undefined;
  const notifier = createNotifier({
    clock: systemClock,
    config: () => policy.config,
    post: guardedPost,
    link: () => address(),
    text: webhookText,
    store: kept?.store,
    onError: say,
  });
  const audit = kept === undefined ? undefined : auditOf(join(home, 'desk'), kept, { policy, folder: home, say });
  return {
    options: {
      policy,
      onError: say,
      surfaces: [notifier],
      ...(kept !== undefined && audit !== undefined && { store: kept.store, secret: kept.key, audit: audit.chain }),
    },
    kept,
    reachedAt(at) {
      address = at;
    },
    secretFor: name => (kept === undefined ? undefined : createHmac('sha256', kept.key).update(`midcall gateway ${name}`).digest()),
    close: async () => {
      stopWatching?.();
      policy.close();
      await audit?.close().catch(say);
      await kept?.store.close();
    },
  };
}

interface Watching {
  readonly terminal: Terminal;
  readonly say: (error: unknown) => void;
}

/** A machine whose watches are used up takes nothing else away: the rules of the start stay in force. */
function watchRules(file: string, policy: DeskPolicy, { terminal, say }: Watching): (() => void) | undefined {
  try {
    return watchPolicyFile(file, policy, { onReload: () => terminal.err(`midcall: ${POLICY_FILE} was read again.`), onFault: say });
  } catch (error) {
    say(error);
    return undefined;
  }
}

interface Kept {
  readonly store: Store;
  readonly key: string;
}

async function openStore(folder: string, say: (error: unknown) => void): Promise<Kept | undefined> {
  try {
    const key = await deskKey(folder);
    return { store: sqliteStore({ path: join(folder, 'desk.db') }), key };
  } catch (error) {
    say(error);
    if (isMidcallError(error) && error.hint !== undefined) say(new Error(error.hint));
    say(new Error('questions that wait are kept in memory only, and end with this process.'));
    return undefined;
  }
}

interface Anchoring {
  readonly policy: DeskPolicy;
  /** The folder of the policy file. */
  readonly folder: string;
  readonly say: (error: unknown) => void;
}

/** Each process has a head file to itself: two that share one could write over each other's head. */
function auditOf(
  folder: string,
  { store, key }: Kept,
  { policy, folder: home, say }: Anchoring,
): { readonly chain: AuditChain; close(): Promise<void> } {
  const chain = randomBytes(9).toString('base64url');
  const anchor = (): ReturnType<typeof anchorPort> | undefined => {
    const said = policy.config.audit.anchor;
    return said === undefined ? undefined : anchorPort(said, { folder: home });
  };
  const head = anchorHeads(headFile(join(folder, 'audit', `${chain}.json`)), { clock: systemClock, anchor, onError: say });
  const log = createAuditChain({ store, secret: key, chain, head });
  const close = async (): Promise<void> => {
    await log.flush?.();
    await head.close();
  };
  return { chain: log, close };
}
