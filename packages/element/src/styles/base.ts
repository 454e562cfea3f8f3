/** What every part of the sheet starts from. */
import { css } from 'lit';

export const baseStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    position: relative;
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
