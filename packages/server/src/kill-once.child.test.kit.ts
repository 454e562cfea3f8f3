/**
 * The process that is killed: a charge tool on stdio over a SQLite store. It kills itself before its n-th step, where a
 * step is every operation of the store and both sides of the effect. Arguments: folder, n (0 = never, and the steps are
 * listed in a file; -1 = right after the first effect, before it is recorded), keys.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '@midcall/core';
import type { Store } from '@midcall/store';
import { sqliteStore } from '@midcall/store/sqlite';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMidcall, defineTool } from './node.js';

const [, , folder = '', fuse = '0', keys = ''] = process.argv;
let left = Number(fuse);

function step(name: string): void {
  if (left === 0) appendFileSync(join(folder, 'steps'), `${name}\n`);
  if (left <= 0) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const real = sqliteStore({ path: join(folder, 'state.sqlite') });
const counted = new Proxy(real, {
  get(target, name) {
    const member = Reflect.get(target, name) as unknown;
    if (typeof member !== 'function') return member;
    if (name === 'watch' || name === 'id') return member.bind(target);
    return async (...rest: unknown[]) => {
      step(`store.${name.toString()} ${String(rest[0]).split(':')[0]}`);
      const result: unknown = await member.apply(target, rest);
      return result;
    };
  },
}) as Store;

const charge = (ledger: string, key: string): string => {
  step(`before ${ledger}`);
  appendFileSync(join(folder, ledger), `${key}\n`);
  if (left === -1) process.kill(process.pid, 'SIGKILL');
  step(`after ${ledger}`);
  return 'charged';
};

const pay = defineTool('pay', {}, async (_none, call) => {
  await call.need('card', { message: 'Which card?', form: { card: text() } });
  const once = await call.once('once', key => charge('once', key));
  const again = await call.once('again', { repeatable: true }, key => charge('again', key));
  await call.confirm('receipt', { message: 'Send a receipt?' });
  return { content: [{ type: 'text', text: `${once} ${again}` }] };
});

const midcall = createMidcall({ keys, store: counted, lease: 400 });
serveStdio(() => midcall.attach(new McpServer({ name: 'till', version: '1' }), [pay]));
