/** The rules a person made, by server: mutes, cut-offs, remembered answers, each taken back by one button. */
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { drawMonogram } from '@midcall/element';
import { html, nothing, type TemplateResult } from 'lit';
import type { FileRule, RulesView, RuleView } from '../desk-powers.js';
import type { DeskLink } from './desk-link.js';

export interface RulesHost {
  readonly say: Say;
  readonly link: () => DeskLink | undefined;
  /** Whether the desk has rules to list. */
  readonly hasRules: () => boolean;
  readonly redraw: () => void;
}

export class Rules {
  readonly #host: RulesHost;
  #view: RulesView | undefined;
  #failed = false;

  constructor(host: RulesHost) {
    this.#host = host;
  }

  async load(): Promise<void> {
    if (!this.#host.hasRules()) return;
    const reply = await this.#host.link()?.post<RulesView>('rules');
    this.#failed = reply?.ok !== true;
    if (reply?.ok === true) this.#view = reply.body;
    this.#host.redraw();
  }

  /** Whether this server may not ask at all, by a rule of the person or the policy file. */
  silences(server: string): boolean {
    const { rules = [], byFile = [] } = this.#view ?? {};
    return (
      byFile.some(each => each.server === server) ||
      rules.some(each => each.kind !== 'remembered' && each.tool === undefined && each.server === server)
    );
  }

  /** @param server only of this one; all, where it is left out */
  draw(server?: string): TemplateResult | typeof nothing {
    const { say, hasRules } = this.#host;
    if (!hasRules()) return nothing;
    if (this.#failed) return html`<p class="notice" role="status">${say('settingsFailed')}</p>`;
    const { rules, byFile } = this.#view ?? { rules: [], byFile: [] };
    const own = <T extends { readonly server: string }>(all: readonly T[]): readonly T[] =>
      server === undefined ? all : all.filter(each => each.server === server);
    const muted = own(rules.filter(rule => rule.kind !== 'remembered'));
    const remembered = own(rules.filter(rule => rule.kind === 'remembered'));
    const files = own(byFile);
    return html`<section aria-labelledby="muted-title" aria-busy=${this.#view === undefined ? 'true' : nothing}>
        <h3 id="muted-title">${say('mutedTitle')}</h3>
        ${
          muted.length + files.length === 0
            ? html`<p>${server === undefined ? say('nothingMuted') : say('mayAsk', { server: showText(server) })}</p>`
            : html`<ul class="rules">${files.map(each => this.#drawByFile(each))}${muted.map(rule => this.#drawMuted(rule))}</ul>`
        }
      </section>
      <section aria-labelledby="remembered-title">
        <h3 id="remembered-title">${say('rememberedTitle')}</h3>
        ${remembered.length === 0 ? html`<p>${say('nothingRemembered')}</p>` : html`<ul class="rules">${remembered.map(rule => this.#drawRemembered(rule))}</ul>`}
      </section>`;
  }

  #drawByFile({ server, kind }: FileRule): TemplateResult {
    const { say } = this.#host;
    const name = showText(server);
    return this.#drawRow(
      server,
      html`${kind === 'mute' ? say('mutedState', { server: name }) : say('cutOffState', { server: name })} ${say('byFile')}`,
    );
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

  #date(at: number): string {
    const { locale } = this.#host.say;
    const own = navigator.language;
    return new Intl.DateTimeFormat(own.startsWith(locale) ? own : locale, { dateStyle: 'medium' }).format(at);
  }
}
