/** The desk and the page that gateways of one process share, or neither where nobody is to be asked there. */
import type { CommandContext } from '../command-context.js';
import { type DeskPage, openDeskPage } from '../loopback/desk-page.js';
import { openMachinePage } from '../loopback/machine-page.js';
import { openDurableDesk } from './durable-desk.js';
import type { ServedServer } from './served-server.js';

export const PRINCIPAL = 'local';

export interface GatewayDeskOptions {
  readonly served: readonly ServedServer[];
  readonly port: number;
  readonly open: boolean;
  readonly webhookText: boolean;
}

export interface GatewayDesk {
  /** Absent where every server says `never`. */
  readonly page: DeskPage | undefined;
  secretFor(name: string): Uint8Array | undefined;
  close(): Promise<void>;
}

/** @throws MidcallError PORT_IN_USE, CONFIG_INVALID (the policy file). */
export async function openGatewayDesk(
  { served, port, open, webhookText }: GatewayDeskOptions,
  context: CommandContext,
): Promise<GatewayDesk> {
  const asking = served.filter(one => one.desk !== 'never');
  if (asking.length === 0) return { page: undefined, secretFor: () => undefined, close: async () => {} };
  const { terminal, platform, now } = context;
  const durable = await openDurableDesk(terminal, { webhookText });
  try {
    const shared = { terminal, principal: PRINCIPAL, port, open, platform, now, deskOptions: durable.options };
    const { kept } = durable;
    const page =
      kept === undefined ? await openDeskPage(shared) : await openMachinePage({ ...shared, ...kept, names: asking.map(one => one.name) });
    durable.reachedAt(() => page.origin);
    return {
      page,
      secretFor: durable.secretFor,
      close: async () => {
        await page.close();
        await page.desk.flush();
        await durable.close();
      },
    };
  } catch (error) {
    await durable.close();
    throw error;
  }
}
