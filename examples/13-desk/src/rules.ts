/** Rules before the person: the operator's file, and what the person tells the desk. */
import { createDesk, createPolicy, createSealer } from '@midcall/host';
import { readPolicyFile, watchPolicyFile } from '@midcall/host/node';
import { type Store, systemClock } from '@midcall/store';

export async function deskWithRules(file: string, kept: { readonly store: Store; readonly secret: string }) {
  // #region file
  const config = await readPolicyFile(file); // a fault throws, with line and column
  const policy = createPolicy({
    clock: systemClock,
    store: kept.store, // where the person's own rules are kept, sealed
    sealer: createSealer(kept.secret),
    ...(config !== undefined && { config }),
  });
  await policy.load();
  const stop = watchPolicyFile(file, policy, { onFault: error => console.error(error) }); // a faulty change changes nothing
  const desk = createDesk({ policy, store: kept.store, secret: kept.secret });
  // #endregion
  const close = async (): Promise<void> => {
    stop();
    policy.close();
    await desk.close();
  };
  return { desk, policy, close };
}

export async function twoHoursOfQuiet(policy: ReturnType<typeof createPolicy>) {
  // #region person
  const rule = await policy.mute('local', { server: 'Records', tool: 'drop_table', until: Date.now() + 2 * 3_600_000 });
  policy.rules('local'); // every rule of this person, dated
  await policy.forget('local', rule.id);
  // #endregion
}
