import { defineConfig } from 'vitest/config';

// Tests run on the sources beside them; whatever they import from another package is that package as built.
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.{ts,tsx}', 'e2e/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One more than cores: tests of processes and pages wait for a good part of their time.
    maxWorkers: 3,
    typecheck: { enabled: false },
  },
});
