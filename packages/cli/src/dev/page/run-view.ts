/** What became of the last run: the result as the host receives it, and the command that repeats it. */
import type { DevCommand, DevReply, DevRun } from '../contract.js';
import { fill, h } from './dom.js';
import { jsonView } from './json-view.js';

const STATE_WORDS = { running: 'Running', done: 'Done', failed: 'Failed', stopped: 'Stopped' } as const;

/** Redraws `element` for a run. */
export function drawRun(element: HTMLElement, run: DevRun | undefined, send: (command: DevCommand) => Promise<DevReply>): void {
  element.hidden = run === undefined;
  if (run === undefined) {
    fill(element);
    return;
  }
  const toolError = run.result?.isError === true;
  const state = run.state === 'done' && toolError ? 'failed' : run.state;
  fill(
    element,
    h(
      'header',
      { className: 'bar' },
      h('h2', {}, 'Result'),
      h(
        'span',
        { className: `badge ${state}`, attrs: { role: 'status' } },
        toolError ? 'The tool reports an error' : STATE_WORDS[run.state],
      ),
      run.endedAt !== undefined && h('span', { className: 'muted small' }, `after ${duration(run.endedAt - run.startedAt)}`),
      run.state === 'running' &&
        h('button', { type: 'button', className: 'quiet', on: { click: () => void send({ type: 'stop' }) } }, 'Stop'),
    ),
    run.state === 'running' && h('p', { className: 'muted' }, 'The tool is running. If it asks, the question appears above.'),
    run.error !== undefined &&
      h(
        'div',
        { className: 'problem' },
        h('p', {}, run.error.sentence, run.error.code !== undefined && h('span', { className: 'muted mono' }, ` [${run.error.code}]`)),
        run.error.data !== undefined && jsonView(run.error.data),
      ),
    run.result !== undefined && drawResult(run.result),
    run.command !== undefined && repeat(run.command),
  );
}

function drawResult(result: NonNullable<DevRun['result']>): HTMLElement {
  const content = Array.isArray(result.content) ? (result.content as readonly Readonly<Record<string, unknown>>[]) : [];
  const whole = h('details', {}, h('summary', {}, 'As JSON'));
  whole.addEventListener('toggle', () => {
    if (whole.open && whole.childElementCount === 1) whole.append(jsonView(result));
  });
  return h(
    'div',
    { className: 'result' },
    content.map(block =>
      block.type === 'text' && typeof block.text === 'string' ? h('pre', { className: 'said' }, block.text) : jsonView(block),
    ),
    result.structuredContent !== undefined && h('div', {}, h('h3', {}, 'Structured'), jsonView(result.structuredContent)),
    whole,
  );
}

function repeat(command: string): HTMLElement {
  const copy = h('button', { type: 'button', className: 'quiet' }, 'Copy');
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(command).then(() => {
      copy.textContent = 'Copied';
    });
  });
  return h(
    'div',
    { className: 'repeat' },
    h('h3', {}, 'The same without a person'),
    h('div', { className: 'row start' }, h('pre', { className: 'mono command' }, command), copy),
  );
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
