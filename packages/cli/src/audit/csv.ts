/** Audit rows as CSV (RFC 4180), safe to open in a spreadsheet: what a server wrote never becomes a formula there. */
import type { ExportedRow } from '@midcall/host';

const COLUMNS = [
  'chain',
  'n',
  'at',
  'question',
  'principal',
  'server',
  'stage',
  'by',
  'surface',
  'action',
  'reason',
  'shown',
  'detail',
  'values',
  'mac',
] as const;

export const CSV_HEAD = COLUMNS.join(',');

export function csvLine({ chain, n, row, values, mac }: ExportedRow): string {
  const { detail, at, ...plain } = row;
  const cells: Readonly<Record<(typeof COLUMNS)[number], unknown>> = {
    principal: '',
    surface: '',
    action: '',
    reason: '',
    shown: '',
    ...plain,
    chain,
    n,
    at: new Date(at).toISOString(),
    detail: detail === undefined ? '' : JSON.stringify(detail),
    values: values === undefined ? '' : JSON.stringify(values),
    mac,
  };
  return COLUMNS.map(column => cell(String(cells[column]))).join(',');
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}
