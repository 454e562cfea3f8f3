/** The wire: every message of the connection, newest at the bottom, each to be opened. Also what the server printed. */
import type { DevFrame, DevLine } from '../contract.js';
import { h } from './dom.js';
import { jsonView } from './json-view.js';

const MOST_ROWS = 400;

export interface WireView {
  readonly element: HTMLElement;
  frame(frame: DevFrame): void;
  line(line: DevLine): void;
  clear(): void;
}

export function wireView(): WireView {
  const list = h('ol', { className: 'frames', attrs: { 'aria-label': 'Messages, oldest first' } });
  const empty = h('p', { className: 'muted pad' }, 'Messages between the host and your server appear here.');
  const onlyAsking = h('input', { type: 'checkbox' });
  const element = h('section', { className: 'wire', attrs: { 'aria-labelledby': 'wire-title' } });
  const clearButton = h('button', { type: 'button', className: 'quiet' }, 'Clear');
  const scroller = h('div', { className: 'scroll' }, empty, list);
  element.append(
    h(
      'header',
      { className: 'bar' },
      h('h2', { id: 'wire-title' }, 'Wire'),
      h('label', { className: 'option small' }, onlyAsking, 'Questions only'),
      clearButton,
    ),
    scroller,
  );
  onlyAsking.addEventListener('change', () => list.classList.toggle('only-asking', onlyAsking.checked));
  let startedAt: number | undefined;

  const add = (row: HTMLElement): void => {
    empty.hidden = true;
    const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80;
    list.append(row);
    while (list.childElementCount > MOST_ROWS) list.firstElementChild?.remove();
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  };
  const since = (at: number): HTMLElement => {
    startedAt ??= at;
    return h(
      'time',
      { className: 'mono', dateTime: new Date(at).toISOString(), title: new Date(at).toLocaleTimeString() },
      `+${((at - startedAt) / 1000).toFixed(2)}`,
    );
  };
  const clear = (): void => {
    list.replaceChildren();
    empty.hidden = false;
    startedAt = undefined;
  };
  clearButton.addEventListener('click', clear);

  return {
    element,
    clear,
    frame: frame => {
      const sent = frame.direction === 'sent';
      const details = h('details', { className: `frame ${frame.direction}${frame.asks ? ' asks' : ''}${frame.failed ? ' failed' : ''}` });
      details.append(
        h(
          'summary',
          {},
          since(frame.at),
          h(
            'span',
            {
              className: 'arrow',
              title: sent ? 'host to server' : 'server to host',
              attrs: { 'aria-label': sent ? 'sent' : 'received', role: 'img' },
            },
            sent ? '→' : '←',
          ),
          h('span', { className: 'title mono' }, frame.title),
          h('span', { className: 'size muted' }, size(frame.bytes)),
        ),
      );
      details.addEventListener('toggle', () => {
        if (details.open && details.childElementCount === 1) details.append(jsonView(frame.message));
      });
      add(h('li', { className: frame.asks ? 'asks' : '' }, details));
    },
    line: line =>
      add(
        h(
          'li',
          { className: `line ${line.stream}` },
          since(line.at),
          h('span', { className: 'arrow', attrs: { 'aria-hidden': 'true' } }, line.stream === 'stdout' ? '!' : '·'),
          h('span', { className: 'title mono' }, line.text),
          line.stream === 'stdout' && h('span', { className: 'note' }, 'printed where the protocol belongs'),
        ),
      ),
  };
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}
