/** The server's message: plain text, 65 characters wide, its line breaks kept, folded after twelve lines, evidence marked. */
import type { Finding } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';

const FOLD_LINES = 12;
const COLUMNS = 65;

export function drawMessage(sheet: Sheet): TemplateResult {
  const { view, say, unfolded } = sheet;
  if (view.message.trim() === '') return html`<p class="message empty" part="message">${say('emptyMessage', { server: sheet.server })}</p>`;
  const long = lineCount(view.message) > FOLD_LINES;
  return html`<div class=${long && !unfolded ? 'message folded' : 'message'} part="message" id="message" dir="auto">${marked(view.message, view.findings)}</div>
    ${
      long
        ? html`<button type="button" class="link fold" aria-expanded=${unfolded ? 'true' : 'false'} aria-controls="message" @click=${() => sheet.show('message', !unfolded)}>
            ${unfolded ? say('showLess') : say('showAll')}
          </button>`
        : nothing
    }`;
}

function lineCount(text: string): number {
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);
}

/** Cuts the text at the evidence of its findings; every piece is made visible by itself, so that spans keep meaning the raw text. */
export function marked(text: string, findings: readonly Finding[], where: 'message' | 'url' = 'message'): unknown[] {
  const spans = findings
    .filter(finding => finding.where === where && finding.span !== undefined && finding.severity !== 'info')
    .map(finding => finding.span as readonly [number, number])
    .sort((a, b) => a[0] - b[0]);
  const pieces: unknown[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    if (start < at || end <= start || end > text.length) continue;
    pieces.push(showText(text.slice(at, start)), html`<mark>${showText(text.slice(start, end))}</mark>`);
    at = end;
  }
  return [...pieces, showText(text.slice(at))];
}
