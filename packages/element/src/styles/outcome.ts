/** The check, the address, and what became of an answer. */
import { css } from 'lit';

export const outcomeStyles = css`
  .check h3,
  .outcome h3 {
    font-size: 1.125rem;
    line-height: 1.35;
    font-weight: 650;
    letter-spacing: -0.004em;
    overflow-wrap: anywhere;
  }
  .answers {
    margin-block-start: 0.75rem;
    border-block-start: 1px solid var(--mc-line);
  }
  .answers > div {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) auto;
    gap: 0.25rem 1rem;
    padding-block: 0.75rem;
    border-block-end: 1px solid var(--mc-line);
  }
  .check:has(+ .actions) .answers {
    border-block-end: 0;
    margin-block-end: -1.5rem;
  }
  .check:has(+ .actions) .answers > div:last-child {
    border-block-end: 0;
  }
  .answers .raw {
    display: block;
    color: var(--mc-ink-2);
    font-size: 0.8125rem;
  }
  .answers + .link {
    display: inline-block;
    margin-block-start: 0.75rem;
  }
  .answers dt {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .answers dd {
    overflow-wrap: anywhere;
  }
  .answers .pre {
    white-space: pre-wrap;
  }
  .answers .plain {
    border: 0;
    background: none;
    list-style: none;
    font-weight: 400;
  }
  .left-out {
    color: var(--mc-ink-3);
  }
  .address {
    display: grid;
    gap: 0.25rem;
    justify-items: start;
  }
  .host {
    font-size: 1.375rem;
    line-height: 1.35;
    color: var(--mc-ink-2);
    overflow-wrap: anywhere;
    margin-block-end: 0.75rem;
  }
  .host strong {
    color: var(--mc-ink);
    font-weight: 650;
  }
  .href {
    inline-size: 100%;
    padding: 0.75rem 0.875rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: var(--mc-sunken);
    font: 0.875rem/1.6 var(--mc-mono);
    overflow-wrap: anywhere;
    user-select: all;
  }
  .address .link {
    margin-block-start: 0.25rem;
  }
  .pending {
    font-weight: 600;
  }
  .outcome {
    padding: 1rem 1.125rem;
    border: 1px solid var(--mc-line);
    border-inline-start: 4px solid var(--mc-edge);
    border-radius: var(--mc-radius);
  }
  .outcome.good {
    border-inline-start-color: var(--mc-good);
  }
  .outcome.bad {
    border-inline-start-color: var(--mc-danger-fill);
  }
  .outcome p {
    color: var(--mc-ink-2);
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
    margin-block-start: 0.5rem;
    list-style: none;
    font-size: 0.9375rem;
    font-weight: 600;
  }
  .marks li {
    display: flex;
    align-items: center;
    gap: 0.375rem;
  }
  .marks svg {
    inline-size: 1.125rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 2.2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .done {
    color: var(--mc-good);
  }
  .lost {
    color: var(--mc-danger);
  }
`;
