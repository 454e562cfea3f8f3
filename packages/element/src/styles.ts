/**
 * How a question looks. Calm and dense enough for work: system font, a 4 px grid, hairlines, one accent, almost no shadow.
 * Light and dark follow the page's `color-scheme`.
 */

import { baseStyles } from './styles/base.js';
import { fieldsStyles } from './styles/fields.js';
import { headerStyles } from './styles/header.js';
import { messageStyles } from './styles/message.js';
import { narrowStyles } from './styles/narrow.js';
import { optionsStyles } from './styles/options.js';
import { paletteStyles } from './styles/palette.js';
import { waysStyles } from './styles/ways.js';

export { paletteStyles };

export const sheetStyles = [paletteStyles, baseStyles, headerStyles, messageStyles, fieldsStyles, optionsStyles, waysStyles, narrowStyles];
