/** The audit of this machine as a command sees it: the chains of all its gateways, with every head and anchor at hand. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MidcallError } from '@midcall/core';
import { type AnchorLine, type AuditChain, createAuditChain, parseAnchors } from '@midcall/host';
import { headFolder, readPolicyFile } from '@midcall/host/node';
import { midcallHome } from '../loopback/home.js';
import { openDeskStore } from '../policy/desk-store.js';
import { policyPath } from '../policy/open-rules.js';
import type { Terminal } from '../terminal/terminal.js';

export interface OpenAudit {
  readonly chain: AuditChain;
  close(): Promise<void>;
}

/** Undefined where no gateway of this user has kept anything yet. @throws MidcallError STORE_FAILED, STORE_TOO_NEW. */
export async function openAudit(terminal: Terminal): Promise<OpenAudit | undefined> {
  const kept = await openDeskStore(terminal, { make: false });
  if (kept === undefined) return undefined;
  const { store, key, folder } = kept;
  return { chain: createAuditChain({ store, secret: key, head: headFolder(join(folder, 'audit')) }), close: () => store.close() };
}

/**
 * The anchors in the file that was named, else in the one that the policy names, if it does.
 * @throws MidcallError CONFIG_INVALID if the file cannot be read: anchors that are gone are what they are there to tell.
 */
export async function readAnchors(terminal: Terminal, named: string | undefined): Promise<readonly AnchorLine[]> {
  const path = named === undefined ? await policyAnchors(terminal) : resolve(terminal.cwd, named);
  if (path === undefined) return [];
  try {
    return parseAnchors(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new MidcallError('CONFIG_INVALID', `The anchors in ${path} cannot be read.`, {
      hint: named === undefined ? 'If none was sent yet, verify with --no-anchors.' : 'Give the path of a file of anchors, one a line.',
      cause,
    });
  }
}

async function policyAnchors(terminal: Terminal): Promise<string | undefined> {
  const file = (await readPolicyFile(policyPath(terminal)))?.audit.anchor?.file;
  return file === undefined ? undefined : resolve(midcallHome(terminal.env), file);
}
