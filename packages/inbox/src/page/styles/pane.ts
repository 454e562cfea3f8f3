/** The question at the right, empty states, keys, the gate. */
import { css } from 'lit';

export const paneStyles = css`
  .pane {
    grid-area: pane;
    overflow-y: auto;
    padding-inline: 2rem;
    scroll-padding-block: 1rem;
  }
  .pane:focus {
    outline: none;
  }
  .pane midcall-question {
    max-inline-size: 44rem;
    margin: 2rem auto;
    border: 1px solid var(--mc-line);
    border-radius: 12px;
    background: var(--mc-surface);
  }
  .pane midcall-question::part(sheet) {
    padding: 1.75rem;
    border-radius: 12px;
  }
  .back {
    display: none;
  }
  .only-narrow {
    display: none;
  }
  .notice {
    max-inline-size: 44rem;
    margin: 2rem auto -1rem;
    padding: 0.75rem 1rem;
    border: 1px solid var(--mc-warning-line);
    border-radius: var(--mc-radius);
    background: var(--mc-warning-tint);
    color: var(--mc-warning);
    font-size: 0.9375rem;
  }
  .next {
    max-inline-size: 44rem;
    margin: -1rem auto 2rem;
  }
  .next-button,
  .enter {
    min-block-size: 2.75rem;
    padding: 0.5rem 1.25rem;
    border: 1px solid var(--mc-edge);
    border-radius: var(--mc-radius);
    background: var(--mc-surface);
    font-weight: 500;
  }
  .empty {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: 0.375rem;
    min-block-size: 100%;
    padding: 2rem 1rem;
    text-align: center;
    color: var(--mc-ink-2);
  }
  .empty .logo {
    inline-size: 3.5rem;
    block-size: 3.5rem;
    margin-block-end: 0.75rem;
    stroke-width: 1.4;
    stroke: var(--mc-edge);
  }
  .empty .logo .dot {
    fill: var(--mc-edge);
  }
  .empty[aria-busy] .logo .dot {
    animation: pulse 1.6s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.2;
    }
  }
  .empty h2 {
    font-size: 1.125rem;
    font-weight: 600;
    color: var(--mc-ink);
  }
  .empty .try {
    margin-block-start: 0.75rem;
  }
  code,
  kbd {
    padding: 0.125rem 0.5rem;
    border: 1px solid var(--mc-line);
    border-radius: 6px;
    background: var(--mc-surface);
    color: var(--mc-ink);
    font: 0.875rem/1.5 var(--mc-mono);
  }
  .keys {
    position: fixed;
    inset-block-start: 4rem;
    inset-inline-end: 1.25rem;
    z-index: 2;
    inline-size: 20rem;
    max-inline-size: calc(100vw - 2rem);
    padding: 1.25rem;
    border: 1px solid var(--mc-line);
    border-radius: 12px;
    background: var(--mc-surface);
    box-shadow: 0 8px 32px rgb(0 0 0 / 0.16);
  }
  .keys h2 {
    font-size: 1rem;
    font-weight: 650;
  }
  .keys dl {
    margin-block: 0.75rem 1rem;
    display: grid;
    gap: 0.5rem;
  }
  .keys dl div {
    display: grid;
    grid-template-columns: 7rem 1fr;
    align-items: center;
    font-size: 0.9375rem;
  }
  .gate {
    display: grid;
    place-items: center;
    min-block-size: 100dvh;
    padding: 1.5rem;
    background: var(--mc-page);
  }
  .gate > div {
    display: grid;
    justify-items: start;
    gap: 0.75rem;
    max-inline-size: 28rem;
    padding: 2rem;
    border: 1px solid var(--mc-line);
    border-radius: 12px;
    background: var(--mc-surface);
  }
  .gate .logo {
    inline-size: 2.25rem;
    block-size: 2.25rem;
  }
  .gate h1 {
    font-size: 1.25rem;
    font-weight: 650;
    letter-spacing: -0.006em;
  }
  .gate p {
    color: var(--mc-ink-2);
  }
  .enter {
    border-color: transparent;
    background: var(--mc-accent);
    color: var(--mc-on-accent);
    font-weight: 600;
  }
  .command {
    padding: 0.5rem 0.875rem;
    background: var(--mc-sunken);
  }
`;
