/** The whole sheet, top to bottom: who asks, warnings, the message, what to fill in, the actions (the order is the same on every surface). */
import { type Form, isConfirm } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import { confirmVerb } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import { fieldId, type Sheet } from '../sheet.js';
import { drawActions, drawDecided, drawLeaving, type MainAction } from './actions.js';
import { drawErrorSummary } from './error-summary.js';
import { drawField } from './field.js';
import { drawFindings } from './findings.js';
import { drawHeader } from './header.js';
import { drawMessage } from './message.js';
import { serverText } from './text.js';
import { drawTick } from './yes-no-field.js';

export function drawSheet(sheet: Sheet): TemplateResult {
  const { state } = sheet;
  const answerable = state === 'waiting' || state === 'opened';
  return html`<section class="sheet" part="sheet" role="region" aria-labelledby=${sheet.mode === 'part' ? 'message' : 'title'} data-state=${state} data-step=${sheet.step} dir=${sheet.say.dir}>
    ${sheet.mode === 'part' ? nothing : drawHeader(sheet, answerable)} ${sheet.detailsShown ? (sheet.later?.drawDetails(sheet) ?? nothing) : nothing} ${answerable ? drawOpen(sheet) : drawClosed(sheet)}
  </section>`;
}

function drawClosed(sheet: Sheet): TemplateResult {
  const secret = sheet.view.findings.some(finding => finding.id === 'secret-ask');
  return html`${sheet.later?.drawEnded(sheet, sheet.state)} ${secret ? drawFindings(sheet, sheet.view.findings) : nothing} ${drawMessage(sheet)} ${sheet.later?.drawTyped(sheet) ?? nothing}`;
}

function drawOpen(sheet: Sheet): TemplateResult {
  const { view, step, say } = sheet;
  const secrets = view.findings.filter(finding => finding.id === 'secret-ask' && finding.severity === 'danger');
  if (sheet.decision !== undefined) return html`${drawMessage(sheet)} ${drawDecided(sheet)}`;
  if (sheet.framed) return html`${sheet.later?.drawFramed(sheet)}`;
  if (step === 'secret') return html`${sheet.later?.drawSecret(sheet, secrets)}`;
  const findings = drawFindings(sheet, view.findings);
  const uncovered = secrets.length > 0 ? html`<p class="blocked danger">${say('secretShown')}</p>` : nothing;
  if (view.url !== undefined) {
    const body = step === 'leaving' ? drawLeaving(sheet) : sheet.later?.drawUrl(sheet, view.url);
    return html`${findings} ${drawErrorSummary(sheet)} ${drawMessage(sheet)} ${body}`;
  }
  const form = view.form;
  if (form === undefined) return html`${findings} ${drawMessage(sheet)} ${drawActions(sheet, undefined)}`;
  return html`${uncovered} ${findings} ${drawErrorSummary(sheet)} ${step === 'check' ? nothing : drawMessage(sheet)}
    ${step === 'check' ? sheet.later?.drawCheck(sheet, form) : drawFields(sheet, form)} ${step === 'leaving' ? drawLeaving(sheet) : drawActions(sheet, mainAction(sheet, form))}`;
}

function drawFields(sheet: Sheet, form: Form): TemplateResult | typeof nothing {
  const [only] = form.fields;
  if (only?.kind === 'boolean' && isConfirm(form)) {
    const id = fieldId(form, only);
    const about =
      only.description === undefined ? nothing : html`<p class="about" id="${id}-about" dir="auto">${serverText(only.description)}</p>`;
    const slot = { sheet, field: only, id, invalid: false, describedBy: only.description === undefined ? '' : `${id}-about` };
    return html`<div class="fields">${about}${drawTick(slot, serverText(only.label))}</div>`;
  }
  return form.fields.length === 0 ? nothing : html`<div class="fields">${form.fields.map(field => drawField(sheet, form, field))}</div>`;
}

function mainAction(sheet: Sheet, form: Form): MainAction {
  const { say, step, view } = sheet;
  if (step === 'check') return { label: say('send') };
  if (form.fields.length > 1) return { label: say('checkAnswers') };
  if (!isConfirm(form) && form.fields.length > 0) return { label: say('send') };
  const verb = confirmVerb(view.message);
  const label = verb === undefined ? (form.fields.length === 0 ? say('send') : say('yesTicked')) : say('yesVerb', { verb: showText(verb) });
  const tick = form.fields.length > 0 ? say('tickFirst') : undefined;
  return { label, waitsFor: sheet.ticked ? undefined : tick, waited: tick };
}
