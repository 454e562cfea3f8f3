/** The bar at the top: which server, how it is, and the switches. */
import type { DevCommand, DevReply, DevSettings, DevState, RevisionChoice } from '../contract.js';
import { fill, h } from './dom.js';

const CHOICES = { auto: 'Newest', A: 'A', B: 'B', C: 'C' } as const satisfies Record<RevisionChoice, string>;
const REVISIONS = {
  auto: 'the newest that the server speaks',
  A: '2025-06-18',
  B: '2025-11-25',
  C: '2026-07-28',
} as const satisfies Record<RevisionChoice, string>;
const STATUS = { starting: 'Starting', ready: 'Ready', failed: 'Not running' } as const;

export interface TopBar {
  readonly element: HTMLElement;
  update(state: DevState): void;
  connected(live: boolean): void;
}

export function topBar(send: (command: DevCommand) => Promise<DevReply>): TopBar {
  const element = h('header', { className: 'top' });
  let state: DevState | undefined;
  let live = true;
  const change = (settings: Partial<DevSettings>): void => {
    if (state !== undefined) void send({ type: 'settings', settings: { ...state.settings, ...settings } });
  };

  const draw = (): void => {
    if (state === undefined) return;
    const { settings, claim } = state;
    const focused =
      document.activeElement instanceof HTMLElement && element.contains(document.activeElement) ? document.activeElement.id : '';
    fill(
      element,
      h(
        'div',
        { className: 'who' },
        h('span', { className: 'mark', attrs: { 'aria-hidden': 'true' } }, 'm'),
        h('h1', {}, state.name),
        claim !== undefined &&
          h('span', { className: 'muted small claim' }, `calls itself “${[claim.name, claim.version].filter(Boolean).join(' ')}”`),
      ),
      h(
        'span',
        { className: `status ${live ? state.status : 'failed'}`, attrs: { role: 'status' } },
        live ? STATUS[state.status] : 'midcall has stopped',
        live &&
          state.status === 'ready' &&
          state.revision !== undefined &&
          h('span', { className: 'muted mono small' }, ` ${state.revision}`),
      ),
      h(
        'fieldset',
        { className: 'switch' },
        h('legend', {}, 'Revision'),
        (Object.keys(CHOICES) as RevisionChoice[]).map(choice =>
          h(
            'label',
            { title: REVISIONS[choice] },
            h('input', {
              type: 'radio',
              name: 'revision',
              id: `revision-${choice}`,
              checked: settings.revision === choice,
              on: { change: () => change({ revision: choice }) },
            }),
            h('span', {}, CHOICES[choice], choice !== 'auto' && h('span', { className: 'unseen' }, ` ${REVISIONS[choice]}`)),
          ),
        ),
      ),
      h(
        'label',
        { className: 'option can-ask' },
        h('input', {
          type: 'checkbox',
          id: 'can-ask',
          checked: settings.canAsk,
          on: { change: event => change({ canAsk: (event.target as HTMLInputElement).checked }) },
        }),
        'Host can ask',
      ),
      h(
        'button',
        {
          type: 'button',
          id: 'restart',
          className: 'quiet',
          title: state.watching === undefined ? state.command : `Restarts by itself when a file changes in ${state.watching}`,
          on: { click: () => void send({ type: 'restart' }) },
        },
        'Restart',
      ),
    );
    if (focused !== '') document.getElementById(focused)?.focus();
  };

  return {
    element,
    update: next => {
      state = next;
      draw();
    },
    connected: now => {
      live = now;
      draw();
    },
  };
}
