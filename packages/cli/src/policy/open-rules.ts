/** The rules of this machine as a command sees them: the operator's file, and what people told the desk. */
import { join } from 'node:path';
import { createPolicy, createSealer, type DeskPolicy, type PolicyConfig } from '@midcall/host';
import { readPolicyFile } from '@midcall/host/node';
import { systemClock } from '@midcall/store';
import type { CommandContext } from '../command-context.js';
import { findInbox } from '../loopback/find-inbox.js';
import { midcallHome } from '../loopback/home.js';
import { nearest } from '../nearest.js';
import type { Terminal } from '../terminal/terminal.js';
import { openDeskStore } from './desk-store.js';

/** The name of the file of rules in MIDCALL_HOME. */
export const POLICY_FILE = 'midcall.policy.json';

export interface RulesOptions {
  /** Whose rules: `local` is the one person at this machine. */
  readonly principal: string;
}

export interface Rules {
  readonly policy: DeskPolicy;
  close(): Promise<void>;
}

/** Where the file of rules is, or would be. */
export function policyPath({ env }: Pick<Terminal, 'env'>): string {
  return join(midcallHome(env), POLICY_FILE);
}

/**
 * @param make whether the desk's store is made if it is not there yet.
 * @param given stands for the file.
 * @throws MidcallError CONFIG_INVALID (a fault of the file, with line and column), STORE_FAILED, STORE_TOO_NEW.
 */
export async function openRules(terminal: Terminal, make: boolean, given?: PolicyConfig): Promise<Rules> {
  const config = given ?? (await readPolicyFile(policyPath(terminal)));
  const kept = await openDeskStore(terminal, { make });
  const policy = createPolicy({
    clock: systemClock,
    ...(config !== undefined && { config }),
    ...(kept !== undefined && { store: kept.store, sealer: createSealer(kept.key) }),
  });
  const close = async (): Promise<void> => {
    policy.close();
    await kept?.store.close();
  };
  try {
    await policy.load();
  } catch (error) {
    await close();
    throw error;
  }
  return { policy, close };
}

/** Names under which servers are known here: in the file, in rules, at the inbox that runs. */
export async function knownServers({ policy }: Rules, principal: string, { terminal, now }: CommandContext): Promise<ReadonlySet<string>> {
  const running = await findInbox(terminal, now).catch(() => undefined);
  return new Set([
    ...Object.keys(policy.config.servers),
    ...policy.rules(principal).map(rule => rule.server),
    ...(running?.state.servers ?? []),
  ]);
}

/** A name that nothing here goes by is said, because a rule for a misspelt server silently does nothing. */
export function warnUnknown(server: string, known: ReadonlySet<string>, terminal: Terminal): void {
  if (known.has(server)) return;
  const meant = nearest(server, known);
  terminal.err(`midcall: no server called ${server} runs or has a rule here${meant === undefined ? '' : `; did you mean ${meant}?`}`);
}
