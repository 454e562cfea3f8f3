/** `node stdio.js NAME`: one of the servers on standard input and output, for both eras. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { servers } from './index.js';

const name = process.argv[2] ?? '';
const factory = Object.entries(servers).find(([each]) => each === name)?.[1];
if (factory === undefined) throw new Error(`no server is called ${name}`);
serveStdio(() => factory());
