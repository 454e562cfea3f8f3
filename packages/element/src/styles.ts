/**
 * How a question looks. Calm and dense enough for work: system font, a 4 px grid, hairlines, one accent, almost no shadow.
 * Every colour is a custom property, so that a host can dress the sheet; light and dark follow the page's `color-scheme`.
 */
import { css } from 'lit';

/** The palette alone, for pages that draw around the element. */
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

const base = css`
  :host {
    display: block;
    container-type: inline-size;
    color: var(--mc-ink);
    font: 400 1rem/1.5 var(--mc-font);
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  p,
  h2,
  h3,
  dl,
  dd,
  ul,
  ol,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button {
    cursor: pointer;
  }
  :focus {
    outline: none;
  }
  :focus-visible {
    outline: 2px solid var(--mc-accent);
    outline-offset: 2px;
  }
  h2:focus-visible,
  h3:focus-visible,
  p:focus-visible {
    outline: none;
  }
  code,
  .code {
    font-family: var(--mc-mono);
    font-size: 0.9em;
    overflow-wrap: anywhere;
  }
  mark {
    background: var(--mc-mark);
    color: inherit;
    border-radius: 3px;
    padding: 0 2px;
  }
  .sheet {
    display: flex;
    flex-direction: column;
    gap: 1.5rem;
    max-inline-size: 44rem;
    padding: 1.5rem;
    background: var(--mc-surface);
  }
  .link {
    display: inline;
    padding: 0;
    border: 0;
    background: none;
    color: var(--mc-accent);
    font-size: 0.9375rem;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
    text-align: start;
    border-radius: 3px;
  }
  .link:hover {
    color: var(--mc-accent-hover);
    text-decoration-thickness: 2px;
  }
  .hint,
  .about,
  .sub,
  .reading,
  .counter {
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
    max-inline-size: 65ch;
    overflow-wrap: anywhere;
  }
`;

const header = css`
  .who {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    column-gap: 0.875rem;
    align-items: start;
  }
  .who .monogram {
    grid-row: 1 / span 2;
  }
  .title {
    padding-block-start: 0.0625rem;
    font-size: 1.25rem;
    line-height: 1.3;
    font-weight: 400;
    letter-spacing: -0.006em;
    overflow-wrap: anywhere;
  }
  .title .server {
    font-weight: 650;
  }
  .context {
    grid-column: 2 / -1;
    margin-block-start: 0.125rem;
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
    overflow-wrap: anywhere;
  }
  .context > * {
    margin-inline-end: 0.5rem;
  }
  .context code {
    color: var(--mc-ink);
  }
  .claim {
    display: block;
  }
  .corner {
    display: flex;
    gap: 0.25rem;
    margin: -0.375rem -0.5rem -0.75rem 0;
  }
  .corner:dir(rtl) {
    margin: -0.375rem 0 -0.75rem -0.5rem;
  }
  .icon {
    display: grid;
    place-items: center;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    border: 0;
    border-radius: var(--mc-radius);
    background: none;
    color: var(--mc-ink-2);
  }
  .icon:hover {
    background: var(--mc-sunken);
    color: var(--mc-ink);
  }
  .icon svg {
    inline-size: 1.25rem;
    fill: currentColor;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  .when {
    grid-column: 2 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.875rem;
    margin-block-start: 0.25rem;
    color: var(--mc-ink-3);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .when .link {
    font-size: inherit;
  }
  .time.short {
    color: var(--mc-warning);
    font-weight: 600;
  }
  .arguments {
    grid-column: 2 / -1;
    margin-block-start: 0.5rem;
    padding: 0.75rem 0.875rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: var(--mc-sunken);
    font-size: 0.875rem;
    color: var(--mc-ink-2);
  }
  .arguments dl div,
  .details div {
    display: grid;
    grid-template-columns: minmax(6rem, 10rem) minmax(0, 1fr);
    gap: 0.125rem 1rem;
    padding-block: 0.125rem;
  }
  .arguments dd {
    color: var(--mc-ink);
    font-family: var(--mc-mono);
    font-size: 0.8125rem;
    line-height: 1.6;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .arguments dt,
  .details dt {
    overflow-wrap: anywhere;
  }
  .details {
    padding: 0.75rem 0.875rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    font-size: 0.875rem;
    color: var(--mc-ink-2);
  }
  .details dd {
    color: var(--mc-ink);
    overflow-wrap: anywhere;
  }
  .menu {
    position: relative;
  }
  .items {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline-end: 0;
    z-index: 2;
    inline-size: max-content;
    max-inline-size: min(20rem, 80vw);
    padding: 0.25rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: var(--mc-surface);
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.12);
  }
  .items button {
    display: block;
    inline-size: 100%;
    min-block-size: 2.75rem;
    padding: 0.5rem 0.75rem;
    border: 0;
    border-radius: 6px;
    background: none;
    text-align: start;
    font-size: 0.9375rem;
  }
  .items button:hover {
    background: var(--mc-sunken);
  }
  .items small {
    display: block;
    color: var(--mc-ink-2);
    font-size: 0.8125rem;
    line-height: 1.4;
  }
  .items .grave {
    color: var(--mc-danger);
  }
`;

const body = css`
  .message {
    max-inline-size: 65ch;
    font-size: 1.0625rem;
    line-height: 1.55;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
  .message.empty {
    color: var(--mc-ink-2);
    font-size: 1rem;
  }
  .message.folded {
    max-block-size: calc(12 * 1.55em);
    overflow: hidden;
    mask-image: linear-gradient(#000 80%, transparent);
  }
  .fold {
    align-self: start;
    margin-block-start: -1rem;
  }
  .findings {
    display: grid;
    gap: 0.5rem;
    list-style: none;
  }
  .findings li,
  .blocked {
    display: flex;
    gap: 0.625rem;
    padding: 0.625rem 0.875rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    font-size: 0.9375rem;
    max-inline-size: 65ch;
    overflow-wrap: anywhere;
  }
  .findings .warning {
    border-color: var(--mc-warning-line);
    background: var(--mc-warning-tint);
    color: var(--mc-warning);
  }
  .findings .danger,
  .blocked.danger {
    border-color: var(--mc-danger-line);
    background: var(--mc-danger-tint);
    color: var(--mc-danger);
  }
  .findings .info {
    color: var(--mc-ink-2);
  }
  .sign {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    flex: none;
    margin-block-start: 0.125rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .summary {
    padding: 1rem 1.125rem;
    border: 2px solid var(--mc-danger-fill);
    border-radius: var(--mc-radius);
    scroll-margin: 1rem;
  }
  .summary h3 {
    font-size: 1.0625rem;
    font-weight: 650;
  }
  .summary ul {
    margin-block-start: 0.375rem;
    list-style: none;
    display: grid;
    gap: 0.25rem;
  }
  .summary a {
    color: var(--mc-danger);
    font-weight: 600;
    text-underline-offset: 3px;
    overflow-wrap: anywhere;
  }
  .summary .of {
    font-weight: 400;
  }
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

const options = css`
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

const ways = css`
  .actions {
    display: grid;
    gap: 1rem;
    padding-block-start: 1.25rem;
    border-block-start: 1px solid var(--mc-line);
  }
  .main {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 0.75rem;
  }
  .button {
    min-block-size: 2.75rem;
    padding: 0.5rem 1.25rem;
    border: 1px solid transparent;
    border-radius: var(--mc-radius);
    font-weight: 600;
    overflow-wrap: anywhere;
    transition: background-color 120ms;
  }
  .primary {
    background: var(--mc-accent);
    color: var(--mc-on-accent);
  }
  .primary:hover {
    background: var(--mc-accent-hover);
  }
  .primary[aria-disabled='true'] {
    background: var(--mc-sunken);
    border-color: var(--mc-line);
    color: var(--mc-ink-2);
    cursor: default;
  }
  .plain {
    border-color: var(--mc-edge);
    background: var(--mc-surface);
    font-weight: 500;
  }
  .plain:hover {
    background: var(--mc-sunken);
  }
  .button.grave {
    background: var(--mc-danger-fill);
    color: var(--mc-on-danger);
  }
  .waits {
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
  }
  .others {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.75rem;
  }
  .quiet {
    display: grid;
    align-content: start;
    min-block-size: 2.75rem;
    padding: 0.5rem 0.875rem 0.625rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: none;
    text-align: start;
  }
  .quiet:hover {
    border-color: var(--mc-edge);
    background: var(--mc-sunken);
  }
  .quiet .label {
    font-weight: 600;
    font-size: 0.9375rem;
  }
  .quiet .meaning {
    color: var(--mc-ink-2);
    font-size: 0.875rem;
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  .quiet[aria-disabled='true'] {
    cursor: default;
    color: var(--mc-ink-3);
  }
  .leaving .ask {
    font-size: 1.0625rem;
  }
  .check h3,
  .outcome h3,
  .secret h3 {
    font-size: 1.125rem;
    line-height: 1.35;
    font-weight: 650;
    letter-spacing: -0.004em;
    overflow-wrap: anywhere;
  }
  .answers {
    margin-block-start: 0.75rem;
    border-block-start: 1px solid var(--mc-line);
  }
  .answers > div {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) auto;
    gap: 0.25rem 1rem;
    padding-block: 0.75rem;
    border-block-end: 1px solid var(--mc-line);
  }
  .check:has(+ .actions) .answers {
    border-block-end: 0;
    margin-block-end: -1.5rem;
  }
  .check:has(+ .actions) .answers > div:last-child {
    border-block-end: 0;
  }
  .answers .raw {
    display: block;
    color: var(--mc-ink-2);
    font-size: 0.8125rem;
  }
  .answers + .link {
    display: inline-block;
    margin-block-start: 0.75rem;
  }
  .answers dt {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .answers dd {
    overflow-wrap: anywhere;
  }
  .answers .pre {
    white-space: pre-wrap;
  }
  .answers .plain {
    border: 0;
    background: none;
    list-style: none;
    font-weight: 400;
  }
  .left-out {
    color: var(--mc-ink-3);
  }
  .address {
    display: grid;
    gap: 0.25rem;
    justify-items: start;
  }
  .host {
    font-size: 1.375rem;
    line-height: 1.35;
    color: var(--mc-ink-2);
    overflow-wrap: anywhere;
    margin-block-end: 0.75rem;
  }
  .host strong {
    color: var(--mc-ink);
    font-weight: 650;
  }
  .href {
    inline-size: 100%;
    padding: 0.75rem 0.875rem;
    border: 1px solid var(--mc-line);
    border-radius: var(--mc-radius);
    background: var(--mc-sunken);
    font: 0.875rem/1.6 var(--mc-mono);
    overflow-wrap: anywhere;
    user-select: all;
  }
  .address .link {
    margin-block-start: 0.25rem;
  }
  .pending {
    font-weight: 600;
  }
  .secret {
    display: grid;
    gap: 1.25rem;
    padding: 1.25rem;
    border: 2px solid var(--mc-danger-fill);
    border-radius: var(--mc-radius);
    background: var(--mc-danger-tint);
  }
  .secret-head {
    display: flex;
    gap: 0.75rem;
  }
  .secret .sign {
    inline-size: 1.5rem;
    block-size: 1.5rem;
    color: var(--mc-danger);
  }
  .secret .evidence {
    margin-block-start: 0.25rem;
    list-style: none;
  }
  .secret-ways {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 0.75rem;
  }
  .secret .plain {
    background: transparent;
  }
  .secret .link {
    min-block-size: 2.75rem;
    padding-inline: 0.25rem;
    color: var(--mc-ink-2);
  }
  .outcome {
    padding: 1rem 1.125rem;
    border: 1px solid var(--mc-line);
    border-inline-start: 4px solid var(--mc-edge);
    border-radius: var(--mc-radius);
  }
  .outcome.good {
    border-inline-start-color: var(--mc-good);
  }
  .outcome.bad {
    border-inline-start-color: var(--mc-danger-fill);
  }
  .outcome p {
    color: var(--mc-ink-2);
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
    margin-block-start: 0.5rem;
    list-style: none;
    font-size: 0.9375rem;
    font-weight: 600;
  }
  .marks li {
    display: flex;
    align-items: center;
    gap: 0.375rem;
  }
  .marks svg {
    inline-size: 1.125rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 2.2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .done {
    color: var(--mc-good);
  }
  .lost {
    color: var(--mc-danger);
  }
`;

const narrow = css`
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
  @container (max-width: 34rem) {
    @media (min-height: 37.5rem) {
      .actions {
        position: sticky;
        inset-block-end: 0;
        z-index: 1;
        margin-inline: -1rem;
        padding: 0.75rem 1rem;
        gap: 0.625rem;
        background: var(--mc-surface);
      }
      .others {
        gap: 0.5rem;
      }
      .quiet {
        padding: 0.375rem 0.625rem 0.5rem;
      }
      .quiet .meaning {
        font-size: 0.8125rem;
        line-height: 1.3;
      }
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none;
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
    .quiet[aria-disabled='true'] {
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

export const sheetStyles = [paletteStyles, base, header, body, options, ways, narrow];
