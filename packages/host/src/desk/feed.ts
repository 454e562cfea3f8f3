/** Live changes to whoever looks, each only about their own questions (N7). A listener that throws disturbs nobody else. */
import type { QuestionView } from '@midcall/core/contract';
import type { Viewer } from '../desk.js';

export interface Feed {
  subscribe(viewer: Viewer, listener: (question: QuestionView) => void): () => void;
  publish(principal: string, question: QuestionView): void;
}

export function createFeed(onError: (error: unknown) => void): Feed {
  const listeners = new Map<string, Set<(question: QuestionView) => void>>();
  return {
    subscribe(viewer, listener) {
      // A function of its own per subscription, so that one listener subscribed twice is stopped one by one.
      const own = (question: QuestionView): void => listener(question);
      const mine = listeners.get(viewer.principal) ?? new Set();
      listeners.set(viewer.principal, mine.add(own));
      return () => {
        mine.delete(own);
        if (mine.size === 0 && listeners.get(viewer.principal) === mine) listeners.delete(viewer.principal);
      };
    },
    publish(principal, question) {
      for (const listener of [...(listeners.get(principal) ?? [])]) {
        try {
          listener(question);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
