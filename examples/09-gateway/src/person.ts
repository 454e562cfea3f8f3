/**
 * A person in front of the inbox, without a browser: types `midcall inbox`, opens the private file it names, reads what
 * waits, and answers the first question. Does over HTTP what the page does.
 */
import { readFile } from 'node:fs/promises';
import { run } from './midcall.js';

/** What the person does with the question. */
export type Answer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/** Answers the question that waits now, and returns its text. */
export async function answerAtInbox(answer: Answer, env: Readonly<Record<string, string>>): Promise<string> {
  const { origin, headers } = await signIn(env);
  const question = await firstWaiting(origin, headers);
  const answered = await fetch(`${origin}/api/questions/${question.id}/answer`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  });
  if (!answered.ok) throw new Error(`The inbox did not take the answer: ${answered.status}`);
  return question.message;
}

interface SignedIn {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function signIn(env: Readonly<Record<string, string>>): Promise<SignedIn> {
  const file = /browser: (\S+\.html)/.exec(await run(['inbox', '--no-open'], env))?.[1];
  if (file === undefined) throw new Error('midcall inbox named no file');
  const html = await readFile(file, 'utf8');
  const address = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  const entered = await fetch(address, {
    method: 'POST',
    headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '' }),
  });
  const token = /token="([^"]+)"/.exec(await entered.text())?.[1] ?? '';
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { origin } = new URL(address);
  return { origin, headers: { cookie, origin, 'x-midcall-token': token } };
}

interface Question {
  readonly id: string;
  readonly message: string;
  readonly state: string;
}

/** Listens as the page does, until a question waits. */
async function firstWaiting(origin: string, headers: SignedIn['headers']): Promise<Question> {
  const live = await fetch(`${origin}/api/live`, { headers });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of live.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (const line of text.split('\n').slice(0, -1)) {
      const waiting = line.startsWith('data: ') ? questionsIn(line.slice(6)).find(question => question.state === 'waiting') : undefined;
      if (waiting !== undefined) return waiting;
    }
  }
  throw new Error('The inbox ended before a question came');
}

function questionsIn(json: string): readonly Question[] {
  const event = JSON.parse(json) as { readonly question?: Question; readonly questions?: readonly Question[] };
  return event.questions ?? (event.question === undefined ? [] : [event.question]);
}
