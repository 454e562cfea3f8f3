/** Labels, hints, errors and inputs. */
import { css } from 'lit';

export const fieldsStyles = css`
  .fields {
    display: grid;
    gap: 1.5rem;
  }
  .field > .label,
  legend.label {
    display: block;
    padding: 0;
    font-weight: 600;
    max-inline-size: 65ch;
    overflow-wrap: anywhere;
  }
  /* A legend out of its border, so that a group looks and measures like any other field. */
  legend.label {
    float: inline-start;
    inline-size: 100%;
  }
  legend.label + * {
    clear: both;
  }
  legend.label:not(:has(+ .about, + .hint, + .error)) {
    margin-block-end: 0.375rem;
  }
  .optional {
    font-weight: 400;
    color: var(--mc-ink-2);
  }
  .error {
    margin-block-start: 0.25rem;
    color: var(--mc-danger);
    font-weight: 600;
    font-size: 0.9375rem;
    max-inline-size: 65ch;
    overflow-wrap: anywhere;
  }
  .wrong {
    padding-inline-start: 0.875rem;
    border-inline-start: 3px solid var(--mc-danger-fill);
  }
  .input {
    display: block;
    inline-size: 100%;
    min-block-size: 2.75rem;
    margin-block-start: 0.375rem;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--mc-edge);
    border-radius: var(--mc-radius);
    background: var(--mc-surface);
    scroll-margin-block: 5rem 13rem;
  }
  .input:hover {
    border-color: var(--mc-ink-2);
  }
  .input:focus {
    outline: 2px solid var(--mc-accent);
    outline-offset: -1px;
    border-color: var(--mc-accent);
  }
  .wrong .input {
    border-color: var(--mc-danger-fill);
  }
  .input::placeholder {
    color: var(--mc-ink-3);
    opacity: 1;
  }
  .area {
    resize: vertical;
    line-height: 1.5;
  }
  .date {
    inline-size: 12rem;
    max-inline-size: 100%;
  }
  .number {
    inline-size: 12rem;
    max-inline-size: 100%;
    font-variant-numeric: tabular-nums;
  }
  .with-reading {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.875rem;
  }
  .with-reading .reading {
    margin-block-start: 0.375rem;
    font-variant-numeric: tabular-nums;
  }
  .counter.over {
    color: var(--mc-danger);
    font-weight: 600;
  }
  .moment {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.75rem;
    margin-block-start: 0.5rem;
  }
  .moment .grow {
    flex: 1 1 13rem;
    min-inline-size: 0;
  }
  .moment .sub {
    display: block;
  }
  .moment .input {
    margin-block-start: 0.125rem;
  }
  .time.input {
    inline-size: 9rem;
  }
  .moment + .reading {
    margin-block-start: 0.375rem;
  }
  .shape {
    margin-block-start: 0.375rem;
    font-size: 0.9375rem;
    color: var(--mc-ink-2);
  }
  .shape pre {
    margin: 0.375rem 0 0;
    padding: 0.75rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    font: 0.8125rem/1.5 var(--mc-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
