/**
 * What a page and the frame that draws its questions say to each other. The first two messages go by `postMessage` between
 * exact origins; everything after by a channel that nobody else holds (D36).
 *
 *   frame  →  page   ready                     to the page's exact origin
 *   page   →  frame  open, with one port       to the frame's exact origin
 *   page   →  frame  show                      by the port: everything there is to draw
 *   frame  →  page   event, size               by the port
 */
import type { QuestionView } from '@midcall/core/contract';
import type { LanguagePack } from '@midcall/core/words';
import type { MidcallEventName } from '../events.js';
import type { SheetOffers } from '../sheet.js';
import type { Refusal } from '../sheet-element.js';

export const READY = { midcall: 1, type: 'ready' } as const;
export const OPEN = { midcall: 1, type: 'open' } as const;

/** All that the page decides; a frame that comes back is shown the whole again. */
export interface Show {
  readonly midcall: 1;
  readonly type: 'show';
  readonly question: QuestionView | undefined;
  readonly mode: 'modal' | 'inbox';
  readonly offers: SheetOffers;
  readonly refusal: Refusal | undefined;
  readonly locale: string;
  readonly timeZone: string;
  readonly packs: readonly LanguagePack[];
}

export type FromFrame =
  | { readonly midcall: 1; readonly type: 'event'; readonly name: MidcallEventName; readonly id: string; readonly detail: unknown }
  | { readonly midcall: 1; readonly type: 'size'; readonly height: number };

const NAMES = {
  'midcall-answer': true,
  'midcall-draft': true,
  'midcall-more-time': true,
  'midcall-open-url': true,
  'midcall-seen': true,
  'midcall-guarded': true,
  'midcall-cut-off': true,
  'midcall-remember': true,
  'midcall-mute': true,
  'midcall-expired': true,
  'midcall-leave': true,
} as const satisfies Record<MidcallEventName, true>;

export const EVENT_NAMES = Object.keys(NAMES) as readonly MidcallEventName[];

export function isEventName(name: unknown): name is MidcallEventName {
  return typeof name === 'string' && Object.hasOwn(NAMES, name);
}

/** Whether this is a message of ours of this type. */
export function isMessage(data: unknown, type: string): boolean {
  return typeof data === 'object' && data !== null && 'midcall' in data && data.midcall === 1 && 'type' in data && data.type === type;
}

/** @throws TypeError for anything but an exact origin: no path, no pattern, no `*`, not `null` */
export function checkOrigin(origin: string): string {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || origin === 'null')
    throw new TypeError('An origin is scheme, host and port, exactly as browsers spell it: https://host.example');
  return origin;
}
