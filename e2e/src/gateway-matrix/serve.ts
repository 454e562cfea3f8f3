/** How a server of the matrix is served: `stdio`, or `http PORT` (0 = any; the address is printed on standard output). */
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { ServeHttpOptions } from '../peers/http-server.js';
import { serveHttp } from '../peers/http-server.js';

export async function serve(
  args: readonly string[],
  factory: McpServerFactory,
  options: Pick<ServeHttpOptions, 'eras'> & { readonly onStdio: () => Promise<void> | void },
): Promise<void> {
  const [how, port] = args;
  if (how !== 'http') return options.onStdio();
  const http = await serveHttp(factory, { legacy: 'session', port: Number(port ?? 0), ...(options.eras && { eras: options.eras }) });
  process.stdout.write(`${http.url.href}\n`);
}
