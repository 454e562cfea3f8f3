/** One POST against a real server on this machine that records, stalls, redirects and floods. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../index.js';
import { AddressRefused } from '../index.js';
import { isForbidden } from './address-guard.js';
import { guardedPost } from './guarded-post.js';
import { HOOKS_CERTIFICATE, HOOKS_KEY } from './hooks-certificate.test.support.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});

interface Recorded {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function recording(seen: Recorded[], reply: RequestListener): RequestListener {
  return (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', chunk => {
      body += String(chunk);
    });
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      reply(request, response);
    });
  };
}

const outgoing = (url: string, change: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url,
  headers: { 'content-type': 'application/json', authorization: 'Bearer PLANTED' },
  body: '{"server":"Datensätze"}',
  private: true,
  ...change,
});

describe('a guarded POST', () => {
  it('arrives whole and gives the status, over http on this machine where the operator allowed it [D35]', async () => {
    const seen: Recorded[] = [];
    const port = await listen(createServer(recording(seen, (_request, response) => response.writeHead(204).end())));
    expect(await guardedPost(outgoing(`http://127.0.0.1:${port}/hook?x=1`))).toBe(204);
    expect(seen).toMatchObject([
      { method: 'POST', url: '/hook?x=1', body: '{"server":"Datensätze"}', headers: { authorization: 'Bearer PLANTED' } },
    ]);
    await expect(guardedPost(outgoing(`http://127.0.0.1:${port}/hook`, { private: false }))).rejects.toBeInstanceOf(AddressRefused);
    await expect(guardedPost(outgoing(`https://127.0.0.1:${port}/hook`, { private: false }))).rejects.toBeInstanceOf(AddressRefused);
    expect(seen).toHaveLength(1);
  });

  it('resolves the name once and connects to what was judged, with the name in handshake and Host: rebinding changes nothing [D35]', async () => {
    const seen: Recorded[] = [];
    const server = createTlsServer(
      { key: HOOKS_KEY, cert: HOOKS_CERTIFICATE },
      recording(seen, (_request, response) => response.end('ok')),
    );
    const port = await listen(server as unknown as Server);
    const answers = ['127.0.0.1', '169.254.169.254'];
    let asked = 0;
    const resolve = async (): Promise<{ address: string; family: number }[]> => {
      asked += 1;
      return [{ address: answers.shift() ?? '', family: 4 }];
    };
    const url = `https://hooks.example.test:${port}/T/B`;
    expect(await guardedPost(outgoing(url), { resolve, ca: HOOKS_CERTIFICATE })).toBe(200);
    expect(asked).toBe(1);
    expect(seen[0]?.headers.host).toBe(`hooks.example.test:${port}`);
    await expect(guardedPost(outgoing(url), { resolve, ca: HOOKS_CERTIFICATE })).rejects.toBeInstanceOf(AddressRefused);
    await expect(guardedPost(outgoing(url), { resolve: async () => [{ address: '127.0.0.1', family: 4 }] })).rejects.toThrow(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ); // the certificate counts
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['a name that leads to the metadata service', 'https://hooks.example.test/', ['169.254.169.254'], true],
    ['one good and one forbidden address', 'https://hooks.example.test/', ['203.0.113.7', '169.254.169.254'], true],
    ['the metadata service over IPv6', 'https://hooks.example.test/', ['fd00:ec2::254'], true],
    ['a mapped address', 'https://hooks.example.test/', ['::ffff:169.254.169.254'], true],
    ['NAT64 of a private address', 'https://hooks.example.test/', ['64:ff9b::10.0.0.1'], false],
    ['a private network', 'https://hooks.example.test/', ['192.168.1.1'], false],
    ['this machine by name', 'https://hooks.example.test/', ['127.0.0.1'], false],
    ['an address spelled as a number', 'https://2852039166/', [], true],
    ['an address in IPv6 brackets', 'https://[fe80::1]/', [], true],
    ['plain http to elsewhere', 'http://hooks.example.test/', ['203.0.113.7'], true],
  ])('goes nowhere for %s [D35]', async (_case, url, addresses, isPrivate) => {
    const resolve = async (): Promise<{ address: string; family: number }[]> =>
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
    await expect(guardedPost(outgoing(url, { private: isPrivate }), { resolve, timeout: 500 })).rejects.toBeInstanceOf(AddressRefused);
  });

  it('follows no redirect, to the metadata service or anywhere', async () => {
    const seen: Recorded[] = [];
    const redirect: RequestListener = (_request, response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/' }).end();
    const port = await listen(createServer(recording(seen, redirect)));
    expect(await guardedPost(outgoing(`http://127.0.0.1:${port}/`))).toBe(307);
    expect(seen).toHaveLength(1);
  });

  it('gives up on a server that never answers, one that sends its headers byte by byte, and a name that never resolves [N12]', async () => {
    const silent = await listen(createServer(() => {}));
    await expect(guardedPost(outgoing(`http://127.0.0.1:${silent}/`), { timeout: 150 })).rejects.toThrow('no reply in time');
    const slow = createServer();
    slow.on('connection', socket => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(timer));
      socket.on('error', () => {});
    });
    const port = await listen(slow);
    await expect(guardedPost(outgoing(`http://127.0.0.1:${port}/`), { timeout: 200 })).rejects.toThrow('no reply in time');
    const never = guardedPost(outgoing('https://hooks.example.test/'), { timeout: 50, resolve: () => new Promise(() => {}) });
    await expect(never).rejects.toThrow('no reply in time');
  });

  it('reads nothing of a huge reply, and refuses huge headers', async () => {
    let written = 0;
    const flood = createServer((_request, response) => {
      const more = (): void => {
        if (response.destroyed || written > 64 * 2 ** 20) return;
        written += 2 ** 16;
        if (response.write('x'.repeat(2 ** 16))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    const port = await listen(flood);
    expect(await guardedPost(outgoing(`http://127.0.0.1:${port}/`))).toBe(200);
    expect(written).toBeLessThan(32 * 2 ** 20);
    const heads = await listen(createServer((_request, response) => response.writeHead(200, { x: 'y'.repeat(60_000) }).end()));
    await expect(guardedPost(outgoing(`http://127.0.0.1:${heads}/`))).rejects.toThrow('no reply (HPE_HEADER_OVERFLOW)');
  });

  it('tells of a failure without address, header or body [N9]', async () => {
    const port = await listen(createServer());
    servers.splice(0)[0]?.close();
    const failed = await guardedPost(outgoing(`http://127.0.0.1:${port}/PLANTED`)).catch((error: unknown) => error);
    const unknown = await guardedPost(outgoing('https://PLANTED.invalid/PLANTED'), {
      resolve: async name => {
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      },
    }).catch((error: unknown) => error);
    expect(String(failed)).toContain('ECONNREFUSED');
    expect(String(unknown)).toContain('ENOTFOUND');
    for (const error of [failed, unknown]) expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/PLANTED/i);
  });
});

describe('an address', () => {
  it('is judged by what it really is, however it is written [D35]', () => {
    const never = ['0.0.0.0', '169.254.170.2', '100.100.100.200', '192.0.0.192', '224.0.0.1', '255.255.255.255', '::', 'fe80::1%eth0'];
    for (const address of [
      ...never,
      '::ffff:a9fe:a9fe',
      '::169.254.169.254',
      '2002:a9fe:a9fe::',
      '2001::1',
      'fd00:ec2::254',
      'nonsense',
      '',
    ])
      expect(isForbidden(address, true), address).toBe(true);
    for (const address of ['10.1.2.3', '172.31.0.1', '192.168.0.1', '100.64.0.1', '127.9.9.9', '::1', 'fd12::1', '::ffff:10.0.0.1'])
      expect([address, isForbidden(address, false), isForbidden(address, true)]).toEqual([address, true, false]);
    for (const address of ['203.0.113.9', '8.8.8.8', '172.32.0.1', '2606:4700::1', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8'])
      expect([address, isForbidden(address, false)]).toEqual([address, false]);
  });
});
