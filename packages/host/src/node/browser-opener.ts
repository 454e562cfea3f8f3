/**
 * Opens pages in the browser of the person at this machine. Never through a shell (E-U-23), only https or loopback http
 * (E-U-22), never where the display is somebody else's (N10): over ssh or without a display it refuses.
 */
import type { ChildProcess } from 'node:child_process';
import { MidcallError } from '@midcall/core';
import { viewUrl } from '@midcall/core/inspect';
import open from 'open';
import type { PageOpener } from '../open-question-page.js';

export interface BrowserOpenerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Starts the browser; default the package `open`. */
  readonly launch?: (href: string) => Promise<ChildProcess>;
  /** How long to wait for a launcher that fails (milliseconds). Default 1,500. */
  readonly settleMs?: number;
}

export interface BrowserOpener extends PageOpener {
  /** Whether a browser may be opened here at all. */
  readonly available: boolean;
}

export function createBrowserOpener({ env, platform, launch = href => open(href), settleMs = 1_500 }: BrowserOpenerOptions): BrowserOpener {
  const available = hasDisplay(env, platform);
  return {
    available,
    /** @throws MidcallError `NO_BROWSER` if there is none or it does not start; `URL_INVALID` for an address that no browser may get. */
    async open(href) {
      if (!viewUrl(href).openable) throw new MidcallError('URL_INVALID', 'Only https addresses and pages of this machine are opened.');
      if (!available) throw noBrowser();
      let child: ChildProcess;
      try {
        child = await launch(href);
      } catch (error) {
        throw noBrowser(error);
      }
      await started(child, settleMs);
    },
  };
}

/** A display of this person: a desktop session on this machine, not one reached over ssh. */
function hasDisplay(env: Readonly<Record<string, string | undefined>>, platform: string): boolean {
  const set = (name: string): boolean => (env[name] ?? '') !== '';
  if (env.BROWSER === 'none' || set('CI')) return false;
  if (platform === 'win32') return true;
  const overSsh = set('SSH_CONNECTION') || set('SSH_TTY');
  if (platform === 'darwin') return !overSsh;
  return !overSsh && (set('DISPLAY') || set('WAYLAND_DISPLAY') || set('WSL_DISTRO_NAME'));
}

/** Launchers exit at once; one that is still there after a moment is the browser itself. */
function started(child: ChildProcess, settleMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, settleMs);
    child.once('error', error => {
      clearTimeout(timer);
      reject(noBrowser(error));
    });
    child.once('exit', code => {
      clearTimeout(timer);
      if (code === 0 || code === null) resolve();
      else reject(noBrowser());
    });
  });
}

function noBrowser(cause?: unknown): MidcallError {
  return new MidcallError('NO_BROWSER', 'No browser can be opened here.', {
    hint: 'Open the address yourself, in a browser on the machine in front of you.',
    ...(cause !== undefined && { cause }),
  });
}
