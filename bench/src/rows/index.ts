import type { Row } from '../row.js';
import { callRows } from './calls.js';
import { coreRows } from './core.js';
import { deskRows } from './desk.js';
import { flowRows } from './flow.js';
import { gatewayRows } from './gateway.js';
import { gatewayMemoryRows } from './gateway-memory.js';
import { inboxRows } from './inbox.js';
import { stateSealRows } from './state-seal.js';

/** Every row, in the order they are printed. */
export const rows: readonly Row[] = [
  ...coreRows,
  ...stateSealRows,
  ...callRows,
  ...flowRows,
  ...gatewayRows,
  ...gatewayMemoryRows,
  ...inboxRows,
  ...deskRows,
];
