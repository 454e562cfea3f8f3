/**
 * Pages a person is sent to: what a form must not ask for (N4) is asked for there, outside the protocol. A page is a value,
 * made once beside the tools that use it; its name tells it apart from others, and is the same on every replica.
 */
import type { Json, JsonObject } from '@midcall/core';
import { isLoopback } from '@midcall/core/inspect';
import type { CustomContext } from './custom-context.js';

export type Page<Value> = SecretPage<Value> | OAuthPage<Value> | CustomPage<Value>;

/** Carries the type of what a page brings back; there is nothing at run time. */
declare const VALUE: unique symbol;

interface Common<Value> {
  /** Names the page in the store and in reports; letters, digits, `_ . -`. */
  readonly name: string;
  readonly [VALUE]?: Value;
}

export interface SecretField {
  /** What the person reads above the box. */
  readonly title: string;
  /** One sentence below it: where to find it, what it is allowed to do. */
  readonly description?: string;
  /** True if it may be left empty. */
  readonly optional?: boolean;
}

export interface SecretPage<Value> extends Common<Value> {
  readonly kind: 'secret';
  readonly title?: string;
  readonly fields: Readonly<Record<string, SecretField>>;
}

export interface OAuthPageOptions {
  readonly name: string;
  /** What the person knows the third party as. */
  readonly title: string;
  /** Issuer of the authorization server; its metadata is read from there. https, or http on this machine. */
  readonly issuer: string;
  /** How the metadata is found. Default `oauth2` (RFC 8414); `oidc` for OpenID Connect discovery. */
  readonly discovery?: 'oauth2' | 'oidc';
  /** Instead of discovery, for servers that have none. */
  readonly endpoints?: { readonly authorization: string; readonly token: string };
  readonly clientId: string;
  readonly clientSecret?: string;
  /** How the client secret is sent. Default `basic`. */
  readonly clientAuthentication?: 'basic' | 'post';
  readonly scopes: readonly string[];
  /** Further parameters of the authorization request, such as `prompt` or `access_type`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Reaches the authorization server; default the runtime's own. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface OAuthPage<Value = OAuthAccess> extends Common<Value>, OAuthPageOptions {
  readonly kind: 'oauth';
}

/** What server code gets of a connection. The refresh token stays in the store. */
export interface OAuthAccess {
  readonly accessToken: string;
  readonly scope?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export type CustomRender<Value> = (request: Request, context: CustomContext<Value>) => Response | Promise<Response>;

export interface CustomPage<Value> extends Common<Value> {
  readonly kind: 'custom';
  readonly render: CustomRender<Value>;
}

/** A form for secrets: sealed in the store per principal, never sent to the host. At most 12 fields. @throws TypeError */
export function secretPage<const Fields extends Readonly<Record<string, SecretField>>>(
  name: string,
  options: { readonly title?: string; readonly fields: Fields },
): SecretPage<SecretsOf<Fields>> {
  checkName(name);
  const names = Object.keys(options.fields);
  if (names.length === 0 || names.length > MOST_FIELDS || names.some(field => !/^[A-Za-z]\w{0,63}$/.test(field))) {
    throw new TypeError(`a secret page has 1 to ${MOST_FIELDS} fields, each named by a letter and then letters, digits or _`);
  }
  return { kind: 'secret', name, fields: options.fields, ...(options.title !== undefined && { title: options.title }) };
}

export type SecretsOf<Fields extends Readonly<Record<string, SecretField>>> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { readonly optional: true } ? string | undefined : string;
};

/** Access to a third party in the person's name: authorization code with PKCE. @throws TypeError */
export function oauthPage(options: OAuthPageOptions): OAuthPage {
  checkName(options.name);
  for (const address of [options.issuer, options.endpoints?.authorization, options.endpoints?.token]) {
    if (address !== undefined && !isSafe(address)) throw new TypeError(`not an https address, nor http on this machine: ${address}`);
  }
  return { ...options, kind: 'oauth' };
}

/** A page of the author's own, inside the same checks: who opens it, from where it posts, once. @throws TypeError */
export function customPage<Value extends Json = null>(name: string, render: CustomRender<Value>): CustomPage<Value> {
  checkName(name);
  return { kind: 'custom', name, render };
}

/** What a completed visit must have been for: another page, other scopes or other facts are another agreement. */
export function identityOf(page: Page<unknown>, data: JsonObject | undefined): Json {
  switch (page.kind) {
    case 'secret':
      return ['secret', page.name, Object.keys(page.fields).sort(), data ?? null];
    case 'oauth':
      return ['oauth', page.name, page.issuer, page.clientId, [...page.scopes].sort(), data ?? null];
    case 'custom':
      return ['custom', page.name, data ?? null];
  }
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

function checkName(name: string): void {
  if (!/^[\w.-]{1,64}$/.test(name)) throw new TypeError('a page is named by 1 to 64 letters, digits, or any of _ . -');
}

const MOST_FIELDS = 12;
