/** Who asks, for which call, until when; and the menu. */
import { css } from 'lit';

export const headerStyles = css`
  .who {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    column-gap: 0.875rem;
    align-items: start;
  }
  .who .monogram {
    grid-row: 1 / span 2;
  }
  .title {
    padding-block-start: 0.0625rem;
    font-size: 1.25rem;
    line-height: 1.3;
    font-weight: 400;
    letter-spacing: -0.006em;
    overflow-wrap: anywhere;
  }
  .title .server {
    font-weight: 650;
  }
  .context {
    grid-column: 2 / -1;
    margin-block-start: 0.125rem;
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
    overflow-wrap: anywhere;
  }
  .context > * {
    margin-inline-end: 0.5rem;
  }
  .context code {
    color: var(--mc-ink);
  }
  .claim {
    display: block;
  }
  .corner {
    display: flex;
    gap: 0.25rem;
    margin: -0.375rem -0.5rem -0.75rem 0;
  }
  .corner:dir(rtl) {
    margin: -0.375rem 0 -0.75rem -0.5rem;
  }
  .icon {
    display: grid;
    place-items: center;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    border: 0;
    border-radius: var(--mc-radius);
    background: none;
    color: var(--mc-ink-2);
  }
  .icon:hover {
    background: var(--mc-sunken);
    color: var(--mc-ink);
  }
  .icon svg {
    inline-size: 1.25rem;
    fill: currentColor;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  .when {
    grid-column: 2 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.875rem;
    margin-block-start: 0.25rem;
    color: var(--mc-ink-3);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .when .link {
    font-size: inherit;
  }
  .time.short {
    color: var(--mc-warning);
    font-weight: 600;
  }
  .arguments {
    grid-column: 2 / -1;
    margin-block-start: 0.5rem;
    padding: 0.75rem 0.875rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: var(--mc-sunken);
    font-size: 0.875rem;
    color: var(--mc-ink-2);
  }
  .arguments dl div,
  .details div {
    display: grid;
    grid-template-columns: minmax(6rem, 10rem) minmax(0, 1fr);
    gap: 0.125rem 1rem;
    padding-block: 0.125rem;
  }
  .arguments dd {
    color: var(--mc-ink);
    font-family: var(--mc-mono);
    font-size: 0.8125rem;
    line-height: 1.6;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .arguments dt,
  .details dt {
    overflow-wrap: anywhere;
  }
  .details {
    padding: 0.75rem 0.875rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    font-size: 0.875rem;
    color: var(--mc-ink-2);
  }
  .details dd {
    color: var(--mc-ink);
    overflow-wrap: anywhere;
  }
  .menu {
    position: relative;
  }
  .items {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline-end: 0;
    z-index: 2;
    inline-size: max-content;
    max-inline-size: min(20rem, 80vw);
    padding: 0.25rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: var(--mc-surface);
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.12);
  }
  .items button {
    display: block;
    inline-size: 100%;
    min-block-size: 2.75rem;
    padding: 0.5rem 0.75rem;
    border: 0;
    border-radius: 6px;
    background: none;
    text-align: start;
    font-size: 0.9375rem;
  }
  .items button:hover {
    background: var(--mc-sunken);
  }
  .items small {
    display: block;
    color: var(--mc-ink-2);
    font-size: 0.8125rem;
    line-height: 1.4;
  }
  .items .grave {
    color: var(--mc-danger);
  }
`;
