/**
 * Stands in for a browser that the command line opens on a private file: goes where the file leads, signs in as the person
 * named in the environment, and comes back to the loopback port.
 */
import { readFileSync, statSync } from 'node:fs';
import { Browser } from './browser.js';

const [, , file = ''] = process.argv;
if ((statSync(file).mode & 0o077) !== 0) throw new Error('others can read the file');
const address = /content="0;url=([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll('&amp;', '&') ?? '';
const home = new URL(address).searchParams.get('redirect_uri') ?? '';
// A stranger's answer first: it changes nothing.
const forged = new URL(home);
forged.search = new URLSearchParams({ code: 'stolen', state: 'guessed' }).toString();
const refused = await fetch(forged);
if (refused.status !== 400) throw new Error(`a forged answer was met with ${refused.status}`);
const back = await new Browser(home).signIn(address, process.env.SIGN_IN_AS ?? 'nobody');
const done = await fetch(back);
if (!done.ok) throw new Error(`the way back was met with ${done.status}`);
