/** One tool, called three times by a host whose person accepts, declines and puts off, and held against what its server is known to say. */
import type { Call, Difference } from './peer.js';
import type { Person } from './person.js';
import { ACTIONS, type ActionSeen } from './row.js';

export interface Setting {
  readonly person: Person;
  /** Calls the tool; gives its text, or throws what the call ended with. */
  readonly run: (tool: string, args: Record<string, unknown>) => Promise<string>;
  /** The revision that the server was spoken to in, once it was. */
  readonly revision: () => string;
  readonly side: 'upstream' | 'desk';
  readonly over: 'stdio' | 'http';
}

export interface Played {
  readonly actions: readonly ActionSeen[];
  readonly difference?: Difference;
}

export async function threeCalls(call: Call, setting: Setting): Promise<Played> {
  const actions: ActionSeen[] = [];
  let difference: Difference | undefined;
  for (const action of ACTIONS) {
    setting.person.plan(action, call.content);
    const args = typeof call.args === 'function' ? call.args(action) : call.args;
    const said = await setting.run(call.tool, args).catch((error: unknown) => String(error));
    const asked = setting.person.asked();
    difference = call.differs?.find(one => applies(one, setting));
    const ok =
      difference === undefined
        ? asked === (call.asked?.[action] ?? 1) && call.says[action].test(said)
        : asked === 0 && difference.says.test(said);
    actions.push({ action, asked, said, ok });
  }
  return { actions, ...(difference && { difference }) };
}

function applies({ era, side, over }: Difference, setting: Setting): boolean {
  const spoken = setting.revision() >= '2026-07-28' ? 'modern' : 'legacy';
  return era === spoken && (side ?? setting.side) === setting.side && (over ?? setting.over) === setting.over;
}
