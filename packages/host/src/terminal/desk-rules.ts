/** What the desk behind a surface can do beside questions and answers: its rules, where it has some (D23). */
import type { JsonObject } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { Desk } from '../desk.js';
import type { DeskPolicy } from '../policy/create-policy.js';
import type { MenuPowers } from './menu.js';

/** A remembered answer is filled in for this long, as the words say. */
const REMEMBER_MS = 30 * 24 * 3_600_000;

export interface DeskRules extends MenuPowers {
  mute(server: string): Promise<void>;
  unmute(server: string): Promise<void>;
  cutOffServer(server: string): Promise<void>;
  remember(question: QuestionView, content: JsonObject, now: number): Promise<void>;
}

/** @param cutOff the operator's own way to cut a server off, before the desk's. */
export function rulesOf(desk: Desk | undefined, principal: string, cutOff?: (server: string) => Promise<void>): DeskRules {
  const { policy } = (desk ?? {}) as { readonly policy?: DeskPolicy };
  const mutes = (server: string) =>
    (policy?.rules(principal) ?? []).filter(rule => rule.kind === 'mute' && rule.server === server && rule.tool === undefined);
  return {
    rules: policy !== undefined,
    cutOff: cutOff !== undefined || policy !== undefined,
    muted: server => mutes(server).length > 0,
    async mute(server) {
      if (mutes(server).length === 0) await policy?.mute(principal, { server });
    },
    async unmute(server) {
      for (const rule of mutes(server)) await policy?.forget(principal, rule.id);
    },
    async cutOffServer(server) {
      await (cutOff === undefined ? policy?.mute(principal, { server, cutOff: true }) : cutOff(server));
    },
    async remember(question, content, now) {
      await policy?.remember(principal, question, { content, until: now + REMEMBER_MS });
    },
  };
}
