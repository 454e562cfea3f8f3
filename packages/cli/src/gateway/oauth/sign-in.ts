/**
 * A person signs the gateway in at a server: in their own browser, which comes back to a loopback port, or, where it runs
 * on another machine, by the address they copy out of it.
 */
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isMidcallError, MidcallError } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import type { OAuthConfig } from '@midcall/gateway';
import { auth, extractWWWAuthenticateParams, type FetchLike } from '@modelcontextprotocol/client';
import { canOpenBrowser, openFile } from '../../loopback/browser.js';
import { runtimeFolder } from '../../loopback/home.js';
import type { Terminal } from '../../terminal/terminal.js';
import { type CallbackServer, callbackServer } from './callback-server.js';
import { oauthClient } from './oauth-client.js';
import type { OAuthVault } from './oauth-vault.js';

export interface SignInOptions {
  readonly vault: OAuthVault;
  readonly name: string;
  readonly server: URL;
  readonly config: OAuthConfig;
  readonly terminal: Terminal;
  readonly platform: NodeJS.Platform;
  /** Where a copied address is typed; absent where nobody types. */
  readonly input?: Readable;
  /** How long the person may take; default 300,000 ms. */
  readonly withinMs?: number;
}

const ASK_MS = 10_000;

/** @throws MidcallError SIGN_IN_REQUIRED where it did not come to an end, NO_BROWSER where it cannot begin. */
export async function signIn(options: SignInOptions): Promise<void> {
  const { vault, name, server, config, terminal, platform } = options;
  if (!terminal.interactive && !canOpenBrowser(terminal.env, platform))
    throw new MidcallError('NO_BROWSER', 'No browser can be opened here, and there is no terminal to show the address on.', {
      hint: `Run this command in a terminal: midcall gateway login.`,
    });
  const state = randomBytes(24).toString('base64url');
  const callback = await openCallback(state, await vault.read(server), options);
  const ask: FetchLike = (url, init) => fetch(url, { signal: AbortSignal.timeout(ASK_MS), ...init });
  let away: URL | undefined;
  const client = oauthClient({
    vault,
    server,
    config,
    redirect: callback.redirect,
    state,
    onRedirect: to => {
      away = to;
    },
  });
  try {
    // What was found out about the issuer may be why somebody signs in anew.
    await vault.change(server, ({ discovery: _stale, ...kept }) => kept);
    const wanted = await challengeOf(server, ask);
    const scope = [wanted.scope, ...(config.scopes ?? [])].filter(one => one !== undefined).join(' ');
    // A fresh sign-in, whatever is kept: whoever asks for it may be somebody else, or want other scopes.
    const begun = await auth(client, {
      serverUrl: server,
      fetchFn: ask,
      forceReauthorization: true,
      ...(scope !== '' && { scope }),
      ...(wanted.resourceMetadataUrl !== undefined && { resourceMetadataUrl: wanted.resourceMetadataUrl }),
    });
    if (begun === 'AUTHORIZED' || away === undefined) return;
    const query = await untilBack(away, callback, options);
    await auth(client, {
      serverUrl: server,
      fetchFn: ask,
      authorizationCode: query.get('code') ?? '',
      ...(query.has('iss') && { iss: query.get('iss') ?? '' }),
    });
  } catch (error) {
    if (isMidcallError(error)) throw error;
    throw new MidcallError('SIGN_IN_REQUIRED', `Signing in at ${showText(name)} failed.`, {
      hint: 'Its issuer may not answer, or takes no client that registers itself: then name one with "clientId".',
      cause: error,
    });
  } finally {
    await callback.close();
  }
}

/** What the server says it wants when nobody is signed in. */
async function challengeOf(server: URL, ask: FetchLike): Promise<ReturnType<typeof extractWWWAuthenticateParams>> {
  const response = await ask(server, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  await response.body?.cancel();
  return response.status === 401 ? extractWWWAuthenticateParams(response) : {};
}

/** On the port that the kept client was registered with, where it is free; else on another, with a client of its own. */
async function openCallback(
  state: string,
  { port, clients }: { readonly port?: number; readonly clients?: unknown },
  options: SignInOptions,
): Promise<CallbackServer> {
  if (port !== undefined && clients !== undefined) {
    try {
      return await callbackServer(state, port);
    } catch {
      await options.vault.change(options.server, ({ clients: _left, port: _taken, ...kept }) => kept);
    }
  }
  return callbackServer(state, 0);
}

async function untilBack(away: URL, callback: CallbackServer, options: SignInOptions): Promise<URLSearchParams> {
  const { name, terminal, platform, input, withinMs = 300_000 } = options;
  terminal.err(`midcall: signing in at ${away.host} for ${showText(name)}.`);
  const file = join(runtimeFolder(terminal.env), `sign-in-${randomBytes(9).toString('base64url')}.html`);
  const lines = terminal.interactive && input !== undefined ? createInterface({ input }) : undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    let opened = false;
    if (canOpenBrowser(terminal.env, platform)) {
      // On a command line the address could be read by others of this machine.
      writeFileSync(file, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${escaped(away.href)}">`, {
        mode: 0o600,
        flag: 'wx',
      });
      opened = await openFile(file, terminal.env);
    }
    if (terminal.interactive) {
      terminal.err(opened ? 'It opens in your browser. If it does not, open:' : 'Open this in your browser:');
      terminal.err(`  ${away.href}`);
      terminal.err('If the browser runs on another machine, copy the address it ends at, and paste it here.');
      lines?.on('line', line => {
        if (line.trim() !== '' && !callback.take(line.trim())) terminal.err('That is not the address this sign-in ends at.');
      });
    } else if (!opened)
      throw new MidcallError('NO_BROWSER', 'The browser could not be opened.', { hint: 'Run midcall gateway login in a terminal.' });
    const late = new Promise<never>((_resolve, reject) => {
      const stop = (why: string): void =>
        reject(new MidcallError('SIGN_IN_REQUIRED', why, { hint: 'Run the command again when you have the time.' }));
      timer = setTimeout(() => stop('Nobody signed in in time.'), withinMs);
      terminal.stopped.addEventListener('abort', () => stop('The sign-in was given up.'), { once: true });
    });
    return await Promise.race([callback.answered, late]);
  } finally {
    clearTimeout(timer);
    lines?.close();
    rmSync(file, { force: true });
  }
}

function escaped(href: string): string {
  return href.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
