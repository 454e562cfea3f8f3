/**
 * A sheet as lines of a terminal, none wider than the window and never more of them than it has rows; the focused field
 * is always among them. What a server wrote passes `showText` first, so that it can move nothing and hide nothing (N11).
 */
import type { Field } from '@midcall/core';
import { fillForm, isConfirm } from '@midcall/core';
import type { Finding } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { monogram, sayTimeLeft } from '@midcall/core/words';
import type { SheetState } from './sheet-state.js';
import { fieldsOf, shownOptions } from './sheet-state.js';
import type { Style } from './style.js';
import { cutText, tailText, wrapText } from './text-width.js';

export interface DrawOptions {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  readonly say: Say;
  readonly style: Style;
  /** How many more questions wait behind this one. */
  readonly behind: number;
  /** Whether a browser can be opened from here. */
  readonly canOpen: boolean;
  readonly locale?: string;
  readonly zone?: string;
}

/** The window's lines, top to bottom. */
export function drawSheet(state: SheetState, options: DrawOptions): string[] {
  const width = Math.max(10, options.columns);
  const page = new Page(width, options.style);
  head(page, state, options);
  if (state.covered) covered(page, state, options);
  else {
    warnings(page, state.question.findings, options);
    page.text(showText(state.question.message), { most: 65 });
    page.gap();
    if (state.question.url !== undefined) address(page, state, options);
    else if (state.step === 'check') check(page, state, options);
    else fields(page, state, options);
  }
  const foot = footer(state, options, width);
  return fit(page, foot, options.rows);
}

/** Keeps the line that has the keys in the window; in a small one the keys' own help gives way first. */
function fit(page: Page, foot: readonly string[], rows: number): string[] {
  const help = foot.slice(0, Math.max(1, Math.min(foot.length, Math.floor(rows / 3))));
  const room = Math.max(1, rows - help.length);
  if (page.lines.length <= room) return [...page.lines, ...help].slice(0, rows);
  const start = Math.max(0, page.focus - room + 1);
  return [...page.lines.slice(start, start + room), ...help].slice(0, rows);
}

class Page {
  readonly lines: string[] = [];
  /** The line that has the keys. */
  focus = 0;
  readonly width: number;
  readonly style: Style;

  constructor(width: number, style: Style) {
    this.width = width;
    this.style = style;
  }

  text(
    text: string,
    {
      indent = '',
      most = 200,
      paint = (line: string): string => line,
    }: { indent?: string; most?: number; paint?: (line: string) => string } = {},
  ): void {
    for (const line of wrapText(text, Math.min(most, this.width) - indent.length)) this.lines.push(indent + paint(line));
  }

  gap(): void {
    if (this.lines.at(-1) !== '') this.lines.push('');
  }
}

function head(page: Page, { question }: SheetState, { say, style, now, behind }: DrawOptions): void {
  const { server, call } = question;
  const name = showText(server.name);
  const title = say(question.url === undefined ? 'asks' : 'opensPage', { server: name });
  const { letter } = monogram(server.name);
  const mark = style.plain ? `[${letter}] ` : `${style.reversed(` ${letter} `)} `;
  const room = page.width - 4;
  page.lines.push(mark + style.strong(cutText(title, room)));
  if (!style.plain) page.lines.push(style.quiet('─'.repeat(page.width)));
  if (server.origin !== undefined) page.text(showText(server.origin), { paint: style.quiet });
  const claim = server.claim;
  if (claim !== undefined) {
    page.text(say('claim', { claim: showText(claim.version === undefined ? claim.name : `${claim.name} ${claim.version}`) }), {
      paint: style.quiet,
    });
  }
  if (call === undefined) page.text(say('unknownCall'), { paint: style.quiet });
  else {
    const verb = call.method === 'tools/call' ? 'whileRunning' : call.method === 'prompts/get' ? 'whilePreparing' : 'whileReading';
    page.text(`${say(verb)} ${showText(call.name)}`, { paint: style.quiet });
    for (const [key, value] of Object.entries(call.arguments ?? {}).slice(0, 6)) {
      page.lines.push(
        style.quiet(
          cutText(
            `  ${showText(key)}: ${showText(typeof value === 'string' ? value : JSON.stringify(value)).replace(/\n/g, ' ')}`,
            page.width,
          ),
        ),
      );
    }
  }
  const time = question.expiresAt === undefined ? say('noExpiry') : say('expiresIn', { time: sayTimeLeft(say, question.expiresAt - now) });
  page.text(behind > 0 ? `${time} · ${say('waitingCount', { count: behind + 1 })}` : time, { paint: style.quiet });
  page.gap();
}

function warnings(page: Page, findings: readonly Finding[], { say, style }: DrawOptions): void {
  for (const finding of findings) {
    const label = say(finding.severity === 'danger' ? 'danger' : finding.severity === 'warning' ? 'warning' : 'note');
    page.text(`${style.plain ? '! ' : '▲ '}${label}: ${showText(finding.sentence)}`, {
      paint: finding.severity === 'info' ? style.quiet : style.danger,
    });
  }
  if (findings.length > 0) page.gap();
}

function covered(page: Page, { question }: SheetState, { say, style }: DrawOptions): void {
  const server = showText(question.server.name);
  page.text(say('secretTitle', { server, what: say('secretWhat') }), { paint: style.danger });
  page.text(say('secretBody'));
  page.gap();
  page.text(`c  ${say('cutOff', { server })} — ${say('cutOffMeaning')}`);
  page.text(`s  ${say('showAnyway')}`);
}

function address(page: Page, state: SheetState, { say, style, canOpen }: DrawOptions): void {
  const { url, server } = state.question;
  if (url === undefined) return;
  page.text(say('urlHost'), { paint: style.quiet });
  page.text(showText(url.host), { indent: '  ', paint: style.strong });
  page.text(say('urlWhole'), { paint: style.quiet });
  page.text(showText(url.href), { indent: '  ' });
  page.gap();
  if (state.step === 'opened') page.text(say('urlStillWaiting'));
  else if (!url.openable) page.text(say('urlBlocked'), { paint: style.danger });
  else if (canOpen) page.text(say('urlNotOpened', { server: showText(server.name) }));
  else page.text(say('terminalOpenYourself'));
}

function fields(page: Page, state: SheetState, options: DrawOptions): void {
  const { say, style } = options;
  const all = fieldsOf(state);
  const whole = state.errors.get('');
  if (whole !== undefined) page.text(`${say('errorPrefix')} ${showText(whole)}`, { paint: style.danger });
  all.forEach((field, index) => {
    const from = page.lines.length;
    const focused = index === state.focus;
    const label = `${showText(field.label)}${field.required ? '' : ` ${say('optional')}`}`;
    page.text(label, { indent: focused ? (style.plain ? '> ' : '❯ ') : '  ', paint: focused ? style.strong : line => line });
    if (field.description !== undefined) page.text(showText(field.description), { indent: '  ', paint: style.quiet });
    const error = state.errors.get(field.name);
    if (error !== undefined) page.text(`${say('errorPrefix')} ${showText(error)}`, { indent: '  ', paint: style.danger });
    input(page, state, field, { ...options, focused });
    if (focused && page.focus < from) page.focus = page.lines.length - 1;
    page.gap();
  });
  if (state.note === 'tick-first') page.text(say('tickFirst'), { paint: style.danger });
  if (state.note === 'hidden-secret') page.text(say('secretShown'), { paint: style.danger });
}

function input(page: Page, state: SheetState, field: Field, options: DrawOptions & { readonly focused: boolean }): void {
  const { say, style, focused } = options;
  const raw = state.values.get(field.name);
  if (field.kind === 'boolean') {
    if (field.required) page.text(`${tick(raw === true, style)} ${say('yes')}`, { indent: '    ' });
    else
      page.text(
        [
          mark(raw === undefined || raw === '', say('noAnswer'), style),
          mark(raw === true, say('yes'), style),
          mark(raw === false, say('no'), style),
        ].join('  '),
        { indent: '    ' },
      );
    return;
  }
  if (field.kind === 'choice' || field.kind === 'choices') {
    choice(page, state, field, options);
    return;
  }
  const typed = (typeof raw === 'string' ? showText(raw) : '').replace(/\n/g, style.plain ? ' / ' : '⏎');
  const room = page.width - 6;
  const cursor = focused ? (style.plain ? '_' : style.reversed(' ')) : '';
  page.lines.push(`    ${style.accent(tailText(typed, room))}${cursor}`);
}

const WINDOW = 7;

function choice(
  page: Page,
  state: SheetState,
  field: Extract<Field, { kind: 'choice' | 'choices' }>,
  { say, style, focused }: DrawOptions & { readonly focused: boolean },
): void {
  const raw = state.values.get(field.name);
  const chosen = (value: string): boolean => (field.kind === 'choices' ? Array.isArray(raw) && raw.includes(value) : raw === value);
  if (!focused) {
    const titles = field.options.filter(option => chosen(option.value)).map(option => showText(option.title));
    page.lines.push(cutText(`    ${titles.length === 0 ? say('noAnswer') : titles.join(', ')}`, page.width));
    return;
  }
  if (state.search !== '')
    page.lines.push(cutText(`    ${say('searchOptions', { count: field.options.length })}: ${showText(state.search)}`, page.width));
  const options = shownOptions(state, field);
  if (options.length === 0) page.text(say('noMatch'), { indent: '    ' });
  const start = Math.max(0, Math.min(state.option - 3, options.length - WINDOW));
  options.slice(start, start + WINDOW).forEach((option, at) => {
    const here = start + at === state.option;
    const box = field.kind === 'choices' ? tick(chosen(option.value), style) : dot(chosen(option.value), style);
    const line = cutText(`  ${here ? (style.plain ? '>' : '❯') : ' '} ${box} ${showText(option.title).replace(/\n/g, ' ')}`, page.width);
    page.lines.push(here ? style.accent(line) : line);
    if (here) page.focus = page.lines.length - 1;
  });
  if (options.length > WINDOW) page.lines.push(style.quiet(cutText(`      ${state.option + 1} / ${options.length}`, page.width)));
}

function check(page: Page, state: SheetState, options: DrawOptions): void {
  const { say, style } = options;
  const { form, server } = state.question;
  if (form === undefined) return;
  page.text(say('checkAnswers'), { paint: style.strong });
  page.text(say('checkIntro', { server: showText(server.name) }), { paint: style.quiet });
  page.gap();
  const filled = fillForm(form, state.values, parsing(options));
  form.fields.forEach((field, index) => {
    const value = filled.ok && Object.hasOwn(filled.content, field.name) ? filled.content[field.name] : undefined;
    const focused = index === state.focus;
    page.text(showText(field.label), { indent: focused ? (style.plain ? '> ' : '❯ ') : '  ', paint: focused ? style.strong : style.quiet });
    page.text(value === undefined ? say('leftOut') : shownValue(field, value, say), { indent: '    ' });
    if (focused) page.focus = page.lines.length - 1;
  });
}

/** What goes out, and beside a title the value that stands for it. */
function shownValue(field: Field, value: unknown, say: Say): string {
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  const titled = (one: string): string => {
    const title =
      field.kind === 'choice' || field.kind === 'choices' ? field.options.find(option => option.value === one)?.title : undefined;
    return title === undefined || title === one ? showText(one) : `${showText(title)} (${showText(one)})`;
  };
  if (Array.isArray(value)) return value.length === 0 ? say('noAnswer') : value.map(one => titled(String(one))).join(', ');
  return value === '' ? say('emptyText') : titled(String(value));
}

function footer(state: SheetState, { say, style }: DrawOptions, width: number): string[] {
  const several = fieldsOf(state).length > 1;
  const enter =
    state.step === 'check'
      ? say('keyChangeTerminal')
      : several
        ? say('keyNextTerminal')
        : state.question.url === undefined
          ? say('keyEnterTerminal')
          : undefined;
  const form = state.question.form;
  const only = form !== undefined && isConfirm(form) ? say('keyTickTerminal') : undefined;
  const keys =
    state.step === 'opened'
      ? [say('keyRetryTerminal'), say('keyNotNowTerminal')]
      : state.covered
        ? [say('keyDeclineTerminal'), say('keyNotNowTerminal')]
        : [
            say('keySendTerminal'),
            only ?? enter,
            say('keyDeclineTerminal'),
            say('keyNotNowTerminal'),
            state.question.extendable ? say('keyMoreTimeTerminal') : undefined,
          ];
  const text = keys.filter(key => key !== undefined).join(' · ');
  const note = state.note === 'no-more-time' ? [say('moreTimeRefused')] : [];
  const rule = style.plain ? [] : [style.quiet('─'.repeat(width))];
  return [...rule, ...note, ...wrapText(text, width).map(style.quiet)];
}

function tick(on: boolean, style: Style): string {
  return style.plain ? (on ? '[x]' : '[ ]') : on ? '☑' : '☐';
}

function dot(on: boolean, style: Style): string {
  return style.plain ? (on ? '(x)' : '( )') : on ? '●' : '○';
}

function mark(on: boolean, text: string, style: Style): string {
  return `${dot(on, style)} ${text}`;
}

function parsing({ locale, zone }: DrawOptions): { locale?: string; zone?: string } {
  return { ...(locale !== undefined && { locale }), ...(zone !== undefined && { zone }) };
}
