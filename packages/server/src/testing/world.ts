/** Watches what stands outside the tool: between effects it must not change, however often the handler runs. */
import { at, failure } from './failure.js';

export interface World {
  /** Looks again. The first change that nobody was allowed to make is kept as the fault. */
  look(line?: string, what?: string): void;
  /** Brackets what may change it: effects, pinned values, the person. */
  readonly around: { before(): void; after(): void };
  readonly fault: Error | undefined;
}

/** @param read What stands outside, as JSON; undefined if nothing is watched */
export function watchWorld(name: string, read: (() => unknown) | undefined): World {
  const take = (): string | undefined => (read === undefined ? undefined : JSON.stringify(read()));
  let last = take();
  let passed = 'the start';
  let fault: Error | undefined;
  const look = (line?: string, what = 'the end of the round'): void => {
    const here = `${what}${at(line)}`;
    const now = take();
    if (now !== last && fault === undefined) {
      fault = failure({ rule: 'outside-once', ...(line !== undefined && { line }) }, [
        `${name} changed something outside \`once\`, between ${passed} and ${here}:`,
        `  before  ${last}`,
        `  after   ${now}`,
        'The handler runs from its top again after every answer, so this would happen again: put it into call.once(key, fn).',
      ]);
    }
    last = now;
    passed = here;
  };
  return {
    look,
    around: {
      before: () => look(undefined, 'something performed'),
      after: () => {
        last = take();
      },
    },
    get fault() {
      return fault;
    },
  };
}
