import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inbox } from '@midcall/inbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Terminal } from '../terminal/terminal.js';
import { Door, type DoorOptions } from './door.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function door(options: Partial<DoorOptions> = {}) {
  const said: string[] = [];
  const at = { now: 0, open: false };
  const made = new Door({
    inbox: { loginLink: async () => 'http://127.0.0.1:1/login#t', loginFile: async () => '<html>' } as unknown as Inbox,
    terminal: {
      env: { MIDCALL_HOME: home, BROWSER: 'none' },
      interactive: true,
      err: (line: string) => void said.push(line),
    } as unknown as Terminal,
    principal: 'local',
    isOpen: () => at.open,
    mayOpen: true,
    platform: 'linux',
    now: () => at.now,
    ...options,
  });
  return { door: made, said, at };
}

describe('the door', () => {
  it('shows the way once for what comes together, again after a minute, and at once to who had come and has gone', async () => {
    const one = door();
    await Promise.all([one.door.show('Records asks.'), one.door.show('Billing asks.')]);
    expect(one.said).toHaveLength(1);
    one.at.now = 30_000;
    await one.door.show('Mail asks.');
    expect(one.said).toHaveLength(1);
    one.door.came();
    one.at.open = true;
    await one.door.show('Mail asks.');
    expect(one.said).toHaveLength(1);
    one.at.open = false;
    await one.door.show('Mail asks.');
    expect(one.said).toHaveLength(2);
    one.at.now = 90_000;
    await one.door.show('Mail asks.');
    expect(one.said).toHaveLength(3);
    one.door.close();
    one.at.now = 900_000;
    await one.door.show('Mail asks.');
    expect(one.said).toHaveLength(3);
  });

  it('asks whoever shares the person with it, and sends nobody anywhere before the address is settled', async () => {
    let settle = (): void => {};
    let free = true;
    const first = async (): Promise<boolean> => {
      const was = free;
      free = false;
      return was;
    };
    const before = (): Promise<void> =>
      new Promise(resolve => {
        settle = resolve;
      });
    const [one, two] = [door({ first, before }), door({ first, before })];
    const shown = Promise.all([one.door.show('Records asks.'), two.door.show('Billing asks.')]);
    await new Promise(resolve => setImmediate(resolve));
    expect([...one.said, ...two.said]).toEqual([]);
    settle();
    await shown;
    expect([...one.said, ...two.said]).toHaveLength(1);
    expect(readdirSync(home)).toEqual([]); // a terminal gets a link, and no file is written for it
  });
});
