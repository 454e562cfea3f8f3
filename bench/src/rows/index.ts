import type { Row } from '../row.js';
import { coreRows } from './core.js';
import { stateSealRows } from './state-seal.js';

/** Every row, in the order they are printed. */
export const rows: readonly Row[] = [...coreRows, ...stateSealRows];
