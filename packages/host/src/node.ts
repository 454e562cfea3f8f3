/**
 * The Node entry: everything of the plain entry, and what needs this machine: its browser, its files, its environment.
 * The only file of this package that reads `process`.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserOpener } from './node/browser-opener.js';
import { createBrowserOpener } from './node/browser-opener.js';

export * from './index.js';
export type { BrowserOpener, BrowserOpenerOptions } from './node/browser-opener.js';
export { createBrowserOpener } from './node/browser-opener.js';
export { deskKey, headFile } from './node/desk-files.js';
export type { GuardedPostOptions, ResolvedAddress } from './node/guarded-post.js';
export { guardedPost } from './node/guarded-post.js';
export type { WatchPolicyOptions } from './node/policy-file.js';
export { readPolicyFile, watchPolicyFile } from './node/policy-file.js';

/** The browser of the person at this machine. */
export function openBrowser(): BrowserOpener {
  return createBrowserOpener({ env: process.env, platform: process.platform });
}

/** Where the desk of this machine keeps its things: `desk` under `MIDCALL_HOME` (default `~/.midcall`). */
export function deskHome(): string {
  const { MIDCALL_HOME } = process.env;
  return join(MIDCALL_HOME === undefined || MIDCALL_HOME === '' ? join(homedir(), '.midcall') : resolve(MIDCALL_HOME), 'desk');
}
