/** Everything that is chosen rather than typed. */
import { css } from 'lit';

export const optionsStyles = css`
  .options,
  .row-options {
    display: grid;
    margin-block-start: 0.375rem;
  }
  .row-options {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .option {
    display: grid;
    grid-template-columns: 1.25rem minmax(0, 1fr);
    gap: 0.75rem;
    align-items: center;
    min-block-size: 2.75rem;
    padding-block: 0.375rem;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  .option input {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
    accent-color: var(--mc-accent);
    scroll-margin-block: 5rem 13rem;
  }
  .row-options .option {
    padding-inline: 0.875rem 1.125rem;
    border: 1px solid var(--mc-edge);
    border-radius: var(--mc-radius);
  }
  .row-options .option:hover,
  .tick:hover {
    border-color: var(--mc-ink-2);
  }
  .row-options .option:has(:checked),
  .tick:has(:checked) {
    border-color: var(--mc-accent);
    background: var(--mc-tint);
  }
  .list {
    border: 1px solid var(--mc-edge);
    border-radius: var(--mc-radius);
    overflow: hidden;
  }
  .list .option {
    padding-inline: 0.875rem;
    border-block-start: 1px solid var(--mc-line);
  }
  .list .option:first-child {
    border-block-start: 0;
  }
  .list .option:hover {
    background: var(--mc-sunken);
  }
  .list .option:has(:checked) {
    background: var(--mc-tint);
  }
  .list .option:has(:focus-visible) {
    outline: 2px solid var(--mc-accent);
    outline-offset: -2px;
    border-radius: var(--mc-radius);
  }
  .list .option :focus-visible {
    outline: none;
  }
  .wrong .list,
  .wrong .row-options .option {
    border-color: var(--mc-danger-fill);
  }
  .options + .link,
  .finder + .link {
    margin-block-start: 0.375rem;
  }
  .tick {
    align-items: start;
    padding: 0.75rem 1rem;
    border: 1px solid var(--mc-edge);
    border-radius: var(--mc-radius);
    max-inline-size: 65ch;
  }
  .tick input {
    margin-block-start: 0.125rem;
  }
`;
