/** The palette: every colour, font and radius is a custom property that a host may set. Also for pages that draw around the element. */
import { css } from 'lit';

export const paletteStyles = css`
  :host {
    --mc-accent: var(--midcall-accent, light-dark(#0b6b63, #5fd0c3));
    --mc-accent-hover: var(--midcall-accent-hover, light-dark(#095750, #83ddd3));
    --mc-on-accent: var(--midcall-on-accent, light-dark(#fff, #06211f));
    --mc-tint: var(--midcall-tint, light-dark(#e9f4f2, #17332f));
    --mc-surface: var(--midcall-surface, light-dark(#fff, #1a1e22));
    --mc-page: light-dark(#f5f6f8, #101215);
    --mc-sunken: var(--midcall-sunken, light-dark(#f5f6f8, #22272c));
    --mc-ink: var(--midcall-ink, light-dark(#14181d, #eceff2));
    --mc-ink-2: var(--midcall-ink-2, light-dark(#47505b, #b6bec8));
    --mc-ink-3: var(--midcall-ink-3, light-dark(#5f6975, #98a2ae));
    --mc-line: var(--midcall-line, light-dark(#dfe3e8, #30373e));
    --mc-edge: var(--midcall-edge, light-dark(#848e9b, #737e8a));
    --mc-danger: light-dark(#a8201a, #ff9d94);
    --mc-danger-fill: light-dark(#b3261e, #ff9d94);
    --mc-on-danger: light-dark(#fff, #3a0905);
    --mc-danger-tint: light-dark(#fdf1f0, #2e1816);
    --mc-danger-line: light-dark(#efc1bd, #6b2f2a);
    --mc-warning: light-dark(#7a4a00, #f2c777);
    --mc-warning-tint: light-dark(#fdf6e7, #2b2313);
    --mc-warning-line: light-dark(#ecd5a1, #5d4a1f);
    --mc-good: light-dark(#19693c, #74d39c);
    --mc-mark: light-dark(#ffe08a, #6b5410);
    --mc-radius: var(--midcall-radius, 8px);
    --mc-font: var(--midcall-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', sans-serif);
    --mc-mono: var(--midcall-mono, ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', 'Roboto Mono', 'Liberation Mono', monospace);
  }
  .monogram {
    display: inline-grid;
    place-items: center;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    flex: none;
    border-radius: 10px;
    font: 600 1.125rem/1 var(--mc-font);
    color: light-dark(oklch(0.36 0.11 var(--hue)), oklch(0.9 0.07 var(--hue)));
    background: light-dark(oklch(0.92 0.045 var(--hue)), oklch(0.34 0.07 var(--hue)));
    forced-color-adjust: auto;
  }
  /* A server's words run in their own direction but stand on the side where the sheet's own stand; a message is a text of its own. */
  [dir='auto']:not(.message, input, textarea) {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
