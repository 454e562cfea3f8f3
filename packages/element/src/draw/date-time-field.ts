/** A moment: date, time and the zone they are meant in; what will be sent, offset included, stands under them (N3). */
import type { TextField } from '@midcall/core';
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { localZone } from '../local-zone.js';
import { allZones, splitZoned, zonedTime } from '../zoned-time.js';
import { BEGUN, dateValue } from './date-field.js';
import type { DrawWidget, Slot } from './field.js';

export const drawDateTime: DrawWidget<TextField> = slot => {
  const { sheet, field, id, describedBy, invalid } = slot;
  const { say } = sheet;
  const raw = String(sheet.shown(field));
  const parts = splitZoned(raw);
  const { zone } = zoneOf(slot);
  const moment = zonedTime(parts.date, parts.time, zone);
  const change = (): void => compose(slot);
  return {
    group: true,
    body: html`<div class="moment" @input=${change} @change=${change}>
        <div>
          <label class="sub" for=${id}>${say('date')}</label>
          <input
            id=${id}
            class="input date"
            part="input"
            type="date"
            max="9999-12-31"
            aria-required=${field.required ? 'true' : nothing}
            aria-invalid=${invalid ? 'true' : nothing}
            aria-describedby=${describedBy}
            .value=${live(dateValue(parts.date))}
          />
        </div>
        <div>
          <label class="sub" for="${id}-time">${say('time')}</label>
          <input
            id="${id}-time"
            class="input time"
            part="input"
            type="time"
            aria-invalid=${invalid ? 'true' : nothing}
            .value=${live(parts.time)}
          />
        </div>
        <div class="grow">
          <label class="sub" for="${id}-zone">${say('timeZone')}</label>
          <select id="${id}-zone" class="input" part="input">
            ${guard([zone, say], () =>
              zones(zone).map(
                each => html`<option value=${each} ?selected=${each === zone}>
                  ${each === localZone() ? say('yourTimeZone', { zone: each.replaceAll('_', ' ') }) : each.replaceAll('_', ' ')}
                </option>`,
              ),
            )}
          </select>
        </div>
      </div>
      <p class="reading" aria-live="polite">
        ${
          moment === undefined
            ? nothing
            : html`${say('sentAs', { value: '' })}<code>${moment.value}</code>${
                moment.oddity === 'twice'
                  ? html`<br />${say('timeTwice')}`
                  : moment.oddity === 'never'
                    ? html`<br />${say('timeNever', { value: moment.value })}`
                    : nothing
              }`
        }
      </p>`,
  };
};

/** Half a moment is kept as it is, so that it is refused by name and never sent or dropped. */
function compose(slot: Slot<TextField>): void {
  const { sheet, field, id } = slot;
  const root = sheet.root();
  const date = root.getElementById(id) as HTMLInputElement;
  const time = root.getElementById(`${id}-time`) as HTMLInputElement;
  const zone = (root.getElementById(`${id}-zone`) as HTMLSelectElement).value;
  zoneOf(slot).zone = zone;
  if (date.validity.badInput || time.validity.badInput) sheet.set(field, BEGUN);
  else if (date.value === '' && time.value === '') sheet.set(field, '');
  else sheet.set(field, zonedTime(date.value, time.value, zone)?.value ?? `${date.value}T${time.value}`);
}

/** The zone chosen for this field; to begin with that of its default, else the person's. */
function zoneOf({ sheet, field }: Slot<TextField>): { zone: string } {
  return sheet.kept(field, () => ({ zone: splitZoned(String(sheet.shown(field))).zone || sheet.zone }));
}

function zones(chosen: string): readonly string[] {
  const local = localZone();
  const rest = allZones().filter(zone => zone !== local && zone !== chosen && zone !== 'UTC');
  return [...new Set([local, chosen, 'UTC', ...rest])];
}
