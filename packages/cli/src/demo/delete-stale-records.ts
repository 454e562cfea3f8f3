/** The demo's tool: deletes old rows from a table, after asking which, and again before they go. */
import { choice, defineTool, text, yesNo } from '@midcall/server';
import { z } from 'zod';
import { writeBackup } from './backup.js';
import { type Records, TABLES, type TableName } from './records.js';

const number = new Intl.NumberFormat('en');

/** Builds the tool over one process's records. */
export function deleteStaleRecords(records: Records) {
  return defineTool(
    'delete_stale_records',
    {
      title: 'Delete stale records',
      description: 'Deletes the rows of a table that nobody has used since a given day. Asks a person which, and again before they go.',
      inputSchema: z.object({ reason: z.string().optional().describe('Why the rows should go, for the note.') }),
      annotations: { destructiveHint: true },
    },
    async (_args, call) => {
      const plan = await call.need('plan', {
        message: 'Which records may go?\nNothing is deleted before you have seen how many they are.',
        form: {
          table: choice(TABLES, { title: 'Table' }),
          before: text({
            title: 'Not used since',
            description: 'Rows last used before this day go.',
            format: 'date',
            default: '2026-01-01',
          }),
          backup: yesNo({ title: 'Keep a backup?', description: 'A file on this computer that only you can read.', default: true }),
          note: text({ title: 'Note', description: 'Stays with the result.', maxLength: 200, optional: true }),
        },
      });
      const table = plan.table as TableName;
      const stale = records.staleIn(table, plan.before);
      const rows = `${number.format(stale.length)} ${stale.length === 1 ? 'row' : 'rows'}`;
      if (stale.length === 0) return say(`No row of ${table} is that old; nothing was deleted.`);

      // One short question, so that the button can say it; what hangs on it stands beside the box.
      await call.confirm('delete', {
        message: `Delete ${rows} from ${table}?`,
        tick: `Everything last used before ${plan.before} goes${plan.backup ? '; a backup is kept' : ' for good, without a backup'}`,
      });

      const done = await call.once('rows', async () => {
        const backup = plan.backup ? await writeBackup(table, stale) : undefined;
        return { deleted: records.deleteStale(table, plan.before), backup };
      });
      const kept = done.backup === undefined ? '' : ` The backup is ${done.backup}.`;
      const note = plan.note === undefined ? '' : ` Note: ${plan.note}`;
      return say(`Deleted ${number.format(done.deleted)} rows from ${table}; ${number.format(records.count(table))} remain.${kept}${note}`);
    },
  );
}

function say(line: string) {
  return { content: [{ type: 'text' as const, text: line }] };
}
