/**
 * The sign-ins of one gateway process: a token for each server that wants one, and, where a browser of the person can be
 * opened, the way to another. Without a browser the host is told the command.
 */
import { showText } from '@midcall/core/inspect';
import type { AuthProvider } from '@modelcontextprotocol/client';
import type { CommandContext } from '../../command-context.js';
import { canOpenBrowser } from '../../loopback/browser.js';
import type { ServedServer } from '../served-server.js';
import { type OAuthVault, openOAuthVault } from './oauth-vault.js';
import { signIn } from './sign-in.js';
import { upstreamSignIn } from './upstream-sign-in.js';

export interface SignIns {
  /** Undefined for a server that wants none. */
  of(served: ServedServer): AuthProvider | undefined;
  close(): Promise<void>;
}

export interface SignInsOptions {
  /** Whether a browser may be opened by itself: one person, and no `--no-open`. */
  readonly mayOpen: boolean;
  /** The command that signs in by hand, without the name. */
  readonly command: (served: ServedServer) => string;
}

/** The store is opened for the first server that wants a sign-in. */
export function signIns(options: SignInsOptions, { terminal, platform }: CommandContext): SignIns {
  let vault: Promise<OAuthVault> | undefined;
  /** One page at a time for each server, however many calls want it. */
  const asking = new Map<string, Promise<boolean>>();

  const ask = (served: ServedServer, server: URL, opened: OAuthVault): Promise<boolean> => {
    const found = asking.get(server.href);
    if (found !== undefined) return found;
    const asked = signIn({ vault: opened, name: served.name, server, config: served.oauth ?? {}, terminal, platform }).then(
      () => {
        terminal.err(`midcall: signed in at ${showText(served.name)}.`);
        return true;
      },
      (error: unknown) => {
        terminal.err(`midcall: ${error instanceof Error ? error.message : 'the sign-in failed.'}`);
        return false;
      },
    );
    asking.set(server.href, asked);
    void asked.then(() => asking.delete(server.href));
    return asked;
  };

  return {
    of(served) {
      const { target, oauth, name } = served;
      if (oauth === undefined || target.kind !== 'http') return undefined;
      vault ??= openOAuthVault(terminal.env);
      const opening = vault;
      const canAsk = options.mayOpen && canOpenBrowser(terminal.env, platform);
      const server = target.url;
      const made = opening.then(opened =>
        upstreamSignIn({
          vault: opened,
          name,
          server,
          config: oauth,
          needed: async () => {
            if (!canAsk) return `Run: ${options.command(served)}`;
            const soon = await Promise.race([ask(served, server, opened), later(WAIT_MS)]);
            if (soon === true) return undefined;
            return soon === false
              ? `It came to nothing. Run: ${options.command(served)}`
              : 'A page has opened in your browser for it; try again when you have signed in.';
          },
        }),
      );
      made.catch(() => undefined);
      return {
        token: async () => (await made).token(),
        onUnauthorized: async context => (await made).onUnauthorized?.(context),
      };
    },
    close: async () => {
      await (await vault?.catch(() => undefined))?.close();
    },
  };
}

/** A host waits about half a minute for a server to be there. */
const WAIT_MS = 25_000;

function later(ms: number): Promise<undefined> {
  return new Promise(resolve => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
