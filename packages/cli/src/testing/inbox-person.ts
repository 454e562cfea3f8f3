/** A person in front of the inbox, without a browser: opens the private file, keeps cookie and token, reads, answers. For tests only. */
import { readFileSync } from 'node:fs';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';

export interface InboxPerson {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The first question in this state that is there or comes. */
  question(test?: (question: QuestionView) => boolean): Promise<QuestionView>;
  answer(id: string, result: ElicitResult): Promise<Response>;
  leave(): void;
  /** The same browser, on a new line to the same address. */
  again(): Promise<InboxPerson>;
}

/** Does what a browser does with the file that `midcall` names on standard error. */
export async function enterInbox(file: string): Promise<InboxPerson> {
  const html = readFileSync(file, 'utf8');
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  const oneTime = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const origin = new URL(action).origin;
  const signedIn = await fetch(action, {
    method: 'POST',
    headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: oneTime }),
  });
  const token = /token="([^"]+)"/.exec(await signedIn.text())?.[1] ?? '';
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return onLine(origin, { cookie, origin, 'x-midcall-token': token });
}

async function onLine(origin: string, headers: Readonly<Record<string, string>>): Promise<InboxPerson> {
  const stop = new AbortController();
  const known = new Map<string, QuestionView>();
  const checks = new Set<() => void>();
  const live = await fetch(`${origin}/api/live`, { headers, signal: stop.signal });
  if (!live.ok || live.body === null) throw new Error(`the inbox answered ${live.status}`);
  void read(live.body, question => {
    known.set(question.id, question);
    for (const check of checks) check();
  });
  return {
    origin,
    headers,
    question: (test = question => question.state === 'waiting') =>
      new Promise(resolve => {
        const check = (): void => {
          const found = [...known.values()].find(test);
          if (found === undefined) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
      }),
    answer: (id, result) =>
      fetch(`${origin}/api/questions/${id}/answer`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(result),
      }),
    leave: () => stop.abort(),
    again: () => onLine(origin, headers),
  };
}

async function read(body: ReadableStream<Uint8Array>, onQuestion: (question: QuestionView) => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block
          .split('\n')
          .find(line => line.startsWith('data: '))
          ?.slice(6);
        if (data === undefined) continue;
        const event = JSON.parse(data) as { type: string; question?: QuestionView; questions?: QuestionView[] };
        for (const question of event.questions ?? (event.question === undefined ? [] : [event.question])) onQuestion(question);
      }
    }
  } catch {
    // the person left
  }
}
