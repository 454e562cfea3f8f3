/** The secret-ask. */
import { css } from 'lit';

export const secretStyles = css`
  .secret h3 {
    font-size: 1.125rem;
    line-height: 1.35;
    font-weight: 650;
    letter-spacing: -0.004em;
    overflow-wrap: anywhere;
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
`;
