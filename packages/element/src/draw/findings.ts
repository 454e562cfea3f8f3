/** What a person should know before reading on: one sentence each, the gravest first, before the message. */
import type { Finding } from '@midcall/core/contract';
import { sayFinding } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { serverText } from './text.js';

const ORDER = { danger: 0, warning: 1, info: 2 } as const;

export function drawFindings(sheet: Sheet, findings: readonly Finding[]): TemplateResult | typeof nothing {
  if (findings.length === 0) return nothing;
  const { say } = sheet;
  const names = { danger: say('danger'), warning: say('warning'), info: say('note') };
  const sorted = [...findings].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  return html`<ul class="findings" part="findings" aria-label=${say('warnings', { count: findings.length })}>
    ${sorted.map(
      finding => html`<li class=${finding.severity} data-finding=${finding.id}>
        ${sign(finding.severity)}<span><strong class="unseen">${names[finding.severity]}: </strong>${serverText(sayFinding(say, finding))}</span>
      </li>`,
    )}
  </ul>`;
}

export function sign(severity: Finding['severity']): TemplateResult {
  return severity === 'info'
    ? html`<svg class="sign" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="8" /><path d="M10 9v5M10 6v.5" /></svg>`
    : html`<svg class="sign" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2.5L18.5 17.5H1.5Z" /><path d="M10 8v4.5M10 15v.3" /></svg>`;
}
