/** What drawing needs beside what it draws. */
import type { Say } from '@midcall/core/words';
import type { MenuPowers } from './menu.js';
import type { ScreenSize } from './page.js';
import type { Style } from './style.js';

export interface DrawOptions extends ScreenSize {
  readonly now: number;
  readonly say: Say;
  readonly style: Style;
  /** Names of the servers whose questions wait behind, in order, one for each sheet. */
  readonly behind: readonly string[];
  /** Whether a browser can be opened from here. */
  readonly canOpen: boolean;
  /** What Esc does (D40). */
  readonly leaving: 'cancels' | 'keeps';
  readonly powers: MenuPowers;
  readonly locale?: string;
  readonly zone?: string;
}

/** How typed text is read. */
export function parsing({ locale, zone }: DrawOptions): { locale?: string; zone?: string } {
  return { ...(locale !== undefined && { locale }), ...(zone !== undefined && { zone }) };
}
