/** Every answer as it will be sent, as a table; what is left out, declined or put off is named as such (N3, E-P-06). */
import type { AnswerValue, Field } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { contentOf } from './decide.js';
import type { DrawOptions } from './draw-options.js';
import { parsing } from './draw-options.js';
import { sayEnd } from './outcome.js';
import type { Page } from './page.js';
import { firstLine, flat } from './page.js';
import type { SheetPart, SheetState } from './sheet.js';
import { isLive, isRound, partOf, stopOf } from './sheet.js';
import { cutText, padText, widthOf, wrapText } from './text-width.js';

/** Narrower windows have the answer under its label. */
const TABLE_WIDTH = 56;
const LABEL_WIDTH = 30;

interface Row {
  readonly label: string;
  readonly answer: string;
  readonly focused: boolean;
  readonly missing: boolean;
}

export function drawCheck(page: Page, state: SheetState, options: DrawOptions): void {
  const { say, style } = options;
  const server = flat(partOf(state).question.server.name);
  page.text(say('checkAnswers'), { paint: style.strong });
  page.text(say('checkIntro', { server }), { paint: style.quiet });
  page.gap();
  state.parts.forEach((part, index) => {
    if (isRound(state)) {
      const number = say('questionOf', { index: index + 1, count: state.parts.length });
      page.line(`${number}  ${firstLine(part.question.message)}`, style.strong);
    }
    const rows = rowsOf(part, state, index, options);
    drawRows(page, rows, options);
    if (part.remember && part.decision === undefined) page.text(say('rememberOn'), { indent: '  ', paint: style.quiet });
    if (isRound(state)) page.gap();
  });
}

function rowsOf(part: SheetPart, state: SheetState, index: number, options: DrawOptions): readonly Row[] {
  const { say } = options;
  const stop = stopOf(state);
  const server = flat(part.question.server.name);
  const whole = (answer: string): readonly Row[] => [{ label: '', answer, focused: isLive(part) && stop.part === index, missing: true }];
  if (!isLive(part)) return whole(sayEnd(part.question, say, false));
  if (part.decision !== undefined) return whole(say(part.decision === 'decline' ? 'willDecline' : 'willCancel', { server }));
  if (part.question.state === 'opened') return whole(say('accepted'));
  const content = contentOf(part, parsing(options));
  const fields = part.question.form?.fields ?? [];
  if (fields.length === 0) return whole(say('accepted'));
  return fields.map(field => {
    const value = content !== undefined && Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    return {
      label: flat(field.label),
      answer: value === undefined ? say('leftOut') : sayValue(field, value, say),
      focused: stop.part === index && stop.field?.name === field.name,
      missing: value === undefined,
    };
  });
}

function drawRows(page: Page, rows: readonly Row[], { style }: DrawOptions): void {
  const table = page.width >= TABLE_WIDTH && rows.some(row => row.label !== '');
  const labels = Math.min(LABEL_WIDTH, Math.max(...rows.map(row => widthOf(row.label))));
  for (const { label, answer, focused, missing } of rows) {
    const point = style.pointer(focused);
    const paint = missing ? style.quiet : style.accent;
    if (table) {
      const left = label === '' ? 0 : labels + 3;
      const names = label === '' ? [] : wrapText(label, labels);
      const values = wrapText(answer, page.width - left - 2);
      for (let i = 0; i < Math.max(names.length, values.length); i += 1) {
        const name = left === 0 ? '' : `${padText(names[i] ?? '', labels)}${style.plain ? ' : ' : style.quiet(' │ ')}`;
        page.lines.push(`${i === 0 ? point : '  '}${focused ? style.strong(name) : name}${paint(values[i] ?? '')}`);
      }
    } else {
      if (label !== '') page.lines.push(point + (focused ? style.strong : style.quiet)(cutText(label, page.width - 2)));
      page.text(answer, { indent: label === '' ? point : '    ', paint });
    }
    if (focused) page.focus = page.lines.length - 1;
  }
}

/** What goes out, and beside a title the value that stands for it. */
function sayValue(field: Field, value: AnswerValue, say: Say): string {
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  const titled = (one: string): string => {
    const title =
      field.kind === 'choice' || field.kind === 'choices' ? field.options.find(option => option.value === one)?.title : undefined;
    return title === undefined || title === one ? showText(one) : `${showText(title)} (${showText(one)})`;
  };
  if (typeof value === 'object') return value.length === 0 ? say('noAnswer') : value.map(titled).join(', ');
  return value === '' ? say('emptyText') : titled(String(value));
}
