/** Files a bug: what the caller knows is not asked, what it does not know is, and a no has an alternative. */
import { choice, defineTool, type ToolDefinition } from '@midcall/server';
import * as z from 'zod';
import type { Tracker } from './tracker.js';

const COMPONENTS = ['Editor', 'Sync', 'Billing'] as const;
const SEVERITIES = ['Blocks me', 'Annoys me', 'Cosmetic'] as const;

export function defineReportBug(tracker: Tracker): ToolDefinition {
  return defineTool(
    'report_bug',
    {
      title: 'Report a bug',
      description: 'Files a bug report. Leave out what you do not know.',
      inputSchema: z.object({ title: z.string(), component: z.enum(COMPONENTS).optional(), severity: z.enum(SEVERITIES).optional() }),
      needs: ['once'],
    },
    // #region given
    async (args, call) => {
      const { component, severity } = await call.need('details', {
        message: `Filing "${args.title}". What is missing?`,
        form: { component: choice(COMPONENTS), severity: choice(SEVERITIES, { title: 'How bad is it?' }) },
        given: args, // a valid argument is not asked; an invalid one is, and the question says why
        declined: () => 'The report was not filed; offer to keep the text as a note instead.',
      });
      const number = await call.once('file', () => tracker.file({ title: args.title, component, severity }));
      return said(`Filed #${number}: ${args.title} (${component}, ${severity}).`);
    },
    // #endregion
  );
}

function said(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
