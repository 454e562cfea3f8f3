/** What a person told midcall to do from now on, each listed and each taken back by one button: notifications, mutes, remembered answers. */
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { drawMonogram } from '@midcall/element';
import { html, nothing, type TemplateResult } from 'lit';
import type { RulesView, RuleView } from '../desk-powers.js';
import type { Alerts } from './alerts.js';
import type { DeskLink } from './desk-link.js';

export interface SettingsHost {
  readonly say: Say;
  readonly link: () => DeskLink | undefined;
  readonly alerts: Alerts;
  /** What the person is called, where an identity provider said it. */
  readonly person: () => string | undefined;
  /** Whether the desk has rules to list. */
  readonly hasRules: () => boolean;
  readonly redraw: () => void;
}

export class Settings {
  readonly #host: SettingsHost;
  #rules: RulesView | undefined;
  #failed = false;

  constructor(host: SettingsHost) {
    this.#host = host;
  }

  async load(): Promise<void> {
    if (!this.#host.hasRules()) return;
    const reply = await this.#host.link()?.post<RulesView>('rules');
    this.#failed = reply?.ok !== true;
    if (reply?.ok === true) this.#rules = reply.body;
    this.#host.redraw();
  }

  draw(): TemplateResult {
    const { say, hasRules } = this.#host;
    return html`<div class="settings">
      <h2 class="settings-title">${say('settings')}</h2>
      ${this.#drawAlerts()} ${hasRules() ? this.#drawRules() : nothing} ${this.#drawAccount()}
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

  #drawRules(): TemplateResult {
    const { say } = this.#host;
    if (this.#failed) return html`<p class="notice" role="status">${say('settingsFailed')}</p>`;
    const { rules, byFile } = this.#rules ?? { rules: [], byFile: [] };
    const muted = rules.filter(rule => rule.kind !== 'remembered');
    const remembered = rules.filter(rule => rule.kind === 'remembered');
    return html`<section aria-labelledby="muted-title" aria-busy=${this.#rules === undefined ? 'true' : nothing}>
        <h3 id="muted-title">${say('mutedTitle')}</h3>
        ${
          muted.length + byFile.length === 0
            ? html`<p>${say('nothingMuted')}</p>`
            : html`<ul class="rules">
                ${byFile.map(({ server, kind }) => this.#drawRow(server, html`${kind === 'mute' ? say('mutedState', { server: showText(server) }) : say('cutOffState', { server: showText(server) })} ${say('byFile')}`))}
                ${muted.map(rule => this.#drawMuted(rule))}
              </ul>`
        }
      </section>
      <section aria-labelledby="remembered-title">
        <h3 id="remembered-title">${say('rememberedTitle')}</h3>
        ${remembered.length === 0 ? html`<p>${say('nothingRemembered')}</p>` : html`<ul class="rules">${remembered.map(rule => this.#drawRemembered(rule))}</ul>`}
      </section>`;
  }

  #drawMuted(rule: RuleView): TemplateResult {
    const { say } = this.#host;
    const date = this.#date(rule.madeAt);
    const what = rule.kind === 'mute' ? say('mutedSince', { date }) : say('cutOffSince', { date });
    const tool = rule.tool === undefined ? nothing : html` · ${say('onlyTool', { tool: showText(rule.tool) })}`;
    const label = say('letAsk', { server: showText(rule.server) });
    return this.#drawRow(
      rule.server,
      html`${what}${tool}`,
      html`<button type="button" class="next-button" @click=${() => this.#forget(rule.id)}>${label}</button>`,
    );
  }

  #drawRemembered(rule: RuleView): TemplateResult {
    const { say } = this.#host;
    const date = this.#date(rule.until ?? rule.madeAt);
    const message = showText(rule.message ?? '');
    return this.#drawRow(
      rule.server,
      html`<span class="asked" dir="auto">${message}</span>
        <dl>${(rule.answer ?? []).map(([name, value]) => html`<div><dt dir="auto">${showText(name)}</dt><dd dir="auto">${showText(value)}</dd></div>`)}</dl>
        ${rule.send === true ? say('sentUntil', { date }) : say('rememberedUntil', { date })}`,
      html`<button
        type="button"
        class="next-button"
        aria-label=${say('forgetFor', { server: showText(rule.server), message })}
        @click=${() => this.#forget(rule.id)}
      >
        ${say('forget')}
      </button>`,
    );
  }

  #drawRow(server: string, what: TemplateResult, act: TemplateResult | typeof nothing = nothing): TemplateResult {
    return html`<li>
      ${drawMonogram(server)}
      <div class="what"><bdi class="server">${showText(server)}</bdi><div class="since">${what}</div></div>
      ${act}
    </li>`;
  }

  async #forget(id: string): Promise<void> {
    await this.#host.link()?.post(`rules/${encodeURIComponent(id)}/forget`);
    await this.load();
  }

  async #turn(on: boolean): Promise<void> {
    if (on) await this.#host.alerts.turnOn();
    else this.#host.alerts.turnOff();
    this.#host.redraw();
  }

  #date(at: number): string {
    const { locale } = this.#host.say;
    const own = navigator.language;
    return new Intl.DateTimeFormat(own.startsWith(locale) ? own : locale, { dateStyle: 'medium' }).format(at);
  }
}
