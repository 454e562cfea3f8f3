/** Settings, the audit, the keys and the gate: styles that come with what they are for. */
import { css } from 'lit';

export const asideStyles = css`
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
  .settings {
    max-inline-size: 44rem;
    margin: 2rem auto;
    display: grid;
    gap: 1.5rem;
  }
  .settings-title {
    font-size: 1.25rem;
    font-weight: 650;
    letter-spacing: -0.006em;
  }
  .settings section,
  .audit {
    display: grid;
    justify-items: start;
    gap: 0.75rem;
    padding: 1.5rem 1.75rem;
    border: 1px solid var(--mc-line);
    border-radius: 12px;
    background: var(--mc-surface);
  }
  .settings h3,
  .audit h2 {
    margin: 0;
    font-size: 1.0625rem;
    font-weight: 650;
  }
  .settings p {
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
    max-inline-size: 60ch;
  }
  .setting {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
  }
  .quiet-hours {
    margin: 0;
    padding: 1rem 0 0;
    border: 0;
    border-block-start: 1px solid var(--mc-line);
    justify-self: stretch;
  }
  .quiet-hours legend {
    float: inline-start;
    inline-size: 100%;
    padding: 0;
    font-weight: 600;
  }
  .quiet-hours div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem 1.5rem;
    margin-block-start: 0.75rem;
  }
  .quiet-hours label {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    font-size: 0.9375rem;
  }
  .quiet-hours input {
    min-block-size: 2.75rem;
    padding: 0.375rem 0.75rem;
    border: 1px solid var(--mc-edge);
    border-radius: var(--mc-radius);
    background: var(--mc-surface);
    color: inherit;
    font: inherit;
  }
  .server-head {
    display: flex;
    align-items: center;
    gap: 1rem;
  }
  .server-head .monogram {
    inline-size: 3rem;
    block-size: 3rem;
    font-size: 1.375rem;
  }
  .settings .server-head p {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 0.75rem;
  }
  .server-questions ul {
    justify-self: stretch;
    margin-inline: -1.75rem;
    border-block-start: 1px solid var(--mc-line);
    list-style: none;
  }
  .server-questions li:last-child .item {
    border-block-end: 0;
  }
  .server-questions .item {
    padding-inline: calc(1.75rem - 3px) 1.75rem;
  }
  .settings .server-questions:has(ul) {
    padding-block-end: 0.25rem;
  }
  .server-questions .count {
    margin-inline-start: 0.375rem;
  }
  .filter {
    display: grid;
    gap: 0.5rem;
  }
  .rules {
    justify-self: stretch;
    list-style: none;
  }
  .rules li {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.5rem 0.875rem;
    padding-block: 0.875rem;
    border-block-start: 1px solid var(--mc-line);
  }
  .rules li:last-child {
    padding-block-end: 0;
  }
  .rules .what {
    flex: 1 1 14rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .rules .server {
    font-weight: 600;
  }
  .since {
    color: var(--mc-ink-2);
    font-size: 0.9375rem;
  }
  .since .asked {
    display: block;
    color: var(--mc-ink);
  }
  .since dl {
    margin-block: 0.25rem;
  }
  .since dl div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
  }
  .since dd {
    color: var(--mc-ink);
  }
  .audit {
    max-inline-size: 44rem;
    margin: -1rem auto 2rem;
  }
  .audit .day {
    margin-block-start: -0.5rem;
    color: var(--mc-ink-2);
    font-size: 0.875rem;
  }
  .audit ol {
    justify-self: stretch;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .audit li {
    display: grid;
    grid-template-columns: 5.5rem minmax(0, 1fr) auto;
    gap: 0 1rem;
    padding-block: 0.4375rem;
    border-block-start: 1px solid var(--mc-line);
    font-size: 0.9375rem;
  }
  .audit time,
  .audit .actor {
    color: var(--mc-ink-2);
    font-variant-numeric: tabular-nums;
  }
  .audit time {
    white-space: nowrap;
  }
  .audit code {
    grid-column: 2;
    justify-self: start;
    font-size: 0.8125rem;
  }
  @media (max-width: 899px) {
    .keys {
      display: none;
    }
    .settings {
      margin: 1rem;
    }
    .settings section {
      padding: 1.25rem 1rem;
    }
    .server-questions ul {
      margin-inline: -1rem;
    }
    .server-questions .item {
      padding-inline: calc(1rem - 3px) 1rem;
    }
    .audit {
      margin: 0;
      border-width: 1px 0 0;
      border-radius: 0;
      padding: 1.25rem 1rem;
    }
    .audit li {
      grid-template-columns: 6rem minmax(0, 1fr);
    }
    .audit .actor {
      grid-column: 2;
    }
  }
`;
