/**
 * What the gateway adds to a call. Its rivals run in the same process at the same time: a bare pump over the SDK's
 * transports, which does nothing else, and the proxies of npm in the shapes that they have.
 */
import type { Era } from '../hosts/connect.js';
import type { Hop, Shape, Through } from '../hosts/through.js';
import { direct, through } from '../hosts/through.js';
import type { Measured, Row } from '../row.js';
import { several } from '../several.js';

type Kind = 'plain' | 'ask';

async function withAll<Name extends string>(
  opening: Readonly<Record<Name, () => Promise<Through>>>,
  work: (opened: Readonly<Record<Name, Through>>) => Promise<Measured>,
): Promise<Measured> {
  const opened = new Map<string, Through>();
  try {
    for (const [name, open] of Object.entries<() => Promise<Through>>(opening)) opened.set(name, await open());
    return await work(Object.fromEntries(opened) as Record<Name, Through>);
  } finally {
    for (const one of opened.values()) await one.close();
  }
}

/** The whole call through the gateway against the whole call through the bare pump. */
function againstPump(bench: string, shape: Shape, era: Era, kind: Kind, inFlight = 1): Row {
  return {
    bench,
    rival: inFlight === 1 ? 'a bare pump over the same SDK transports' : `the same pump, ${inFlight} calls under way at once`,
    unit: 'ratio',
    measure: () =>
      withAll({ ours: () => through('gateway', shape, era), pump: () => through('pump', shape, era) }, ({ ours, pump }) =>
        several({ ways: { ours: ours[kind], pump: pump[kind] }, tell: ms => ms.ours / ms.pump, inFlight }),
      ),
  };
}

/** Milliseconds that a hop adds to the direct call over HTTP. */
function added(bench: string, hop: Hop, { shape = 'http', era, kind }: { shape?: Shape; era: Era; kind: Kind }): Row {
  return {
    bench,
    rival: 'the same call without anything between, over HTTP',
    unit: 'ms',
    measure: () =>
      withAll({ ours: () => through(hop, shape, era), none: () => direct('http', era) }, ({ ours, none }) =>
        several({ ways: { ours: ours[kind], none: none[kind] }, tell: ms => ms.ours - ms.none }),
      ),
  };
}

/** What the gateway adds against what a proxy of npm adds, both over the direct call. */
function lessThan(bench: string, [ours, theirs]: readonly [Hop, Hop], { shape, era, kind }: { shape: Shape; era: Era; kind: Kind }): Row {
  return {
    bench,
    rival: `what ${theirs.replace('-auto', ' with the newest protocol')} adds`,
    unit: 'ratio',
    measure: () =>
      withAll(
        { theirs: () => through(theirs, shape, era), ours: () => through(ours, shape, era), none: () => direct('http', era) },
        opened =>
          several({
            ways: { ours: opened.ours[kind], theirs: opened.theirs[kind], none: opened.none[kind] },
            tell: ms => Math.max(0, ms.ours - ms.none) / Math.max(0.001, ms.theirs - ms.none),
          }),
      ),
  };
}

const KINDS = ['plain', 'ask'] as const;

export const gatewayRows: readonly Row[] = [
  ...KINDS.flatMap(kind => [
    againstPump(`gateway.stdio.${kind}`, 'stdio', 'legacy', kind),
    againstPump(`gateway.stdio.modern.${kind}`, 'stdio', 'modern', kind),
    againstPump(`gateway.http.${kind}`, 'http', 'legacy', kind),
    againstPump(`gateway.http.modern.${kind}`, 'http', 'modern', kind),
    againstPump(`gateway.remote.${kind}`, 'remote', 'legacy', kind),
    againstPump(`gateway.remote.modern.${kind}`, 'remote', 'modern', kind),
  ]),
  againstPump('gateway.rate.stdio', 'stdio', 'legacy', 'plain', 16),
  againstPump('gateway.rate.http', 'http', 'legacy', 'plain', 16),
  againstPump('gateway.rate.http.modern', 'http', 'modern', 'plain', 16),
  ...KINDS.flatMap(kind => [
    added(`gateway.added.${kind}`, 'gateway', { era: 'legacy', kind }),
    added(`gateway.added.modern.${kind}`, 'gateway', { era: 'modern', kind }),
    added(`gateway.added.to-modern.${kind}`, 'gateway-modern', { era: 'legacy', kind }),
    added(`gateway.added.to-legacy.${kind}`, 'gateway-legacy', { era: 'modern', kind }),
  ]),
  lessThan('gateway.less.mcp-proxy.plain', ['gateway', 'mcp-proxy'], { shape: 'http', era: 'legacy', kind: 'plain' }),
  lessThan('gateway.less.mcp-proxy.modern.plain', ['gateway', 'mcp-proxy-auto'], { shape: 'http', era: 'modern', kind: 'plain' }),
  ...KINDS.flatMap(kind => [
    lessThan(`gateway.less.supergateway.${kind}`, ['gateway', 'supergateway'], { shape: 'http', era: 'legacy', kind }),
    lessThan(`gateway.less.mcp-remote.${kind}`, ['gateway', 'mcp-remote'], { shape: 'remote', era: 'legacy', kind }),
    lessThan(`gateway.less.mcp-remote.to-modern.${kind}`, ['gateway-modern', 'mcp-remote-auto'], { shape: 'remote', era: 'legacy', kind }),
  ]),
];
