/** Says in the terminal how the server under `midcall dev` fares, for whoever looks there and not at the page. */
import { showText } from '@midcall/core/inspect';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import type { DevEvent, DevState } from './contract.js';

/** Returns a listener of the bench's events: one line when it is ready, two when it is not; the same thing once. */
export function tellState(terminal: Terminal, name: string): (event: DevEvent) => void {
  let told = '';
  return event => {
    if (event.type !== 'state') return;
    const lines = linesFor(event.state, name, terminal);
    const text = `${event.state.starts} ${lines.join('\n')}`;
    if (lines.length === 0 || text === told) return;
    told = text;
    for (const line of lines) terminal.err(line);
  };
}

function linesFor({ status, problem, tools, revision, starts }: DevState, name: string, { colors: c, width }: Terminal): string[] {
  if (status === 'failed' && problem !== undefined) {
    const [sentence = '', ...rest] = wrap(showText(problem.sentence), width, '  ').split('\n');
    const hint = problem.hint === undefined ? [] : problem.hint.split('\n').map(line => c.dim(wrap(line.trim(), width, '  ')));
    return [`${c.red('✗')} ${sentence.slice(2)}`, ...rest, ...hint];
  }
  if (status !== 'ready') return [];
  const count = tools.length === 1 ? '1 tool' : `${tools.length} tools`;
  return [`${c.green('✓')} ${showText(name)} ${starts > 1 ? 'runs again' : 'runs'}: ${count}, revision ${showText(revision ?? 'unknown')}`];
}
