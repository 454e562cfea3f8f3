/** An answer as a person reads it back: option titles, Yes and No, numbers with their marks. Used by the check and by what was sent. */
import { type Field, type Option, parseInput } from '@midcall/core';
import { html, type TemplateResult } from 'lit';
import type { Raw } from '../answers.js';
import type { Sheet } from '../sheet.js';
import { splitZoned } from '../zoned-time.js';
import { sayNumber } from './number-field.js';
import { serverText } from './text.js';

export function drawAnswer(sheet: Sheet, field: Field, raw: Raw): TemplateResult {
  const { say, language: locale } = sheet;
  const left = html`<span class="left-out">${say('leftOut')}</span>`;
  const touched = sheet.touched(field);
  switch (field.kind) {
    case 'boolean':
      return raw === '' ? left : html`${raw === true ? say('yes') : say('no')}`;
    case 'choice': {
      const option = field.options.find(each => each.value === raw);
      return option === undefined ? left : chosen(option);
    }
    case 'choices': {
      const titles = field.options.filter(each => Array.isArray(raw) && raw.includes(each.value));
      if (titles.length === 0) return touched && Array.isArray(raw) && field.required ? html`${say('chosenCount', { count: 0 })}` : left;
      return html`<ul class="plain">${titles.map(each => html`<li dir="auto">${chosen(each)}</li>`)}</ul>`;
    }
    case 'number':
    case 'integer': {
      const parsed = parseInput(field, String(raw), { locale });
      if (raw === '' || !parsed.ok) return left;
      return html`${typeof parsed.value === 'number' ? sayNumber(parsed.value, locale) : String(raw)}`;
    }
    default:
      if (field.kind === 'text' && raw !== '' && (field.format === 'date' || field.format === 'date-time'))
        return drawMoment(String(raw), locale);
      return raw === ''
        ? left
        : html`<span class=${field.kind === 'opaque' ? 'pre code' : 'pre'} dir="auto">${serverText(String(raw))}</span>`;
  }
}

/** The day in words for the person, and under it exactly what is sent. */
function drawMoment(raw: string, locale: string): TemplateResult {
  const { date, time } = splitZoned(raw);
  const wall = Date.parse(`${date}T${time === '' ? '00:00' : time}Z`);
  if (date === '' || Number.isNaN(wall)) return html`${raw}`;
  const style = time === '' ? ({ dateStyle: 'full' } as const) : ({ dateStyle: 'full', timeStyle: 'short' } as const);
  return html`${new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(wall)}<code class="raw" dir="ltr">${raw}</code>`;
}

/** A title may say one thing and its value another: what is sent stands beside what was chosen (N3). */
function chosen({ title, value }: Option): TemplateResult {
  return title === value ? html`${serverText(title)}` : html`${serverText(title)}<code class="raw" dir="ltr">${serverText(value)}</code>`;
}
