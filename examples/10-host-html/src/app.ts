/** The page and the server behind it. */
import { type HostPage, serveHostPage } from '@midcall/example-kit/host-page';
import type { Restaurant } from '@midcall/example-kit/restaurant';

export function serveApp({ bookTable }: Restaurant, port = 0): Promise<HostPage> {
  return serveHostPage({
    title: 'A host in plain HTML',
    script: new URL('../src/page/main.ts', import.meta.url),
    body: `
<h1>Tables</h1>
<button id="book">Book a table</button>
<p id="said" role="status"></p>
<dialog aria-label="A question"><midcall-question></midcall-question></dialog>`,
    definitions: [bookTable],
    port,
  });
}
