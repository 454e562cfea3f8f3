/** What a person told midcall to do from now on, each listed and each taken back by one button: notifications, mutes, remembered answers. */
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import type { Alerts } from './alerts.js';
import type { DeskLink } from './desk-link.js';
import type { Rules } from './rules.js';

export interface SettingsHost {
  readonly say: Say;
  readonly link: () => DeskLink | undefined;
  readonly alerts: Alerts;
  readonly rules: Rules;
  /** What the person is called, where an identity provider said it. */
  readonly person: () => string | undefined;
  readonly redraw: () => void;
}

export class Settings {
  readonly #host: SettingsHost;

  constructor(host: SettingsHost) {
    this.#host = host;
  }

  draw(): TemplateResult {
    const { say, rules } = this.#host;
    return html`<div class="settings">
      <h2 class="settings-title">${say('settings')}</h2>
      ${this.#drawAlerts()} ${rules.draw()} ${this.#drawAccount()}
    </div>`;
  }

  #drawAccount(): TemplateResult {
    const { say, link, person } = this.#host;
    const name = person();
    return html`<section aria-labelledby="account-title">
      <h3 id="account-title">${say('accountTitle')}</h3>
      <p>${say('signedInMore')}</p>
      <p class="setting">
        <strong>${name === undefined ? say('signedInHere') : say('signedInAs', { name: showText(name) })}</strong>
        <button type="button" class="next-button" @click=${() => void link()?.signOut()}>${say('signOut')}</button>
      </p>
    </section>`;
  }

  #drawAlerts(): TemplateResult | typeof nothing {
    const { say, alerts, redraw } = this.#host;
    const { state, choice } = alerts;
    if (state === 'unknown') return nothing;
    const quiet = (which: 'from' | 'to', label: string): TemplateResult => html`<label>
      ${label}
      <input
        type="time"
        .value=${choice[which]}
        @change=${(event: Event) => {
          alerts.setQuiet({ [which]: (event.currentTarget as HTMLInputElement).value });
          redraw();
        }}
      />
    </label>`;
    return html`<section aria-labelledby="alerts-title">
      <h3 id="alerts-title">${say('alertsTitle')}</h3>
      <p>${state === 'blocked' ? say('alertsBlocked') : say('alertsMore')}</p>
      ${
        state === 'blocked'
          ? nothing
          : state === 'on'
            ? html`<p class="setting"><strong>${say('alertsAreOn')}</strong><button type="button" class="next-button" @click=${() => this.#turn(false)}>${say('alertsOff')}</button></p>
                <fieldset class="quiet-hours">
                  <legend>${say('quietHours')}</legend>
                  <p>${say('quietMore')}</p>
                  <div>${quiet('from', say('quietFrom'))} ${quiet('to', say('quietTo'))}</div>
                </fieldset>`
            : html`<button type="button" class="next-button" @click=${() => this.#turn(true)}>${say('alertsOn')}</button>`
      }
    </section>`;
  }

  async #turn(on: boolean): Promise<void> {
    if (on) await this.#host.alerts.turnOn();
    else this.#host.alerts.turnOff();
    this.#host.redraw();
  }
}
