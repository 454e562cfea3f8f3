/** Cases that only a screen can decide, played on the element in a call's modal. */
import type { JsonObject } from '@midcall/core';
import type { Page } from 'playwright-core';
import { openStage } from './browser-stage.js';
import type { Case, CaseInput } from './case.js';
import { inBackground } from './in-inbox.js';
import { equals, notPolluted, type Observed, show } from './observed.js';
import { playEvents } from './page-events.js';
import { pageChecks } from './page-facts.js';
import { formChecks, formOf, revisionOf } from './read-question.js';
import { typed } from './typed.js';

const secret = 'https://svc.example/in';

export async function inBrowser(test: Case): Promise<Observed | undefined> {
  const { input } = test;
  if (!['offer', 'text', 'events', 'fill'].includes(input.op)) return undefined;
  if (input.op === 'offer' && input.background === true) return inBackground(input);
  const { page, requests } = await openStage({
    ...(typeof input.locale === 'string' && { locale: input.locale }),
    ...(typeof input.zone === 'string' && { zone: input.zone }),
  });
  try {
    return await play(input, page, requests);
  } finally {
    await page.context().close();
  }
}

async function play(input: CaseInput, page: Page, requests: readonly string[]): Promise<Observed> {
  const params = paramsOf(input);
  const show_ = (name: string): Promise<unknown> => showQuestion(page, name, params, input);
  const events = (input.events ?? []) as readonly string[];
  const arrives = events.some(event => /^arrive:q1\b/.test(event));
  if (input.typing === true) await page.focus('#chat');
  if (!arrives) {
    const refused = await show_('q1');
    if (refused !== undefined) return { words: ['rpc_error', 'schema_reject'], checks: {}, story: String(refused) };
    await page.evaluate(() => window.stage.pass(1000));
  }
  if (input.op === 'fill') await fillIn(page, input);
  await playEvents(page, events, show_);
  if (input.op === 'fill') await page.evaluate(() => window.stage.pass(1000));
  return observe(input, page, requests);
}

async function fillIn(page: Page, input: CaseInput): Promise<void> {
  const form = formOf(input.schema, revisionOf(input));
  const events = Object.entries((input.raw ?? {}) as JsonObject).map(([name, raw]) => {
    const value = form ? typed(form, name, raw ?? null) : String(raw);
    return `set:${name}=${Array.isArray(value) ? value.join('\u0000') : String(value)}`;
  });
  await playEvents(page, events, async () => undefined);
  // The step before the last: what will be sent is on the screen, nothing has gone out.
  await page.evaluate(() => window.stage.pass(1000));
  await page.locator('[data-action=accept]').click();
}

function paramsOf(input: CaseInput): JsonObject {
  if (input.op === 'text') return { message: String(input.text), requestedSchema: { type: 'object', properties: {} } };
  if (input.urlMode === true) return { mode: 'url', message: 'Please sign in', url: secret, elicitationId: 'e1' };
  return (input.params as JsonObject | undefined) ?? { message: 'm', requestedSchema: input.schema ?? {} };
}

async function showQuestion(page: Page, name: string, params: JsonObject, input: CaseInput): Promise<unknown> {
  const server = (input.server ?? {}) as { configured?: string; claims?: string; origin?: string };
  const refused = await page.evaluate(
    text => {
      const { id, asked, who, revision } = JSON.parse(text);
      try {
        window.stage.show(id, asked, { server: who, revision, expiresIn: 600_000 });
        return undefined;
      } catch (error) {
        return String(error);
      }
    },
    // As text, so that names such as __proto__ arrive as the server would send them.
    JSON.stringify({
      id: name,
      asked: params,
      who: {
        name: server.configured ?? 'Records',
        ...(server.origin !== undefined && { origin: server.origin }),
        ...(server.claims !== undefined && { claim: { name: server.claims } }),
      },
      revision: revisionOf(input),
    }),
  );
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0))));
  return refused;
}

async function observe(input: CaseInput, page: Page, requests: readonly string[]): Promise<Observed> {
  const { sent, opened, drafts } = await page.evaluate(() => ({
    sent: window.stage.sent,
    opened: window.stage.opened,
    drafts: window.stage.drafts,
  }));
  // Parts that the element loads when it needs them may still be on their way.
  await page.waitForLoadState('networkidle');
  const facts = await pageChecks(page, requests);
  const last = sent.at(-1);
  const form =
    input.urlMode === true || input.op === 'text'
      ? undefined
      : formOf(input.schema ?? (input.params as JsonObject | undefined)?.requestedSchema, revisionOf(input));
  const words = [
    'render',
    'safe',
    'schema_ok',
    ...(last ? [last.action] : []),
    ...(facts.answerable ? ['still_waiting'] : []),
    ...(facts.errors.length > 0 ? ['field_error'] : []),
  ];
  return {
    words: input.op === 'fill' && !last ? [...words, 'accept'] : words,
    checks: {
      ...(form && formChecks(form)),
      ...facts.checks,
      sent: equals(sent.length),
      opened: equals(opened.length),
      content: input.op === 'fill' ? facts.reviewed : equals(last?.content),
      rel: wanted => ((wanted as string[]).every(word => opened[0]?.rel.includes(word)) ? undefined : `got ${show(opened)}`),
      draft: wanted => draftIs(drafts, wanted as JsonObject),
      polluted: notPolluted,
    },
    story: `sent ${show(sent)}`,
  };
}

function draftIs(drafts: unknown, wanted: JsonObject): string | undefined {
  const values = Object.values(drafts as Record<string, { values: readonly (readonly [string, unknown])[] }>).flatMap(
    draft => draft.values,
  );
  const wrong = Object.entries(wanted).filter(([name, value]) => (values.find(([field]) => field === name)?.[1] ?? '') !== value);
  return wrong.length === 0 ? undefined : `drafts hold ${show(values)}`;
}
