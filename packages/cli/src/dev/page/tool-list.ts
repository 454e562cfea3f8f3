/** The tools of the server; one is open. */
import type { DevState } from '../contract.js';
import { fill, h } from './dom.js';

/** Redraws the list; `onOpen` is called with the tool a person picks. */
export function drawTools(element: HTMLElement, state: DevState, open: string | undefined, onOpen: (tool: string) => void): void {
  if (state.tools.length === 0) {
    fill(
      element,
      h('h2', { className: 'unseen' }, 'Tools'),
      h(
        'p',
        { className: 'muted pad' },
        state.status === 'ready'
          ? 'This server has no tools.'
          : state.status === 'starting'
            ? 'Waiting for the server …'
            : 'The server is not running.',
      ),
    );
    return;
  }
  fill(
    element,
    h('h2', { className: 'small muted pad' }, `${state.tools.length} ${state.tools.length === 1 ? 'tool' : 'tools'}`),
    h(
      'ul',
      { className: 'tools' },
      state.tools.map(tool =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              className: 'tool',
              attrs: { 'aria-current': tool.name === open ? 'true' : undefined },
              on: { click: () => onOpen(tool.name) },
            },
            h('span', { className: 'mono' }, tool.name),
            tool.description !== undefined && h('span', { className: 'muted small clamp' }, tool.description),
          ),
        ),
      ),
    ),
  );
}
