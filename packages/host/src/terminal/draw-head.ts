/** Who asks, for which call, until when, and who waits behind. */
import type { CallView, QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { sayTimeLeft } from '@midcall/core/words';
import type { DrawOptions } from './draw-options.js';
import type { Page } from './page.js';
import { flat } from './page.js';
import type { SheetState } from './sheet.js';
import { isLive, isRound, partOf } from './sheet.js';
import { cutText, widthOf } from './text-width.js';

/** Lines of arguments; what is longer is cut, and says so. */
const SENT_LINES = 40;

export function drawHead(page: Page, state: SheetState, options: DrawOptions): void {
  const { say, style } = options;
  const { question } = partOf(state);
  const server = flat(question.server.name);
  const time = sayExpiry(state, options);
  const mark = style.mark(question.server.name);
  const markWidth = 3;
  const title = say(question.url === undefined || isRound(state) ? 'asks' : 'opensPage', { server });
  const beside = page.width >= 60 && widthOf(title) + widthOf(time) + markWidth + 3 <= page.width;
  const room = page.width - markWidth - 1;
  const heading = `${mark} ${style.strong(cutText(title, room))}`;
  page.head.push(
    beside ? heading + ' '.repeat(room - widthOf(title) - widthOf(time)) + paintTime(time, state, options) : heading,
    page.rule(),
  );
  if (!beside) page.text(time, { paint: line => paintTime(line, state, options) });
  if (question.server.origin !== undefined) page.text(showText(question.server.origin), { paint: style.quiet });
  const { claim } = question.server;
  if (claim !== undefined)
    page.text(say('claim', { claim: flat(claim.version === undefined ? claim.name : `${claim.name} ${claim.version}`) }), {
      paint: style.quiet,
    });
  if (question.server.shared === true) page.text(say('identityShared'), { paint: style.danger });
  drawCall(page, state, question, options);
  const { behind } = options;
  if (behind.length > 0) page.text(say('waitingBehind', { count: behind.length, who: sayWho(behind, say) }), { paint: style.quiet });
  page.gap();
}

function drawCall(page: Page, state: SheetState, { call }: QuestionView, { say, style }: DrawOptions): void {
  if (call === undefined) {
    page.text(say('unknownCall'), { paint: style.quiet });
    return;
  }
  const sent = Object.keys(call.arguments ?? {}).length > 0;
  const what = `${say(VERBS[call.method])} ${flat(call.name)}`;
  const key = sent ? say(state.sent ? 'keyHideSent' : 'keyShowSent') : '';
  const beside = sent && widthOf(`${what} · ${key}`) <= page.width;
  page.text(beside ? `${what} · ${key}` : what, { paint: style.quiet });
  if (sent && !beside) page.text(key, { paint: style.quiet });
  if (!state.sent) return;
  const lines = sent ? argumentLines(call) : [say('nothingSent')];
  for (const line of lines.slice(0, SENT_LINES)) page.text(line, { indent: '  ' });
  if (lines.length > SENT_LINES) page.line('  …', style.quiet);
}

const VERBS = { 'tools/call': 'whileRunning', 'prompts/get': 'whilePreparing', 'resources/read': 'whileReading' } as const;

/** The desk has masked what looks like a secret. */
function argumentLines(call: CallView): string[] {
  return Object.entries(call.arguments ?? {}).flatMap(([key, value]) =>
    `${flat(key)}: ${showText(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}`.split('\n'),
  );
}

/** The first to run out counts. */
function expiryOf(state: SheetState): number | undefined {
  const ends = state.parts.flatMap(part => (isLive(part) && part.question.expiresAt !== undefined ? [part.question.expiresAt] : []));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

function sayExpiry(state: SheetState, { say, now, style }: DrawOptions): string {
  const ends = expiryOf(state);
  if (ends === undefined) return say('noExpiry');
  return say('expiresIn', { time: sayTimeLeft(say, style.plain ? coarse(ends - now) : ends - now) });
}

/** What is read out loud changes once a minute, and more often only at the end. */
function coarse(ms: number): number {
  const step = ms > 60_000 ? 60_000 : 10_000;
  return Math.ceil(ms / step) * step;
}

function paintTime(time: string, state: SheetState, { now, style }: DrawOptions): string {
  const ends = expiryOf(state);
  return ends !== undefined && ends - now <= 60_000 ? style.strong(time) : style.quiet(time);
}

function sayWho(behind: readonly string[], say: Say): string {
  const counts = new Map<string, number>();
  for (const name of behind) counts.set(name, (counts.get(name) ?? 0) + 1);
  const named = [...counts].slice(0, 4).map(([name, count]) => say('questionsOf', { count, server: flat(name) }));
  return counts.size > named.length ? `${named.join(', ')} …` : named.join(', ');
}
