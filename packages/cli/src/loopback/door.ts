/**
 * The way a person gets to the page (D32): a browser opened on a private file, a link printed on a terminal, or the
 * path of that file where standard error is a log, because a login link must never reach one (N9).
 *
 * Promises:
 *  1. No token on a command line, in a log, or in a file others can read. Files are 0600, in a 0700 folder.
 *  2. A file signs in once, for a minute; while somebody is expected it is written anew before that minute ends, and it
 *     is gone when the page is open or the command ends.
 */
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inbox } from '@midcall/inbox';
import type { Terminal } from '../terminal/terminal.js';
import { canOpenBrowser, openFile } from './browser.js';
import { runtimeFolder } from './home.js';

/** A little less than the minute that a login file works. */
const RENEW_MS = 50_000;

export interface DoorOptions {
  readonly inbox: Inbox;
  readonly terminal: Terminal;
  /** Whether a page of theirs is open. */
  readonly isOpen: () => boolean;
  /** Whom the door lets in. */
  readonly principal: string;
  /** Whether a browser may be opened by itself (`--no-open` says no). */
  readonly mayOpen: boolean;
  readonly platform: NodeJS.Platform;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** To be waited for before anybody is sent anywhere. */
  readonly before?: () => Promise<void>;
  /** Whether nobody has shown the same person the way just now, in any process. Default: in this one. */
  readonly first?: () => Promise<boolean>;
}

export class Door {
  readonly #options: DoorOptions;
  /** Whether a browser can be opened here. */
  readonly canOpen: boolean;
  #file: string | undefined;
  #renew: NodeJS.Timeout | undefined;
  #closed = false;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.canOpen = options.mayOpen && canOpenBrowser(options.terminal.env, options.platform);
  }

  /**
   * Shows a person the way, unless a page of theirs is open or they were shown it less than a minute ago and did not come.
   * @param what is said in front of the link.
   */
  async show(what: string): Promise<void> {
    if (this.#closed || this.#options.isOpen() || !(await this.#first())) return;
    await this.again(what);
  }

  /** The person has come; when they have gone again they are shown the way anew. */
  came(): void {
    this.#shownAt = Number.NEGATIVE_INFINITY;
  }

  /** The same, asked for by the person. */
  async again(what: string): Promise<void> {
    const { inbox, terminal, principal, now } = this.#options;
    this.#shownAt = now();
    await this.#options.before?.();
    if (this.#closed) return;
    if (this.canOpen) {
      const opened = await openFile(await this.#write(), terminal.env);
      if (opened) {
        terminal.err(`${what} It opens in your browser.`);
        if (!terminal.interactive) return;
        terminal.err(terminal.colors.dim(`  If it does not: ${await inbox.loginLink(principal)}`));
        return;
      }
    }
    if (terminal.interactive) terminal.err(`${what} Open this link; it works once, for a minute:\n  ${await inbox.loginLink(principal)}`);
    else if (this.#file === undefined)
      terminal.err(
        `${what} ${this.#options.first === undefined ? 'Open' : 'Run midcall inbox, or open'} this file in your browser: ${await this.#write()}`,
      );
  }

  /** A fresh login file, for whoever opens it in a browser of their own: `midcall inbox`. */
  file(): Promise<string> {
    this.#shownAt = this.#options.now();
    return this.#write();
  }

  /** Call when nobody is expected any more, or the page is open. */
  shut(): void {
    clearInterval(this.#renew);
    this.#renew = undefined;
    if (this.#file !== undefined) rmSync(this.#file, { force: true });
    this.#file = undefined;
  }

  close(): void {
    this.#closed = true;
    this.shut();
  }

  #first(): boolean | Promise<boolean> {
    const { first, now } = this.#options;
    if (first !== undefined) return first();
    if (this.#shownAt + RENEW_MS > now()) return false;
    this.#shownAt = now();
    return true;
  }

  async #write(): Promise<string> {
    const { inbox, terminal, principal } = this.#options;
    const html = await inbox.loginFile(principal);
    if (this.#file === undefined) {
      this.#file = join(runtimeFolder(terminal.env), `open-${randomBytes(9).toString('base64url')}.html`);
      writeFileSync(this.#file, html, { mode: 0o600, flag: 'wx' });
      this.#renew = setInterval(() => void this.#tick(), RENEW_MS);
      this.#renew.unref();
    } else writeFileSync(this.#file, html, { mode: 0o600 });
    return this.#file;
  }

  async #tick(): Promise<void> {
    if (this.#closed || this.#options.isOpen()) this.shut();
    else await this.#write();
  }
}
