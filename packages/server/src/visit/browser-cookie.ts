/**
 * The cookie that ties one browser to one page. Its value is random and only its digest is kept; forms carry another
 * digest of it, so that a page elsewhere that makes the browser post cannot know what to write (CSRF).
 */
import type { Awaitable } from '../state/index.js';
import { sameText } from './page-code.js';
import type { PageServices } from './page-services.js';
import type { Ticket } from './ticket.js';

type Hash = Pick<PageServices, 'digest'>;

export async function readCookie(services: Hash, request: Request, ticket: Ticket, handle: string): Promise<string | undefined> {
  const name = await cookieName(services, ticket, handle);
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) {
      const value = pair.slice(at + 1).trim();
      return /^[\w-]{44}$/.test(value) ? value : undefined;
    }
  }
  return undefined;
}

export function newCookie({ randomId }: Pick<PageServices, 'randomId'>): string {
  return randomId() + randomId();
}

/** Lax, not Strict: the way back from a third party is a navigation from another site, and must find it. */
export async function setCookie(
  services: PageServices,
  ticket: Ticket,
  handle: string,
  value: string,
): Promise<Readonly<Record<string, string>>> {
  const seconds = Math.max(0, Math.ceil((ticket.expires - services.clock.now()) / 1_000));
  const name = await cookieName(services, ticket, handle);
  const secure = isSecure(ticket) ? '; Secure' : '';
  return { 'set-cookie': `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}` };
}

export function browserDigest({ digest }: Hash, cookie: string): Awaitable<string> {
  return digest(`browser\n${cookie}`);
}

/** What a form of this page carries in its hidden field. */
export function guardToken({ digest }: Hash, handle: string, cookie: string): Awaitable<string> {
  return digest(`form\n${handle}\n${cookie}`);
}

export async function isGuarded(services: Hash, handle: string, cookie: string, sent: string | null): Promise<boolean> {
  return sent !== null && sameText(await guardToken(services, handle, cookie), sent);
}

async function cookieName({ digest }: Hash, ticket: Ticket, handle: string): Promise<string> {
  const name = `midcall-${(await digest(`cookie\n${handle}`)).slice(0, 12)}`;
  return isSecure(ticket) ? `__Host-${name}` : name;
}

function isSecure({ base }: Ticket): boolean {
  return base.startsWith('https:');
}
