import { expect, it } from 'vitest';
import { colorsFor, type Terminal } from '../terminal/terminal.js';
import type { DevState } from './contract.js';
import { tellState } from './tell-state.js';

const state = (more: Partial<DevState>): { readonly type: 'state'; readonly state: DevState } => ({
  type: 'state',
  state: { status: 'starting', name: 'shop', command: '', settings: { revision: 'auto', canAsk: true }, tools: [], starts: 1, ...more },
});

it('says once that a server runs, why it does not, and that it runs again', () => {
  const said: string[] = [];
  const tell = tellState({ err: line => void said.push(line), colors: colorsFor({}, false), width: 80 } as Terminal, 'shop');
  tell(state({}));
  tell(state({ status: 'ready', revision: '2026-07-28' }));
  tell(state({ status: 'ready', revision: '2026-07-28' }));
  tell(
    state({ status: 'failed', problem: { sentence: 'The server exited with status 1.', hint: 'Its last words: Error: x\n  Do this.' } }),
  );
  tell(state({ status: 'ready', revision: '2026-07-28', starts: 2 }));
  expect(said).toEqual([
    '✓ shop runs: 0 tools, revision 2026-07-28',
    '✗ The server exited with status 1.',
    '  Its last words: Error: x',
    '  Do this.',
    '✓ shop runs again: 0 tools, revision 2026-07-28',
  ]);
});
