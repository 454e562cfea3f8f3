/**
 * The Node entry: everything of the plain entry, and what needs this machine: its browser, its files, its environment.
 * The only file of this package that reads `process`.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserOpener } from './node/browser-opener.js';
import { createBrowserOpener } from './node/browser-opener.js';
import type { ProcessTerminal } from './node/terminal-options.js';
import { terminalOptions } from './node/terminal-options.js';

export * from './index.js';
export type { AnchorPortOptions } from './node/anchor-port.js';
export { anchorPort } from './node/anchor-port.js';
export type { BrowserOpener, BrowserOpenerOptions } from './node/browser-opener.js';
export { createBrowserOpener } from './node/browser-opener.js';
export { deskKey, headFile, headFolder } from './node/desk-files.js';
export type { GuardedPostOptions, ResolvedAddress } from './node/guarded-post.js';
export { guardedPost } from './node/guarded-post.js';
export type { WatchPolicyOptions } from './node/policy-file.js';
export { readPolicyFile, watchPolicyFile } from './node/policy-file.js';
export type { ProcessTerminal } from './node/terminal-options.js';

/** The browser of the person at this machine. */
export function openBrowser(): BrowserOpener {
  return createBrowserOpener({ env: process.env, platform: process.platform });
}

/** Where the desk of this machine keeps its things: `desk` under `MIDCALL_HOME` (default `~/.midcall`). */
export function deskHome(): string {
  const { MIDCALL_HOME } = process.env;
  return join(MIDCALL_HOME === undefined || MIDCALL_HOME === '' ? join(homedir(), '.midcall') : resolve(MIDCALL_HOME), 'desk');
}

/**
 * The terminal of this process for `terminalSurface`: streams, job control, language, colour (`NO_COLOR`), plain mode
 * (`TERM=dumb`, `ACCESSIBLE`), and the browser where one of this person can be opened from here: never over ssh (N10).
 */
export function processTerminal(): ProcessTerminal {
  return terminalOptions(process, openBrowser());
}
