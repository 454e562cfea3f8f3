/** The page and the server behind it. */
import { type HostPage, serveHostPage } from '@midcall/example-kit/host-page';
import type { Restaurant } from '@midcall/example-kit/restaurant';

export function serveApp({ bookTable }: Restaurant, port = 0): Promise<HostPage> {
  return serveHostPage({
    title: 'A host in React',
    script: new URL('../src/page/main.tsx', import.meta.url),
    body: '<div id="root"></div>',
    definitions: [bookTable],
    port,
  });
}
