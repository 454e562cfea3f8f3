/** The page and its top bar. */
import { css } from 'lit';

export const pageStyles = css`
  :host {
    display: block;
    block-size: 100%;
    color: var(--mc-ink);
    font: 400 1rem/1.5 var(--mc-font);
  }
  * {
    box-sizing: border-box;
  }
  h1,
  h2,
  p,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  a {
    color: inherit;
  }
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  :focus-visible {
    outline: 2px solid var(--mc-accent);
    outline-offset: 2px;
  }
  .page {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(18rem, 24rem) minmax(0, 1fr);
    grid-template-areas: 'top top' 'list pane';
    block-size: 100dvh;
    background: var(--mc-page);
  }
  .shows-settings {
    grid-template-areas: 'top top' 'pane pane';
  }
  .skip {
    position: absolute;
    inset-block-start: -4rem;
    inset-inline-start: 0.5rem;
    z-index: 3;
    padding: 0.5rem 1rem;
    border: 1px solid var(--mc-edge);
    background: var(--mc-surface);
    border-radius: var(--mc-radius);
  }
  .skip:focus {
    inset-block-start: 0.5rem;
  }
  .logo {
    inline-size: 1.625rem;
    block-size: 1.625rem;
    fill: none;
    stroke: var(--mc-accent);
    stroke-width: 2.6;
    stroke-linecap: round;
  }
  .logo .dot {
    fill: var(--mc-accent);
    stroke: none;
  }
  .top {
    grid-area: top;
    display: flex;
    align-items: center;
    gap: 0.25rem 1.5rem;
    min-block-size: 3.5rem;
    padding-inline: 1.25rem;
    border-block-end: 1px solid var(--mc-line);
    background: var(--mc-surface);
  }
  .name {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    font-size: 1.0625rem;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .tabs {
    display: flex;
    align-self: stretch;
    gap: 0.25rem;
    margin-inline-end: auto;
  }
  .tab {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    padding-inline: 0.75rem;
    border-block: 2px solid transparent;
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
    text-decoration: none;
  }
  .tab:hover {
    color: var(--mc-ink);
  }
  .tab[aria-current] {
    border-block-end-color: var(--mc-accent);
    color: var(--mc-ink);
    font-weight: 600;
  }
  .tab:focus-visible {
    outline-offset: -4px;
  }
  .count {
    min-inline-size: 1.375rem;
    padding-inline: 0.375rem;
    border-radius: 0.75rem;
    background: var(--mc-accent);
    color: var(--mc-on-accent);
    font-size: 0.8125rem;
    font-weight: 600;
    line-height: 1.375rem;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .line-state {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    color: var(--mc-ink-2);
    font-size: 0.875rem;
  }
  .line-state .dot {
    inline-size: 0.5rem;
    block-size: 0.5rem;
    border: 2px solid var(--mc-warning);
    border-radius: 50%;
  }
  .line-state.live .dot {
    border-color: var(--mc-good);
    background: var(--mc-good);
  }
  .key {
    inline-size: 2.25rem;
    block-size: 2.25rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: none;
    color: var(--mc-ink-2);
  }
  .key:hover {
    background: var(--mc-sunken);
  }
`;
