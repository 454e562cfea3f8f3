/** A person at the inbox of a team: signs in at the issuer, reads what waits, answers. */
import { createHash, randomBytes } from 'node:crypto';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import { Browser } from './browser.js';

export interface InboxPerson {
  /** Everything that the page was told of so far. */
  readonly seen: ReadonlyMap<string, QuestionView>;
  /** The first question in this state that is there or comes. */
  question(test?: (question: QuestionView) => boolean): Promise<QuestionView>;
  answer(id: string, result: ElicitResult): Promise<Response>;
  leave(): void;
}

export async function signInAtInbox(origin: string, login: string): Promise<InboxPerson> {
  const tab = randomBytes(32).toString('base64url');
  const json = { origin, 'content-type': 'application/json' };
  const digest = createHash('sha256').update(tab).digest('base64url');
  const begun = await fetch(`${origin}/login/oidc`, { method: 'POST', headers: json, body: JSON.stringify({ tab: digest }) });
  const { location } = (await begun.json()) as { location: string };
  const flow = cookiesOf(begun);
  const back = await new Browser(`${origin}/login/callback`).signIn(location, login);
  const finished = await fetch(`${origin}/login/finish`, {
    method: 'POST',
    headers: { ...json, cookie: flow },
    body: JSON.stringify({ query: back.search.slice(1), tab }),
  });
  const { token } = (await finished.json()) as { token?: string };
  if (token === undefined) throw new Error(`not signed in: ${finished.status}`);
  const headers = { origin, cookie: cookiesOf(finished), 'x-midcall-token': token };

  const stop = new AbortController();
  const seen = new Map<string, QuestionView>();
  const checks = new Set<() => void>();
  const live = await fetch(`${origin}/api/live`, { headers, signal: stop.signal });
  if (!live.ok || live.body === null) throw new Error(`the inbox answered ${live.status}`);
  void readEvents(live.body, questions => {
    for (const question of questions) seen.set(question.id, question);
    for (const check of checks) check();
  });
  return {
    seen,
    question: (test = question => question.state === 'waiting') =>
      new Promise(resolve => {
        const check = (): void => {
          const found = [...seen.values()].find(test);
          if (found === undefined) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
      }),
    answer: (id, result) =>
      fetch(`${origin}/api/questions/${id}/answer`, { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(result) }),
    leave: () => stop.abort(),
  };
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map(line => line.split(';')[0] ?? '')
    .filter(pair => !pair.endsWith('='))
    .join('; ');
}

async function readEvents(body: ReadableStream<Uint8Array>, onQuestions: (questions: readonly QuestionView[]) => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [data] = block.split('\n').filter(line => line.startsWith('data: '));
        if (data === undefined) continue;
        const event = JSON.parse(data.slice(6)) as { question?: QuestionView; questions?: QuestionView[] };
        onQuestions(event.questions ?? (event.question === undefined ? [] : [event.question]));
      }
    }
  } catch {
    // the person left
  }
}
