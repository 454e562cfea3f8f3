/** The message, its warnings, and the error summary. */
import { css } from 'lit';

export const messageStyles = css`
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
`;
