/** The question at the right, empty states, notices. */
import { css } from 'lit';

export const paneStyles = css`
  .pane {
    grid-area: pane;
    position: relative;
    overflow-y: auto;
    padding-inline: 2rem;
    scroll-padding-block: 1rem;
  }
  .pane:focus {
    outline: none;
  }
  .pane midcall-question,
  .pane midcall-round {
    max-inline-size: 44rem;
    margin: 2rem auto;
    border: 1px solid var(--mc-line);
    border-radius: 12px;
    background: var(--mc-surface);
  }
  .pane midcall-question::part(sheet),
  .pane midcall-round::part(sheet) {
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
  .notice.done {
    border-color: var(--mc-line);
    background: var(--mc-surface);
    color: var(--mc-ink);
  }
  .next {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    max-inline-size: 44rem;
    margin: -1rem auto 2rem;
  }
  .next a {
    margin-inline-start: auto;
    padding-block: 0.5rem;
    color: var(--mc-ink-2);
    font-size: 0.875rem;
    text-decoration-color: var(--mc-line);
    text-underline-offset: 0.2em;
  }
  .next a:hover {
    color: var(--mc-accent);
    text-decoration-color: currentColor;
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
`;
