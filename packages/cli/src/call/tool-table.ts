/** The tools of a server as a table for people. Everything in it comes from the server and is shown as text (N11). */
import { showText } from '@midcall/core/inspect';
import Table from 'cli-table3';
import { plainTable } from '../terminal/plain-table.js';
import type { Colors } from '../terminal/terminal.js';
import { propertiesOf, requiredOf, type ToolShape } from './tool-arguments.js';

/** Name, arguments (`*` = needed) and the first line of the description, wrapped to `width` columns. */
export function toolTable(tools: readonly (ToolShape & { readonly description?: string | undefined })[], width: number, c: Colors): string {
  const first = Math.min(30, Math.max(4, ...tools.map(tool => tool.name.length)));
  const second = Math.min(30, Math.max(9, ...tools.map(tool => argumentsOf(tool).length)));
  const table = new Table({
    ...plainTable,
    colWidths: [first, second, Math.max(20, width - first - second - 4)],
    head: ['tool', 'arguments', 'what it says it does'].map(word => c.dim(word)),
  });
  for (const tool of tools)
    table.push([c.bold(showText(tool.name)), argumentsOf(tool), showText((tool.description ?? '').split('\n')[0] ?? '')]);
  return table
    .toString()
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n');
}

function argumentsOf(tool: ToolShape): string {
  const required = new Set(requiredOf(tool.inputSchema));
  return [...propertiesOf(tool.inputSchema).keys()].map(name => `${showText(name)}${required.has(name) ? '*' : ''}`).join(' ');
}
