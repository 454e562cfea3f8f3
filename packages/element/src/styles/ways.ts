/** What can be done: the main action alone in weight, the quiet ones, and leaving. */
import { css } from 'lit';

export const waysStyles = css`
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.75rem 1rem;
    margin-block-end: -1.5rem;
    padding-block: 1rem 1.5rem;
    border-block-start: 1px solid var(--mc-line);
  }
  .main {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 0.75rem;
  }
  .button {
    min-block-size: 2.75rem;
    padding: 0.5rem 1.25rem;
    border: 1px solid transparent;
    border-radius: var(--mc-radius);
    font-weight: 600;
    overflow-wrap: anywhere;
    transition: background-color 120ms;
  }
  .primary {
    background: var(--mc-accent);
    color: var(--mc-on-accent);
  }
  .primary:hover {
    background: var(--mc-accent-hover);
  }
  .primary[aria-disabled='true'] {
    background: var(--mc-sunken);
    border-color: var(--mc-line);
    color: var(--mc-ink-2);
    cursor: default;
  }
  .plain {
    border-color: var(--mc-edge);
    background: var(--mc-surface);
    font-weight: 500;
  }
  .plain:hover {
    background: var(--mc-sunken);
  }
  .button.grave {
    background: var(--mc-danger-fill);
    color: var(--mc-on-danger);
  }
  .waits {
    flex-basis: 100%;
    margin-block-start: -0.375rem;
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
  }
  .waits.over {
    visibility: hidden;
  }
  .main:has(.waits) {
    max-inline-size: 16rem;
  }
  .others {
    flex: 1 1 22rem;
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.75rem;
  }
  .quiet {
    position: relative;
    display: grid;
    align-content: start;
    min-block-size: 2.75rem;
    padding: 0.4375rem 0.875rem 0.5rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
  }
  .quiet:hover {
    border-color: var(--mc-edge);
    background: var(--mc-sunken);
  }
  .quiet button {
    justify-self: start;
    padding: 0;
    border: 0;
    background: none;
    font-weight: 600;
    font-size: 0.9375rem;
    text-align: start;
  }
  .quiet button::after {
    content: '';
    position: absolute;
    inset: -1px;
    border-radius: var(--mc-radius);
  }
  .quiet button:focus-visible {
    outline: none;
  }
  .quiet button:focus-visible::after {
    outline: 2px solid var(--mc-accent);
    outline-offset: 2px;
  }
  .quiet .meaning {
    color: var(--mc-ink-2);
    font-size: 0.8125rem;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .quiet button[aria-disabled='true'] {
    cursor: default;
    color: var(--mc-ink-3);
  }
  .part-ways {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1.25rem;
  }
  .part-ways .link {
    min-block-size: 2.75rem;
    color: var(--mc-ink-2);
  }
  .decided {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 1rem;
    padding: 0.25rem 0.875rem;
    border: 1px dashed var(--mc-edge);
    border-radius: var(--mc-radius);
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
  }
  .decided .link {
    min-block-size: 2.75rem;
  }
  .leaving .ask {
    font-size: 1.0625rem;
  }
`;
