/**
 * Sealing is real work on other threads, which a fake clock knows nothing of: this waits until none of it runs and
 * nothing that hung on it is left to do.
 */
let running = 0;
const { subtle } = crypto;

for (const verb of ['encrypt', 'decrypt', 'deriveKey', 'importKey'] as const) {
  const real = subtle[verb].bind(subtle) as (...args: unknown[]) => Promise<unknown>;
  Object.defineProperty(subtle, verb, {
    configurable: true,
    value: async (...args: unknown[]) => {
      running += 1;
      try {
        return await real(...args);
      } finally {
        running -= 1;
      }
    },
  });
}

export async function quiet(): Promise<void> {
  for (let calm = 0; calm < 4; calm = running === 0 ? calm + 1 : 0) await new Promise(resolve => setImmediate(resolve));
}
