/**
 * The desk behind servers that are reached over HTTP: the page of this machine's one person, or, where tokens say who
 * calls, an inbox at which each person of the issuer signs in (N7).
 */
import type { HostDesk } from '@midcall/host';
import { createDesk } from '@midcall/host';
import { createInbox } from '@midcall/inbox';
import type { CommandContext } from '../command-context.js';
import { openDurableDesk } from './durable-desk.js';
import type { FaceSettings } from './face-settings.js';
import { openGatewayDesk } from './open-gateway-desk.js';
import type { ServedServer } from './served-server.js';

export interface ServingDesk {
  /** Absent where nobody is to be asked at a desk. */
  readonly desk: HostDesk | undefined;
  /** Where people find their questions; called once the address is known. */
  readonly location: () => string | undefined;
  /** The inbox's pages, served beside the servers. */
  readonly pages: ((request: Request) => Promise<Response>) | undefined;
  /** What a person at the terminal is told of it at the start. */
  readonly says: () => string | undefined;
  secretFor(name: string): Uint8Array | undefined;
  close(): Promise<void>;
}

export interface ServingDeskOptions {
  readonly served: readonly ServedServer[];
  readonly settings: FaceSettings;
  readonly open: boolean;
  readonly webhookText: boolean;
  /** Scheme, host and port from outside; known once the port is. */
  readonly origin: () => string;
}

/** @throws MidcallError PORT_IN_USE, CONFIG_INVALID. */
export async function openServingDesk(options: ServingDeskOptions, context: CommandContext): Promise<ServingDesk> {
  return options.settings.auth === undefined ? onePerson(options, context) : severalPeople(options, context);
}

async function onePerson({ served, open, webhookText }: ServingDeskOptions, context: CommandContext): Promise<ServingDesk> {
  const { page, secretFor, close } = await openGatewayDesk({ served, port: 0, open, webhookText }, context);
  return {
    desk: page?.desk,
    location: () => page?.origin,
    pages: undefined,
    says: () => {
      if (page === undefined) return undefined;
      return page.reachable
        ? 'Questions come to a page of yours; midcall inbox opens it.'
        : 'midcall: no browser can be opened here, so nobody can be asked before midcall inbox has opened the page. --no-open promises that you will.';
    },
    secretFor,
    close,
  };
}

async function severalPeople(
  { served, settings, origin, webhookText }: ServingDeskOptions,
  { terminal }: CommandContext,
): Promise<ServingDesk> {
  const { auth } = settings;
  const durable = await openDurableDesk(terminal, { webhookText });
  if (auth?.inbox === undefined || served.every(one => one.desk === 'never')) {
    return {
      desk: undefined,
      location: () => undefined,
      pages: undefined,
      says: () => 'Hosts ask their own people: the file names no "inbox" client of the issuer at which people could sign in to a page.',
      secretFor: durable.secretFor,
      close: durable.close,
    };
  }
  // Other processes on this store ask the same people: each shows what any of them asks.
  const desk = createDesk({ ...durable.options, joined: durable.kept !== undefined });
  await desk.ready;
  const secret = durable.secretFor('inbox');
  const inbox = createInbox({
    desk,
    origin,
    oidc: { issuer: auth.issuer, ...auth.inbox },
    ...(durable.kept !== undefined && { records: durable.kept.store }),
    ...(secret !== undefined && { secret: new Uint8Array(secret) }),
  });
  desk.addSurface(inbox.surface);
  durable.reachedAt(origin);
  return {
    desk,
    location: origin,
    pages: inbox.fetch,
    says: () => `People sign in to their questions at ${origin()}; ${origin()}/login/callback is registered at the issuer.`,
    secretFor: durable.secretFor,
    close: async () => {
      await desk.close();
      inbox.close();
      await desk.flush();
      await durable.close();
    },
  };
}
