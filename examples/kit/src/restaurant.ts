/** The tool that the page examples call: it asks when and for how many, and once more before it books. */
import { choice, defineTool, integer, type ToolDefinition, text } from '@midcall/server';

export interface Restaurant {
  /** What was booked so far, one line each. */
  readonly booked: readonly string[];
  readonly bookTable: ToolDefinition;
}

export function createRestaurant(): Restaurant {
  const booked: string[] = [];
  const bookTable = defineTool('book_table', { description: 'Books a table at the restaurant.' }, async (_args, call) => {
    const wish = await call.need('wish', {
      message: 'When would you like to come, and how many are you?',
      form: {
        day: text({ format: 'date', title: 'Day' }),
        guests: integer({ minimum: 1, maximum: 12, title: 'Guests' }),
        where: choice({ inside: 'Inside', terrace: 'On the terrace' }, { title: 'Where' }),
      },
    });
    await call.confirm('deposit', {
      message: `Book for ${wish.guests} on ${wish.day}? A deposit of 20 € is kept if you do not come.`,
      tick: 'I know about the deposit',
    });
    booked.push(`${wish.day}, ${wish.guests}, ${wish.where}`);
    return { content: [{ type: 'text', text: `Booked for ${wish.guests} on ${wish.day}, ${wish.where}.` }] };
  });
  return { booked, bookTable };
}
