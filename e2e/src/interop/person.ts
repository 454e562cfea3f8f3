/** One person at a desk who does as planned with every question, and counts them. */
import type { JsonObject } from '@midcall/core';
import { type Desk, type Surface, scriptedSurface } from '@midcall/host';
import type { Action } from './row.js';

export interface Person {
  readonly surface: Surface;
  /** What comes from now on is answered so; a content is filled in field by field, as any surface does it. */
  plan(action: Action, content?: JsonObject): void;
  /** Questions seen since the last plan. */
  asked(): number;
}

export function planningPerson(): Person {
  let desk: Desk | undefined;
  let asked = 0;
  let script: Surface = scriptedSurface('cancel');
  return {
    surface: {
      name: 'script',
      attached(to) {
        desk = to;
        script.attached?.(to);
      },
      reachable: () => true,
      raise(...question) {
        asked += 1;
        script.raise?.(...question);
      },
    },
    plan(action, content) {
      asked = 0;
      script = scriptedSurface({ '*': { action, ...(action === 'accept' && content !== undefined && { content }) } });
      if (desk !== undefined) script.attached?.(desk);
    },
    asked: () => asked,
  };
}
