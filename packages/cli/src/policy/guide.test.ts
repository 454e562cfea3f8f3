/** What the guide says about rules, the audit and notifications is read by what it is written for. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePolicy } from '@midcall/host';
import { afterAll, describe, expect, it } from 'vitest';
import { runHere } from '../testing/run-here.js';

const home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const pages = ['desk-rules', 'desk-notifications', 'host-audit', 'host-policy'].map(name => ({
  name,
  text: readFileSync(fileURLToPath(new URL(`../../../../docs/guide/${name}.md`, import.meta.url)), 'utf8'),
}));

describe('the guide of the rules', () => {
  it('shows policy files that are read without a fault', () => {
    const files = pages.flatMap(({ text }) =>
      [...text.matchAll(/<!-- midcall\.policy\.json -->\n```json\n([\s\S]*?)```/g)].map(found => found[1] ?? ''),
    );
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const file of files) expect(parsePolicy(file)).toMatchObject({ ok: true });
    // Every member of the file has its row in the table.
    const parsed = parsePolicy('{}');
    const members = parsed.ok ? Object.keys(parsed.config).filter(member => member !== 'version') : [];
    const rules = pages.find(page => page.name === 'desk-rules')?.text ?? '';
    for (const member of members) expect(rules).toContain(`| \`${member}\``);
  });

  it('names commands and options that exist', async () => {
    const lines = pages.flatMap(({ text }) =>
      [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(found => (found[1] ?? '').trim().split('\n')),
    );
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const [midcall, command = '', sub = '', ...rest] = line.split(' ');
      const help = await runHere([command, sub, '--help'], { home });
      expect([midcall, help.code, help.out.split('\n')[0]]).toEqual(['midcall', 0, expect.stringContaining(`midcall ${command} ${sub}`)]);
      for (const option of rest.filter(word => word.startsWith('--'))) expect(help.out).toMatch(new RegExp(`${option}[ ,]`));
    }
  });
});
