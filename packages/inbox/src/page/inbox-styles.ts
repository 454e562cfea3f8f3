/** How the inbox looks around its questions; the palette is the element's. */
import { paletteStyles } from '@midcall/element';
import { listStyles } from './styles/list.js';
import { narrowStyles } from './styles/narrow.js';
import { pageStyles } from './styles/page.js';
import { paneStyles } from './styles/pane.js';

export const inboxStyles = [paletteStyles, pageStyles, listStyles, paneStyles, narrowStyles];
