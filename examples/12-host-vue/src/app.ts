/** The page and the server behind it. */
import { type HostPage, serveHostPage } from '@midcall/example-kit/host-page';
import type { Restaurant } from '@midcall/example-kit/restaurant';
import vue from '@vitejs/plugin-vue';

export function serveApp({ bookTable }: Restaurant, port = 0): Promise<HostPage> {
  return serveHostPage({
    title: 'A host in Vue',
    script: new URL('../src/page/main.ts', import.meta.url),
    body: '<div id="root"></div>',
    definitions: [bookTable],
    // #region vite
    plugins: [vue({ template: { compilerOptions: { isCustomElement: tag => tag.startsWith('midcall-') } } })],
    // #endregion
    port,
  });
}
