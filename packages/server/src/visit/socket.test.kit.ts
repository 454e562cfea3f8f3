import { request as httpRequest } from 'node:http';

/** Over a real socket. Node's fetch does not let a test write Host and Cookie, so this does. */
export function overSocket(request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    void request.text().then(body => {
      const outgoing = httpRequest(request.url, { method: request.method, headers: Object.fromEntries(request.headers) }, incoming => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const headers = new Headers();
          for (let at = 0; at < incoming.rawHeaders.length; at += 2)
            headers.append(incoming.rawHeaders[at] as string, incoming.rawHeaders[at + 1] as string);
          resolve(new Response(Buffer.concat(chunks), { status: incoming.statusCode ?? 0, headers }));
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    }, reject);
  });
}
