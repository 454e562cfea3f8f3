/** Several questions on one sheet: told apart by a hairline and a number, nothing more. */
import { css } from 'lit';

export const roundStyles = css`
  .parts {
    display: grid;
    gap: 1.5rem;
    list-style: none;
  }
  .parts[hidden] {
    display: none;
  }
  .parts > li {
    padding-block-start: 1.25rem;
    border-block-start: 1px solid var(--mc-line);
  }
  .number,
  .checked h4 {
    margin: 0 0 0.75rem;
    color: var(--mc-ink-2);
    font-size: 0.875rem;
    font-weight: 600;
  }
  .checked {
    margin-block-start: 1.25rem;
  }
  .checked h4 {
    margin-block-end: 0.5rem;
  }
  .checked h4 span {
    color: var(--mc-ink);
    font-weight: 400;
  }
  .check:has(+ .actions) .checked .answers {
    margin-block: 0;
  }
  .checked:not(:last-child) .answers {
    margin-block-end: 0.5rem;
  }
  midcall-question::part(sheet) {
    gap: 1rem;
    padding: 0;
    background: none;
  }
`;
