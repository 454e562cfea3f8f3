/** What the later part draws with. */
import { finderStyles } from './finder.js';
import { outcomeStyles } from './outcome.js';

export const laterStyles = [finderStyles, outcomeStyles];
