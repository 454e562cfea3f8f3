/** Cases on the host library: what it shows of what a server sends, what it answers, and what it never does. */
import { spawn } from 'node:child_process';
import type { JsonObject, Revision } from '@midcall/core';
import { isMidcallError } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import { words } from '@midcall/core/words';
import { createBrowserOpener } from '@midcall/host/node';
import { bothEras } from './both-eras.js';
import type { Case, CaseInput } from './case.js';
import { hostFacts } from './host-facts.js';
import { playHost } from './host-script.js';
import { HostStage } from './host-stage.js';
import { appears, appearsNot, type Check, equals, type Observed, show } from './observed.js';
import { formChecks } from './read-question.js';

export async function runOnHost(test: Case): Promise<Observed | undefined> {
  const { input } = test;
  switch (input.op) {
    case 'offer':
      return offer(input);
    case 'url':
      return url(input);
    case 'text':
      return text(input);
    case 'script':
      return bothEras(input, async (one, revision) => {
        let seen: Observed | undefined;
        await playHost(one, revision, played => {
          seen = hostFacts(one, played);
        });
        if (!seen) throw new Error('the script left nothing to look at');
        return seen;
      });
    default:
      return undefined;
  }
}

interface Offered {
  readonly question: QuestionView | undefined;
  readonly code: number | undefined;
  readonly fetched: number;
  readonly opened: number;
}

/** One question from a server, as far as the person's screen. */
async function offered(input: CaseInput, params: JsonObject): Promise<Offered> {
  const revision: Revision = input.era === '2026' ? '2026-07-28' : '2025-11-25';
  const stage = new HostStage(input, revision);
  try {
    const link = await stage.link();
    const call = await stage.call('book', link);
    if (revision === '2026-07-28') {
      const request = link.server.next();
      if (request)
        await link.server.reply(request, {
          result: { resultType: 'input_required', inputRequests: { q: { method: 'elicitation/create', params } }, requestState: 's' },
        });
    } else await link.server.send({ id: 'q', method: 'elicitation/create', params });
    await stage.rest();
    const [question] = stage.waiting();
    const [answer] = link.server.answers as readonly { readonly error?: { readonly code: number } }[];
    const code = answer?.error?.code ?? (isMidcallError(call.error) ? -32602 : undefined);
    return { question, code, fetched: stage.fetched, opened: stage.opened };
  } finally {
    await stage.close();
  }
}

async function offer(input: CaseInput): Promise<Observed> {
  const { question, code, fetched } = await offered(input, input.params as JsonObject);
  return {
    words: [...(question ? ['schema_ok', 'render'] : []), ...(code !== undefined ? ['rpc_error', 'schema_reject'] : [])],
    checks: {
      ...(question?.form && formChecks(question.form)),
      code: equals(code),
      fetched: equals(fetched),
      mode: equals(question?.url ? 'url' : question?.form ? 'form' : undefined),
    },
    story: question ? 'it was shown' : `answered ${code}`,
  };
}

async function url(input: CaseInput): Promise<Observed> {
  const href = String(input.url);
  const { question, code, opened } = await offered(input, { mode: 'url', message: 'Please sign in', url: href, elicitationId: 'e1' });
  const view = question?.url;
  const blocked = code !== undefined || view?.openable === false;
  const shown = view ? `${view.host}\n${showText(view.href)}` : '';
  const warned = (question?.findings ?? []).some(finding => finding.where === 'url' && finding.severity !== 'info');
  const launched = view?.openable ? await launch(view.href) : [];
  const reason: Check = wanted =>
    blocked && (wanted === 'scheme') === /^\s*[a-z][a-z+.-]*\s*[a-z]*:/i.test(href) ? undefined : `not blocked for ${show(wanted)}`;
  return {
    words: [...(blocked ? ['url_block'] : []), ...(view?.openable ? ['url_consent'] : []), ...(code !== undefined ? ['rpc_error'] : [])],
    checks: {
      opened: equals(opened),
      argv: wanted => (launched.length === wanted && launched[0] === href ? undefined : `started with ${show(launched)}`),
      shell: wanted => (launched.includes('sh') === wanted ? undefined : 'a shell was started'),
      host: equals(view?.host),
      hostAscii: equals(view?.host),
      warn: equals(warned),
      loopback: wanted => (/^(127\.|localhost|\[::1\])/.test(view?.host ?? '') === wanted ? undefined : `host ${view?.host}`),
      visible: appears(shown),
      fullUrl: wanted => ((view?.href === href) === wanted ? undefined : 'the address was changed'),
      mustNotShow: appearsNot(shown),
      reason,
    },
    story: `${show(view)} ${show(question?.findings.map(finding => finding.id))}`,
  };
}

/** What the opener would start a browser with, were there one. */
async function launch(href: string): Promise<readonly string[]> {
  const argv: string[] = [];
  const opener = createBrowserOpener({
    env: { DISPLAY: ':0' },
    platform: 'linux',
    settleMs: 1,
    launch: async (...args) => {
      argv.push(...args);
      return spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    },
  });
  await opener.open(href);
  return argv;
}

/** The host's own words for an action, wherever it has any. */
async function text(input: CaseInput): Promise<Observed> {
  const say = words('en');
  const keys = [
    'declined',
    'declinedMeaning',
    'cancelled',
    'cancelledMeaning',
    'answered',
    'decline',
    'declineMeaning',
    'notNow',
    'notNowMeaning',
  ] as const;
  const spoken = keys.map(key => say(key, { server: 'Records' } as never)).join('\n');
  return { words: ['safe'], checks: { mustNotShow: appearsNot(spoken) }, story: String(input.action) };
}
