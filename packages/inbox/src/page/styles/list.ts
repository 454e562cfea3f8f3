/** The list at the left. */
import { css } from 'lit';

export const listStyles = css`
  .list {
    grid-area: list;
    position: relative;
    overflow-y: auto;
    border-inline-end: 1px solid var(--mc-line);
    background: var(--mc-surface);
    scrollbar-width: thin;
  }
  .list ul {
    list-style: none;
  }
  .filter {
    display: block;
    padding: 0.625rem 1.25rem;
    border-block-end: 1px solid var(--mc-line);
  }
  .filter select {
    inline-size: 100%;
    min-block-size: 2.25rem;
    padding-inline: 0.5rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: var(--mc-surface);
    color: inherit;
    font: inherit;
    font-size: 0.875rem;
  }
  .list .none {
    padding: 1.25rem;
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
  }
  .item {
    display: flex;
    gap: 0.75rem;
    padding: 0.875rem 1.25rem 0.875rem calc(1.25rem - 3px);
    border-block-end: 1px solid var(--mc-line);
    border-inline-start: 3px solid transparent;
    text-decoration: none;
  }
  .item:hover {
    background: var(--mc-sunken);
  }
  .item.selected {
    border-inline-start-color: var(--mc-accent);
    background: var(--mc-tint);
  }
  .item:focus-visible {
    outline-offset: -2px;
  }
  .item .monogram {
    inline-size: 2.25rem;
    block-size: 2.25rem;
    font-size: 1rem;
    border-radius: 9px;
  }
  .text {
    flex: 1;
    min-inline-size: 0;
  }
  .line {
    display: flex;
    align-items: baseline;
    gap: 0.75rem;
  }
  .item .server {
    flex: 1;
    font-weight: 600;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .age {
    color: var(--mc-ink-3);
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .item.selected .age,
  .item.selected .end {
    color: var(--mc-ink-2);
  }
  .first {
    flex: 1;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  .ring {
    flex: none;
    align-self: start;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    margin-block-start: 0.125rem;
    fill: none;
    stroke-width: 2.4;
  }
  .ring .track {
    stroke: var(--mc-line);
  }
  .ring .left {
    stroke: var(--mc-ink-3);
  }
  .ring.short .left {
    stroke: var(--mc-warning);
  }
  .end {
    display: block;
    color: var(--mc-ink-3);
    font-size: 0.8125rem;
  }
  .badges {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem;
    margin-block-start: 0.375rem;
  }
  .badge {
    padding: 0 0.5rem;
    border: 1px solid var(--mc-line);
    border-radius: 0.75rem;
    color: var(--mc-ink-2);
    font-size: 0.75rem;
    line-height: 1.25rem;
  }
  .badge.danger {
    border-color: var(--mc-danger-line);
    background: var(--mc-danger-tint);
    color: var(--mc-danger);
  }
  .badge.warning {
    border-color: var(--mc-warning-line);
    background: var(--mc-warning-tint);
    color: var(--mc-warning);
  }
`;
