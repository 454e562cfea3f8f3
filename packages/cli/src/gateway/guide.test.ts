import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readGatewayConfig } from '@midcall/gateway';
import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';

const pages = ['gateway-start', 'gateway-teams', 'gateway-operations', 'gateway-time-limits'].map(name => ({
  name,
  text: readFileSync(fileURLToPath(new URL(`../../../../docs/guide/${name}.md`, import.meta.url)), 'utf8'),
}));
const fences = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(found => found[1] ?? '');

describe('the guide of the gateway', () => {
  it('shows configurations that are read', () => {
    const shown = pages.flatMap(({ text }) => fences(text, 'json'));
    expect(shown.length).toBeGreaterThan(1);
    for (const json of shown) expect(readGatewayConfig(json).servers.size).toBeGreaterThan(0);
  });

  it('names commands and options that exist', { timeout: 60_000 }, async () => {
    const known = new Map<string, string>();
    for (const command of ['gateway', 'gateway login', 'gateway logout', 'inbox'])
      known.set(command, (await runCli([...command.split(' '), '--help'])).stdout);
    for (const line of pages.flatMap(({ text }) => fences(text, 'sh')).flatMap(text => text.trim().split('\n'))) {
      const [midcall, first = '', second = '', ...more] = line.split(' -- ')[0]?.split(' ') ?? [];
      const [command, rest] = known.has(`${first} ${second}`) ? [`${first} ${second}`, more] : [first, [second, ...more]];
      expect([midcall, known.has(command)]).toEqual(['midcall', true]);
      for (const option of rest.filter(word => word.startsWith('--'))) expect(known.get(command)).toContain(`${option} `);
    }
    for (const [option] of pages.flatMap(({ text }) => [...text.matchAll(/(?<=`)--[a-z-]+/g)]))
      expect(known.get('gateway')).toContain(option);
  });
});
