/** What is beside the questions, loaded when it is needed first: settings, servers, notifications, the audit, the keys, the filter, the way back in. */
import type { QuestionView } from '@midcall/core/contract';
import type { Say } from '@midcall/core/words';
import type { AuditView } from '../desk-powers.js';
import type { DeskLink } from './desk-link.js';
import { loadAside, wantsAlerts } from './load-aside.js';
import { pageWords } from './page-words.js';

type Aside = typeof import('./aside.js');

export interface BesideHost {
  readonly root: () => ShadowRoot;
  readonly link: () => DeskLink | undefined;
  readonly hasRules: () => boolean;
  /** What the person is called, where an identity provider said it. */
  readonly person: () => string | undefined;
  readonly redraw: () => void;
}

export class Beside {
  readonly #host: BesideHost;
  readonly #audits = new Map<string, readonly AuditView[]>();
  say: Say = pageWords();
  parts: Aside | undefined;
  settings: InstanceType<Aside['Settings']> | undefined;
  filter: InstanceType<Aside['Filter']> | undefined;
  #alerts: InstanceType<Aside['Alerts']> | undefined;
  #rules: InstanceType<Aside['Rules']> | undefined;

  constructor(host: BesideHost) {
    this.#host = host;
  }

  /** Called when the page is there. */
  start(): void {
    if (wantsAlerts()) this.load();
  }

  load(act: () => void = () => {}): void {
    const { root, redraw, link, hasRules, person } = this.#host;
    void loadAside(root()).then(aside => {
      this.parts = aside;
      this.say = pageWords();
      const { say } = this;
      this.filter ??= new aside.Filter(redraw);
      this.#alerts ??= new aside.Alerts();
      this.#rules ??= new aside.Rules({ say, link, hasRules, redraw });
      this.settings ??= new aside.Settings({ say, link, alerts: this.#alerts, rules: this.#rules, person, redraw });
      act();
      redraw();
    });
  }

  /** The rules are read again. */
  refresh(): void {
    this.load(() => void this.#rules?.load());
  }

  get rules(): InstanceType<Aside['Rules']> | undefined {
    return this.#rules;
  }

  tell(question: QuestionView, now: number, onOpen: (id: string) => void): void {
    this.#alerts?.tell(question, this.say, now, onOpen);
  }

  /** The question has changed: what was read of its audit is old, and what tells of it goes once it has ended. */
  forget(id: string, ended: boolean): void {
    if (ended) this.#alerts?.forget(id);
    this.#audits.delete(id);
  }

  auditOf(id: string): readonly AuditView[] | undefined {
    return this.#audits.get(id);
  }

  async loadAudit(id: string): Promise<void> {
    this.load();
    const reply = await this.#host.link()?.post<{ readonly rows: readonly AuditView[] }>(`questions/${encodeURIComponent(id)}/audit`);
    if (reply?.ok === true) this.#audits.set(id, reply.body.rows);
    this.#host.redraw();
  }
}
