/** The list to search in, with its rows and what was chosen. */
import { css } from 'lit';

export const finderStyles = css`
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
