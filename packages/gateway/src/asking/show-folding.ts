/** Shows a rewritten question until its answer can be folded back into the server's own form: again with the reason, three times at most (D4). */
import type { JsonObject } from '@midcall/core';
import { textAt } from '../json-rpc/message.js';
import type { HostReply } from './asker.js';
import { CANCELLED } from './check-answer.js';
import type { ShownQuestion } from './for-host.js';

export async function showFolding(shown: ShownQuestion, push: (params: JsonObject) => Promise<HostReply>): Promise<HostReply> {
  let params = shown.params;
  for (let tries = 1; ; tries += 1) {
    const reply = await push(params);
    if (reply.kind !== 'result') return reply;
    const back = shown.back(reply.result);
    if ('answer' in back) return { kind: 'result', result: back.answer };
    if (tries === 3) return { kind: 'result', result: { ...CANCELLED } };
    params = { ...shown.params, message: `${textAt(shown.params, 'message') ?? ''}\n\n${back.again}` };
  }
}
