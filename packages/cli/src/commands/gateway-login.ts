/** `midcall gateway login` and `logout`: the gateway's own account at a server that is reached over HTTP. */
import { resolve } from 'node:path';
import { showText } from '@midcall/core/inspect';
import type { OAuthConfig } from '@midcall/gateway';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { openOAuthVault } from '../gateway/oauth/oauth-vault.js';
import { signIn } from '../gateway/oauth/sign-in.js';
import { readConfigFile } from '../gateway/read-config-file.js';
import { UsageError } from '../usage-error.js';

export interface LoginOptions {
  /** Of the configuration. */
  readonly name?: string;
  readonly config?: string;
  readonly url?: URL;
  readonly scope?: readonly string[];
}

interface Account {
  readonly name: string;
  readonly server: URL;
  readonly config: OAuthConfig;
}

/** @throws UsageError, MidcallError SIGN_IN_REQUIRED, NO_BROWSER, CONFIG_INVALID. */
export async function login(options: LoginOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, platform, streams } = context;
  const { name, server, config } = await accountOf(options, context);
  const vault = await openOAuthVault(terminal.env);
  try {
    await signIn({ vault, name, server, config, terminal, platform, input: streams.stdin });
    terminal.err(`midcall: signed in at ${showText(name)}. Gateways that run use it from now on.`);
    return EXIT.done;
  } finally {
    await vault.close();
  }
}

export async function logout(options: LoginOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { name, server } = await accountOf(options, context);
  const vault = await openOAuthVault(terminal.env);
  try {
    const had = await vault.forget(server);
    terminal.err(had ? `midcall: the tokens of ${showText(name)} are deleted.` : `midcall: there are no tokens of ${showText(name)}.`);
    return EXIT.done;
  } finally {
    await vault.close();
  }
}

async function accountOf({ name, config, url, scope }: LoginOptions, { terminal }: CommandContext): Promise<Account> {
  const scopes = scope === undefined ? {} : { scopes: scope };
  if (url !== undefined) return { name: name ?? url.host, server: url, config: scopes };
  if (config === undefined) throw new UsageError('Which server?', 'midcall gateway login NAME --config FILE, or --url ADDRESS.');
  const { servers } = await readConfigFile(resolve(terminal.cwd, config));
  const wanting = [...servers].flatMap(([one, entry]) =>
    entry.kind === 'http' && entry.oauth !== undefined ? [{ name: one, server: entry.url, config: { ...entry.oauth, ...scopes } }] : [],
  );
  const names = wanting.map(one => one.name).join(', ');
  const [found, ...more] = wanting.filter(one => name === undefined || one.name === name);
  if (found === undefined)
    throw new UsageError(
      name === undefined ? 'No server of this file has "oauth".' : `No server "${showText(name)}" of this file has "oauth".`,
      names === '' ? 'Write "oauth": true beside its "url".' : `These have: ${names}.`,
    );
  if (more.length > 0) throw new UsageError('Several servers of this file have "oauth".', `Name one: ${names}.`);
  return found;
}
