/** What the later part draws with. */
import { finderStyles } from './finder.js';
import { outcomeStyles } from './outcome.js';
import { secretStyles } from './secret.js';

export const laterStyles = [finderStyles, outcomeStyles, secretStyles];
