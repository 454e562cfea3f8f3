import { afterAll, beforeAll } from 'vitest';
import { describeCell } from './body.js';
import { cellsOf } from './cell.js';
import { openRig, type Rig } from './rig.js';

let rig: Rig | undefined;
const opened = (): Rig => {
  if (rig === undefined) throw new Error('the processes do not stand yet');
  return rig;
};
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig?.close());

for (const cell of cellsOf(['2026-07-28'])) describeCell(cell, opened);
