/** How the inbox looks around its questions; the palette is the element's. */
import { paletteStyles } from '@midcall/element';
import { css } from 'lit';

const page = css`
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
  .skip {
    position: absolute;
    inset-block-start: -4rem;
    inset-inline-start: 0.5rem;
    z-index: 3;
    padding: 0.5rem 1rem;
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

const list = css`
  .list {
    grid-area: list;
    overflow-y: auto;
    border-inline-end: 1px solid var(--mc-line);
    background: var(--mc-surface);
    scrollbar-width: thin;
  }
  .list ul {
    list-style: none;
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

const pane = css`
  .pane {
    grid-area: pane;
    overflow-y: auto;
    padding: 2rem;
    scroll-padding-block: 1rem;
  }
  .pane:focus {
    outline: none;
  }
  .pane midcall-question {
    max-inline-size: 44rem;
    margin-inline: auto;
    border: 1px solid var(--mc-line);
    border-radius: 12px;
    background: var(--mc-surface);
  }
  .pane midcall-question::part(sheet) {
    padding: 1.75rem;
    border-radius: 12px;
  }
  .back {
    display: none;
  }
  .only-narrow {
    display: none;
  }
  .notice {
    max-inline-size: 44rem;
    margin: 0 auto 1rem;
    padding: 0.75rem 1rem;
    border: 1px solid var(--mc-warning-line);
    border-radius: var(--mc-radius);
    background: var(--mc-warning-tint);
    color: var(--mc-warning);
    font-size: 0.9375rem;
  }
  .next {
    max-inline-size: 44rem;
    margin: 1rem auto 0;
  }
  .next-button,
  .enter {
    min-block-size: 2.75rem;
    padding: 0.5rem 1.25rem;
    border: 1px solid var(--mc-edge);
    border-radius: var(--mc-radius);
    background: var(--mc-surface);
    font-weight: 500;
  }
  .empty {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: 0.375rem;
    min-block-size: 100%;
    padding: 2rem 1rem;
    text-align: center;
    color: var(--mc-ink-2);
  }
  .empty .logo {
    inline-size: 3.5rem;
    block-size: 3.5rem;
    margin-block-end: 0.75rem;
    stroke-width: 1.4;
    stroke: var(--mc-edge);
  }
  .empty .logo .dot {
    fill: var(--mc-edge);
  }
  .empty[aria-busy] .logo .dot {
    animation: pulse 1.6s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.2;
    }
  }
  .empty h2 {
    font-size: 1.125rem;
    font-weight: 600;
    color: var(--mc-ink);
  }
  .empty .try {
    margin-block-start: 0.75rem;
  }
  code,
  kbd {
    padding: 0.125rem 0.5rem;
    border: 1px solid var(--mc-line);
    border-radius: 6px;
    background: var(--mc-surface);
    color: var(--mc-ink);
    font: 0.875rem/1.5 var(--mc-mono);
  }
  .keys {
    position: fixed;
    inset-block-start: 4rem;
    inset-inline-end: 1.25rem;
    z-index: 2;
    inline-size: 20rem;
    max-inline-size: calc(100vw - 2rem);
    padding: 1.25rem;
    border: 1px solid var(--mc-line);
    border-radius: 12px;
    background: var(--mc-surface);
    box-shadow: 0 8px 32px rgb(0 0 0 / 0.16);
  }
  .keys h2 {
    font-size: 1rem;
    font-weight: 650;
  }
  .keys dl {
    margin-block: 0.75rem 1rem;
    display: grid;
    gap: 0.5rem;
  }
  .keys dl div {
    display: grid;
    grid-template-columns: 7rem 1fr;
    align-items: center;
    font-size: 0.9375rem;
  }
  .gate {
    display: grid;
    place-items: center;
    min-block-size: 100dvh;
    padding: 1.5rem;
    background: var(--mc-page);
  }
  .gate > div {
    display: grid;
    justify-items: start;
    gap: 0.75rem;
    max-inline-size: 28rem;
    padding: 2rem;
    border: 1px solid var(--mc-line);
    border-radius: 12px;
    background: var(--mc-surface);
  }
  .gate .logo {
    inline-size: 2.25rem;
    block-size: 2.25rem;
  }
  .gate h1 {
    font-size: 1.25rem;
    font-weight: 650;
    letter-spacing: -0.006em;
  }
  .gate p {
    color: var(--mc-ink-2);
  }
  .enter {
    border-color: transparent;
    background: var(--mc-accent);
    color: var(--mc-on-accent);
    font-weight: 600;
  }
  .command {
    padding: 0.5rem 0.875rem;
    background: var(--mc-sunken);
  }
`;

const narrow = css`
  @media (max-width: 899px) {
    .page {
      grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      grid-template-areas: 'top' 'body';
    }
    .top {
      gap: 0 0.75rem;
      padding-inline: 1rem;
    }
    .key,
    .keys {
      display: none;
    }
    .list,
    .pane {
      grid-area: body;
      border: 0;
    }
    .shows-list .pane,
    .shows-sheet .list,
    .only-wide {
      display: none;
    }
    .only-narrow {
      display: block;
      block-size: 100%;
    }
    .pane {
      padding: 0;
      background: var(--mc-surface);
    }
    .pane midcall-question {
      border: 0;
      border-radius: 0;
    }
    .pane midcall-question::part(sheet) {
      border-radius: 0;
      padding-block-start: 0.5rem;
      padding-inline: 1rem;
    }
    .back {
      display: inline-flex;
      align-items: center;
      gap: 0.375rem;
      min-block-size: 2.75rem;
      padding-inline: 1rem;
      color: var(--mc-accent);
      font-size: 0.9375rem;
      text-decoration: none;
    }
    .notice {
      margin: 0.5rem 1rem;
    }
    .next {
      padding: 0 1rem 1rem;
    }
  }
  @media (max-width: 479px) {
    .name span,
    .line-state.live {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .empty[aria-busy] .logo .dot {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .item.selected {
      border-inline-start-color: Highlight;
    }
    .count,
    .badge {
      border: 1px solid;
    }
    .logo {
      stroke: CanvasText;
    }
    .line-state.live .dot {
      background: CanvasText;
    }
  }
`;

export const inboxStyles = [paletteStyles, page, list, pane, narrow];
