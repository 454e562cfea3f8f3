#!/usr/bin/env node
/** The entry of `midcall`. Says which Node it needs before anything is loaded that an older one cannot parse. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `midcall: Node ${process.versions.node} is too old; midcall needs Node 20.19 or newer.\n  Get it from https://nodejs.org, or run it once with: npx -p node@22 -p midcall midcall --help\n`,
  );
  process.exit(5);
}

const { run } = await import('./run.js');
await run();

export {};
