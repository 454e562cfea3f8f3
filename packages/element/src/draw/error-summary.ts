/** All that is wrong in one place, in the words that stand at the fields; takes focus when the person tried to go on, links to each field. */
import { html, nothing, type TemplateResult } from 'lit';
import { fieldId, type Sheet } from '../sheet.js';
import { serverText } from './text.js';

export function drawErrorSummary(sheet: Sheet): TemplateResult | typeof nothing {
  const { issues, say, view } = sheet;
  if (issues.length === 0) return nothing;
  const { form } = view;
  return html`<div class="summary" part="error-summary" id="summary" tabindex="-1" role="group" aria-labelledby="summary-title">
    <h3 id="summary-title">${sheet.issuesFrom === 'server' ? say('rejectedSummary', { server: sheet.server }) : say('errorSummary')}</h3>
    <ul>
      ${issues.map(issue => {
        const field = form?.fields.find(each => each.name === issue.field);
        if (form === undefined || field === undefined) return html`<li>${serverText(issue.message)}</li>`;
        const id = fieldId(form, field);
        return html`<li>
          <a
            href="#${id}"
            @click=${(event: MouseEvent) => {
              event.preventDefault();
              sheet.root().getElementById(id)?.focus();
            }}
            >${serverText(issue.message)}${form.fields.length > 1 ? html`<span class="of"> · ${serverText(field.label)}</span>` : nothing}</a
          >
        </li>`;
      })}
    </ul>
  </div>`;
}
