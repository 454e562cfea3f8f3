import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { killOnce } from './kill-once.test.kit.js';

// The child runs as built: what is killed is what ships.
const child = fileURLToPath(new URL('../dist/kill-once.child.test.kit.js', import.meta.url));

it('charges at most once, whichever step of the flow the process is killed at [N5, N12, D9, D2, E-S-07, E-M-15]', async () => {
  expect(existsSync(child), 'built').toBe(true);
  // The worst moment first: it happened, and nobody wrote it down.
  expect(await killOnce(child, -1)).toMatchObject({ killed: true, inDoubt: true });
  // Then every fourth step until the flow is over; the soak walks them all.
  let fuse = 2;
  while ((await killOnce(child, fuse)).killed) fuse += 4;
  expect(fuse).toBeGreaterThan(15);
}, 180_000);
