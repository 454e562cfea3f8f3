/**
 * Lines of a terminal, put together top to bottom and then fitted into its window: what stands first and the keys at the
 * foot stay, what is between them moves. No line is wider than the window, and never are there more than it has rows.
 */
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import type { Style } from './style.js';
import { cutText, wrapText } from './text-width.js';

/** Text columns beyond which lines get hard to read; a wider window stays empty to the right. */
const WIDEST = 100;

export interface TextOptions {
  readonly indent?: string;
  readonly most?: number;
  readonly paint?: (line: string) => string;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** What is written to the terminal. */
export interface Frame {
  readonly lines: readonly string[];
  /** Where what is typed next will stand; absent where nothing is typed. */
  readonly cursor?: { readonly row: number; readonly column: number };
  /** First line of the window, as it came to be. */
  readonly top: number;
}

export class Page {
  /** Always on the screen. */
  readonly head: string[] = [];
  readonly lines: string[] = [];
  /** Always on the screen, as far as the window has room. */
  foot: readonly string[] = [];
  readonly width: number;
  readonly style: Style;
  /** The line that has the keys. */
  focus = 0;
  /** First and last line of what that line belongs to. */
  block: readonly [from: number, to: number] = [0, 0];
  cursor: { readonly line: number; readonly column: number } | undefined;

  constructor({ columns }: ScreenSize, style: Style) {
    this.width = Math.max(4, Math.min(columns, WIDEST));
    this.style = style;
  }

  text(text: string, { indent = '', most = WIDEST, paint = (line: string): string => line }: TextOptions = {}): void {
    for (const line of wrapText(text, Math.min(most, this.width) - indent.length)) this.lines.push(indent + paint(line));
  }

  /** One line, cut where it is too long. */
  line(text: string, paint = (line: string): string => line): void {
    this.lines.push(paint(cutText(text, this.width)));
  }

  gap(): void {
    if (this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('');
  }

  rule(): string {
    return this.style.quiet((this.style.plain ? '-' : '─').repeat(this.width));
  }
}

/** A stranger's text in one line: what would break it is a blank. */
export function flat(text: string): string {
  return showText(text).replace(/[\n\t]+/g, ' ');
}

/** What a message is recognised by where there is one line for it. */
export function firstLine(message: string): string {
  return flat(
    message
      .split('\n')
      .find(line => line.trim() !== '')
      ?.slice(0, 200) ?? '',
  );
}

export interface FitOptions {
  readonly rows: number;
  /** First line wanted; undefined follows the keys. */
  readonly top: number | undefined;
  readonly say: Say;
}

export function fit(page: Page, { rows, top, say }: FitOptions): Frame {
  // In a small window the keys give way before what they are for, and the heading before both.
  const foot = page.foot.slice(0, Math.max(1, Math.min(page.foot.length, Math.floor(rows / 3))));
  const head = rows < 8 ? page.head.slice(0, rows < 5 ? 0 : 1) : page.head;
  const room = Math.max(1, rows - foot.length - head.length);
  const all = page.lines.length;
  const start = all <= room ? 0 : clamp(top ?? follow(page, room), all - room);
  const shown = page.lines.slice(start, start + room);
  const marks = room >= 5 && all > room;
  const above = marks && start > 0;
  const below = marks && start + room < all;
  if (above) shown[0] = hidden(page, 'linesAbove', start + 1, say);
  if (below) shown[shown.length - 1] = hidden(page, 'linesBelow', all - start - room + 1, say);
  const lines = [...head, ...shown, ...foot].slice(0, rows);
  const row = page.cursor === undefined ? -1 : page.cursor.line - start;
  const visible = page.cursor !== undefined && row >= (above ? 1 : 0) && row < shown.length - (below ? 1 : 0);
  return {
    lines,
    top: start,
    ...(visible &&
      page.cursor !== undefined && { cursor: { row: head.length + row, column: Math.min(page.cursor.column, page.width - 1) } }),
  };
}

/** Down as far as it takes to see what has the keys, whole where the window has room for it, with a line to spare for the mark. */
function follow({ focus, block: [from, to] }: Page, room: number): number {
  const spare = room >= 5 ? 1 : 0;
  const last = focus >= from && focus <= to && to - from < room - 2 * spare ? to : focus;
  return last < room - spare ? 0 : last - room + 1 + spare;
}

function hidden(page: Page, key: 'linesAbove' | 'linesBelow', count: number, say: Say): string {
  const arrow = page.style.plain ? '' : key === 'linesAbove' ? '↑ ' : '↓ ';
  return page.style.quiet(cutText(`${arrow}${say(key, { count })}`, page.width));
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
