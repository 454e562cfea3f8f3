/** A person at the inbox of one gateway process. Questions are told apart by the cell that stands in their message. */
import type { JsonObject } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import { enterInbox } from '../../../packages/cli/dist/testing/inbox-person.js';
import type { Cell } from './cell.js';
import type { Running } from './processes.js';

/** A question as whoever is asked sees it. */
export interface Shown {
  readonly message: string;
  readonly url?: string;
  /** Of the desk; absent where a host shows it. */
  readonly id?: string;
  /** As it came, where a host shows it. */
  readonly params?: JsonObject;
}

/** What is answered; undefined = nothing. */
export type Reaction = (shown: Shown) => ElicitResult | undefined | Promise<ElicitResult | undefined>;

export interface DeskPerson {
  /** How the questions of this cell are answered from now on. */
  attend(cell: Pick<Cell, 'id'>, react: Reaction): void;
  /** Settles when that question waits no longer. */
  ended(id: string): Promise<QuestionView>;
  leave(): void;
}

/** Enters the inbox as soon as the gateway says where it is: with its first question. */
export function deskPerson(gateway: Pick<Running, 'said'>): DeskPerson {
  const reactions = new Map<string, Reaction>();
  const entering = gateway.said(/browser: (\S+\.html)/).then(([, file = '']) => enterInbox(file));

  const look = async (): Promise<void> => {
    const person = await entering;
    const seen = new Set<string>();
    for (;;) {
      const view = await person.question(one => one.state === 'waiting' && !seen.has(one.id));
      seen.add(view.id);
      const react = reactions.get(view.message.slice(0, view.message.indexOf(':')));
      void Promise.resolve(react?.({ id: view.id, message: view.message, ...(view.url && { url: view.url.href }) })).then(
        answer => answer && person.answer(view.id, answer),
      );
    }
  };
  // Nobody may ever be asked there: a gateway that ends before it asks is no fault of this person's.
  look().catch(() => undefined);

  return {
    attend: (cell, react) => void reactions.set(cell.id, react),
    ended: async id => (await entering).question(one => one.id === id && one.state !== 'waiting'),
    leave: () =>
      void entering.then(
        person => person.leave(),
        () => undefined,
      ),
  };
}
