/** A question that can no longer be answered from here: what became of it, in two marks, saved and delivered (D24). */
import type { QuestionState } from '@midcall/core/contract';
import type { Sheet } from '../sheet.js';

export interface Outcome {
  readonly tone: 'good' | 'quiet' | 'bad';
  readonly title: string;
  readonly body: string;
}

export function outcomeOf({ view, say, server }: Pick<Sheet, 'view' | 'say' | 'server'>, state: QuestionState, typed: boolean): Outcome {
  switch (state) {
    case 'withdrawn':
      return { tone: 'quiet', title: say('withdrawn', { server }), body: typed ? say('withdrawnDraft') : say('withdrawnMeaning') };
    case 'expired':
      return { tone: 'quiet', title: say('expired'), body: say('expiredMeaning', { server }) };
    case 'undeliverable':
      return { tone: 'bad', title: say('undeliverable'), body: say('undeliverableMeaning', { server }) };
    default: {
      if (view.action === 'decline') return { tone: 'quiet', title: say('declined'), body: say('declinedMeaning', { server }) };
      if (view.action === 'cancel') return { tone: 'quiet', title: say('cancelled'), body: say('cancelledMeaning', { server }) };
      return {
        tone: 'good',
        title: view.url === undefined ? say('answered') : say('accepted'),
        body: state === 'saved' ? say('savedMeaning', { server }) : '',
      };
    }
  }
}
