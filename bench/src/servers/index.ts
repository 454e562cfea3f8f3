import type { McpServer } from '@modelcontextprotocol/server';
import { elicitLiteral } from './elicit-literal.js';
import { handWritten } from './hand-written.js';
import { plain } from './plain.js';

export type ServerName = 'hand-written' | 'elicit-literal' | 'plain';

export const servers: Readonly<Record<ServerName, () => McpServer>> = {
  'hand-written': handWritten,
  'elicit-literal': elicitLiteral,
  plain,
};
