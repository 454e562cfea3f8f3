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
  .finder .rows {
    position: relative;
    max-block-size: calc(6 * 44px);
    margin-block-start: 0.375rem;
    overflow-y: auto;
    border: 1px solid var(--mc-edge);
    border-radius: var(--mc-radius);
    scrollbar-width: thin;
    overflow-anchor: none;
  }
  .finder .all {
    position: relative;
    block-size: calc(var(--rows) * 44px);
  }
  .finder .row {
    position: absolute;
    inset-inline: 0;
    inset-block-start: calc(var(--row) * 44px);
    block-size: 44px;
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding-inline: 0.875rem;
    cursor: pointer;
  }
  .finder .row:hover {
    background: var(--mc-sunken);
  }
  .finder .row.active {
    background: var(--mc-sunken);
    box-shadow: inset 3px 0 0 var(--mc-accent);
  }
  .finder .row[aria-selected='true'] {
    background: var(--mc-tint);
  }
  .finder .row .title {
    font-size: 1rem;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .finder .mark {
    inline-size: 1.125rem;
    block-size: 1.125rem;
    flex: none;
    border: 1.5px solid var(--mc-edge);
    border-radius: 50%;
  }
  .finder [aria-multiselectable='true'] .mark {
    border-radius: 4px;
  }
  .finder [aria-selected='true'] .mark {
    border-color: var(--mc-accent);
    background: radial-gradient(var(--mc-accent) 0 4.2px, transparent 5px);
  }
  .finder [aria-multiselectable='true'] [aria-selected='true'] .mark {
    background: var(--mc-accent);
  }
  .finder [aria-multiselectable='true'] [aria-selected='true'] .mark::after {
    content: '';
    display: block;
    inline-size: 0.3rem;
    block-size: 0.6rem;
    margin: 0.05rem auto 0;
    border: solid var(--mc-on-accent);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
  }
  .finder .none {
    padding: 0.75rem 0.875rem;
    color: var(--mc-ink-2);
  }
  .finder .chosen {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.375rem 0.5rem;
    margin-block-start: 0.5rem;
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
  }
  .finder .chosen strong {
    color: var(--mc-ink);
    overflow-wrap: anywhere;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 2rem;
    max-inline-size: 100%;
    padding: 0.125rem 0.625rem 0.125rem 0.75rem;
    border: 1px solid var(--mc-line);
    border-radius: 1rem;
    background: var(--mc-tint);
    color: var(--mc-ink);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
    text-align: start;
  }
`;
