/** Invites somebody, and asks which one is meant only where more than one could be. */
import { defineTool, type ToolDefinition } from '@midcall/server';
import * as z from 'zod';
import type { Office } from './people.js';

export function defineInvite(office: Office): ToolDefinition {
  return defineTool(
    'invite_to_meeting',
    {
      title: 'Invite to a meeting',
      description: 'Invites a colleague by first name.',
      inputSchema: z.object({ first: z.string(), day: z.iso.date(), email: z.string().optional() }),
      needs: ['once'],
    },
    // #region choose
    async ({ first, day, email }, call) => {
      const people = await office.named(first); // read again on every round
      const [only] = people;
      if (only === undefined) return said(`Nobody here is called ${first}.`);
      const person =
        people.length === 1
          ? only
          : await call.choose('who', {
              message: `Which ${first} do you want to invite on ${day}?`,
              label: 'Colleague',
              from: people,
              id: one => one.email,
              title: one => `${one.name}, ${one.team}`,
              given: email, // a caller that knows is not asked
              argument: 'email', // and one whose host cannot ask is told how to say it
            });
      await call.once('invite', () => office.invite(person, day));
      return said(`Invited ${person.name} (${person.team}) on ${day}.`);
    },
    // #endregion
  );
}

function said(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
