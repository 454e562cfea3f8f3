/** Small sheets, reduced motion, forced colours. */
import { css } from 'lit';

export const narrowStyles = css`
  @container (max-width: 34rem) {
    .sheet {
      padding: 1rem;
      gap: 1.25rem;
    }
    .who {
      column-gap: 0.75rem;
    }
    .when,
    .arguments {
      grid-column: 1 / -1;
    }
    .when {
      margin-block-start: 0.5rem;
    }
    .answers > div {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .answers dt {
      grid-column: 1;
    }
    .answers dd:not(.change) {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    .answers .change {
      grid-column: 2;
      grid-row: 1;
    }
    .main:has(.waits) {
      max-inline-size: none;
    }
    .main .button {
      flex: 1 1 auto;
    }
    .secret-ways .button {
      flex: 1 1 100%;
    }
    .row-options .option {
      flex: 1 1 auto;
    }
    .arguments dl div,
    .details div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (min-height: 37.5rem) {
    .actions {
      position: sticky;
      inset-block-end: 0;
      z-index: 1;
      background: var(--mc-surface);
    }
  }
  @container (max-width: 34rem) {
    .actions {
      display: grid;
      align-items: stretch;
      gap: 0.625rem;
      margin-inline: -1rem;
      padding: 0.75rem 1rem;
    }
    .others {
      gap: 0.5rem;
    }
    .quiet {
      padding: 0.375rem 0.625rem 0.5rem;
    }
    .quiet .meaning {
      line-height: 1.3;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    .monogram,
    .findings li,
    .blocked,
    .outcome,
    .secret,
    .button,
    .chip {
      border: 1px solid;
    }
    .primary[aria-disabled='true'],
    .quiet button[aria-disabled='true'] {
      color: GrayText;
      border-color: GrayText;
    }
    .finder .row.active {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .finder [aria-selected='true'] .mark {
      forced-color-adjust: none;
      background: Highlight;
      border-color: Highlight;
    }
    .option:has(:checked),
    .list .option:has(:focus-visible) {
      outline-color: Highlight;
    }
    .icon svg,
    .sign,
    .marks svg {
      color: CanvasText;
    }
  }
`;
