/**
 * A small host for the examples that are pages: it serves one page with its script, and an MCP server beside it whose tool asks.
 * The page holds a real client. Listens on 127.0.0.1 only, under as strict a policy as the element is made for.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createMidcall, type Definition, newKey } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { build, type PluginOption } from 'vite';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // lit draws the element; vue has a name of its own for its compiled templates.
  'trusted-types lit-html vue',
].join('; ');

export interface HostPageOptions {
  readonly title: string;
  /** The page's script, TypeScript or JSX; bundled when the page is served. */
  readonly script: URL;
  /** What stands in the body before the script runs. */
  readonly body: string;
  readonly definitions: readonly Definition[];
  readonly plugins?: readonly PluginOption[];
  /** Default: any free one. */
  readonly port?: number;
}

export interface HostPage {
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveHostPage({ title, script, body, definitions, plugins = [], port = 0 }: HostPageOptions): Promise<HostPage> {
  const midcall = createMidcall({ keys: newKey(), store: memoryStore(), serving: 'http', loopback: true });
  const mcp = toNodeHandler(createMcpHandler(() => midcall.attach(new McpServer({ name: 'restaurant', version: '1.0.0' }), definitions)));
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/': ['text/html; charset=utf-8', documentOf(title, body)],
    '/page.css': ['text/css', STYLE],
    '/page.js': ['text/javascript', await bundle(script, plugins)],
    '/midcall-question.js': [
      'text/javascript',
      await readFile(new URL(import.meta.resolve('@midcall/element/midcall-question.js')), 'utf8'),
    ],
    '/icon.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'],
  };
  const server = createServer((request, response) => {
    if (request.url === '/mcp') {
      void mcp(request as Parameters<typeof mcp>[0], response);
      return;
    }
    const [type, text] = files[request.url ?? ''] ?? [];
    response.writeHead(type === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain', 'content-security-policy': POLICY });
    response.end(text ?? '');
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** One module; the element's own file is loaded beside it where the page says so. */
async function bundle(script: URL, plugins: readonly PluginOption[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    root: fileURLToPath(new URL('.', script)),
    plugins: [...plugins],
    define: { 'process.env.NODE_ENV': '"production"' },
    // Tests bundle too, where NODE_ENV says otherwise.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(script), external: ['/midcall-question.js'], output: { format: 'es', codeSplitting: false } },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk === undefined) throw new Error('The page could not be bundled.');
  return chunk.code;
}

function documentOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
<body>${body}
`;
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-inline-size: 46rem; margin: 2rem auto; padding-inline: 1rem; }
button { font: inherit; padding: 0.5rem 1rem; }
dialog { inline-size: min(46rem, 100vw - 1rem); padding: 0; border: 1px solid light-dark(#dfe3e8, #30373e); border-radius: 12px; }
`;
