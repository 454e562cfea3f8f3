/** Deletes records for good, after a ticked yes to exactly what will be lost. */
import { defineTool, type ToolDefinition } from '@midcall/server';
import * as z from 'zod';
import type { Records } from './records.js';

export function defineDeleteRecords(records: Records): ToolDefinition {
  return defineTool(
    'delete_records',
    {
      title: 'Delete old records',
      description: 'Deletes the records of a table that nobody has touched for some days.',
      inputSchema: z.object({ table: z.string(), days: z.number().int().min(30) }),
      annotations: { destructiveHint: true },
      needs: ['once'],
    },
    // #region confirm
    async ({ table, days }, call) => {
      const ids = await call.pin('ids', () => records.untouched(table, days)); // looked up once: what was agreed to is what goes
      if (ids.length === 0) return said(`No record of ${table} is older than ${days} days. Nothing was deleted.`);
      await call.confirm('sure', {
        message: `Delete ${ids.length} records from ${table}? Nobody has touched them for ${days} days. This cannot be undone.`,
        tick: `Delete ${ids.length} records for good`, // no argument can tick it, and it is never ticked beforehand
      });
      const deleted = await call.once('delete', () => records.remove(table, ids));
      return said(`Deleted ${deleted} records from ${table}.`);
    },
    // #endregion
  );
}

function said(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
