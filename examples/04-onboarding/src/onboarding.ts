/** Asks each person once how they work, keeps to it, shows what it remembers, and forgets when told. */
import { choice, defineTool, type RememberedAnswers, type ToolDefinition, text } from '@midcall/server';
import * as z from 'zod';

// #region remember
export const planDay = defineTool(
  'plan_day',
  {
    title: 'Plan a day',
    description: 'Plans tasks into working hours.',
    inputSchema: z.object({ tasks: z.array(z.string()).min(1) }),
    needs: ['remember'],
  },
  async ({ tasks }, call) => {
    const habits = await call.need('habits', {
      message: 'How do you like to work? This is asked once and kept for 90 days; forget_habits takes it back.',
      form: {
        start: choice(['07:00', '08:00', '09:00', '10:00'], { title: 'I start at' }),
        pace: choice(['One thing at a time', 'Several side by side'], { title: 'I do' }),
        keepFree: text({ title: 'Keep free', description: 'For example: lunch at noon.', optional: true, maxLength: 80 }),
      },
      remember: { for: '90d' }, // per person, sealed, for this tool and this very question
    });
    const plan = habits.pace === 'One thing at a time' ? tasks.join(', then ') : tasks.join(' beside ');
    return said(`From ${habits.start}: ${plan}.${habits.keepFree === undefined ? '' : ` Kept free: ${habits.keepFree}.`}`);
  },
);
// #endregion

// #region forget
/** @param remembered `midcall.remembered` of the process that serves the tools. */
export function defineHabitTools(remembered: RememberedAnswers): readonly ToolDefinition[] {
  return [
    defineTool('list_habits', { title: 'What is remembered about me', annotations: { readOnlyHint: true } }, async (_none, call) => {
      const known = await remembered.list(call.principal);
      return said(known.length === 0 ? 'Nothing is remembered.' : known.map(one => `${one.name}: ${one.key}`).join('\n'));
    }),
    defineTool('forget_habits', { title: 'Forget what is remembered about me' }, async (_none, call) => {
      const count = await remembered.forget(call.principal);
      return said(count === 0 ? 'There was nothing to forget.' : `Forgot ${count} ${count === 1 ? 'answer' : 'answers'}.`);
    }),
  ];
}
// #endregion

function said(words: string) {
  return { content: [{ type: 'text' as const, text: words }] };
}
