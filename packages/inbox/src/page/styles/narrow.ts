/** One at a time on narrow pages; reduced motion; forced colours. */
import { css } from 'lit';

export const narrowStyles = css`
  @media (max-width: 899px) {
    .page {
      grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      grid-template-areas: 'top' 'body';
    }
    .top {
      flex-wrap: wrap;
      gap: 0 0.75rem;
      padding-inline: 1rem;
    }
    .tabs {
      flex-wrap: wrap;
      min-inline-size: 0;
    }
    .tab {
      min-block-size: 2.75rem;
    }
    .key {
      display: none;
    }
    .list,
    .pane {
      grid-area: body;
      border: 0;
    }
    .shows-list .pane,
    .shows-sheet .list,
    .shows-settings .list,
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
    .pane midcall-question,
    .pane midcall-round {
      margin: 0;
      border: 0;
      border-radius: 0;
    }
    .pane midcall-question::part(sheet),
    .pane midcall-round::part(sheet) {
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
      margin: 0;
      padding: 1rem;
    }
    .next a {
      margin-inline-start: 0;
    }
  }
  @media (max-width: 479px) {
    .tabs {
      gap: 0;
    }
    .tab {
      padding-inline: 0.5rem;
    }
    .line-state:not(.live) {
      flex-basis: 100%;
      padding-block-end: 0.5rem;
    }
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
