/** The page's line to the process behind it: commands out, events in, with the token that this tab was given. */
import type { DevCommand, DevEvent, DevReply } from '../contract.js';

export interface Link {
  send(command: DevCommand): Promise<DevReply>;
}

/** Connects, and again after every break, until the process says the tab is not signed in. */
export function openLink(
  token: string,
  onEvent: (event: DevEvent) => void,
  onLive: (state: 'live' | 'broken' | 'signed-out') => void,
): Link {
  void listen();

  async function listen(): Promise<void> {
    for (let wait = 250; ; wait = Math.min(wait * 2, 4_000)) {
      try {
        const response = await fetch('/api/events', { headers: { 'x-midcall-token': token } });
        if (response.status === 401 || response.status === 403) return onLive('signed-out');
        if (response.ok && response.body !== null) {
          wait = 250;
          onLive('live');
          await readEvents(response.body, onEvent);
        }
      } catch {
        // The process is gone or the connection broke; tried again below.
      }
      onLive('broken');
      await new Promise(resolve => setTimeout(resolve, wait));
    }
  }

  return {
    send: async command => {
      try {
        const response = await fetch('/api/command', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-midcall-token': token },
          body: JSON.stringify(command),
        });
        return (await response.json()) as DevReply;
      } catch {
        return { ok: false, sentence: 'midcall does not answer; is it still running?' };
      }
    },
  };
}

/** Server-sent events over fetch: `EventSource` cannot carry the token. */
async function readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, onEvent: (event: DevEvent) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter(line => line.startsWith('data: '))
        .map(line => line.slice(6))
        .join('\n');
      if (data !== '') onEvent(JSON.parse(data) as DevEvent);
    }
  }
}
