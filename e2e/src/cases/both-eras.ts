/** Where a script names no era, it is played in both and both must hold. */
import type { JsonObject, Revision } from '@midcall/core';
import type { CaseInput } from './case.js';
import type { Observed } from './observed.js';

/** A word counts if every era saw it, a check passes if it passes in every era. */
export async function bothEras(input: CaseInput, run: (input: CaseInput, revision: Revision) => Promise<Observed>): Promise<Observed> {
  const seen: Observed[] = [];
  for (const revision of erasOf(input)) seen.push(await run(input, revision));
  const [first, ...others] = seen;
  return others.reduce(
    (one, next) => ({
      words: one.words.filter(word => next.words.includes(word)),
      checks: Object.fromEntries(
        Object.entries(one.checks).map(([key, check]) => [key, wanted => check(wanted) ?? next.checks[key]?.(wanted)] as const),
      ),
      story: [one.story, next.story].join(' | '),
    }),
    first as Observed,
  );
}

function erasOf(input: CaseInput): readonly Revision[] {
  const legacy: Revision = '2025-11-25';
  const modern: Revision = '2026-07-28';
  if (input.era === '2025') return [legacy];
  if (input.era === '2026') return [modern];
  // On the server, a script in which it sends a request of its own is one of the older era, whether or not it says so.
  const pushes = ((input.steps ?? []) as readonly JsonObject[]).some(
    step => step.from === 'server' && (step.send as JsonObject | undefined)?.method === 'elicitation/create',
  );
  return input.on === 'server' && pushes ? [legacy] : [legacy, modern];
}
