import type { McpServer } from '@modelcontextprotocol/server';
import { asking } from './asking.js';
import { elicitLiteral } from './elicit-literal.js';
import { handWritten } from './hand-written.js';
import { withMidcall, withRounds } from './midcall.js';
import { plain } from './plain.js';

export type ServerName = 'midcall' | 'midcall-rounds' | 'hand-written' | 'elicit-literal' | 'plain' | 'asking';

export const servers: Readonly<Record<ServerName, () => McpServer>> = {
  midcall: withMidcall,
  'midcall-rounds': withRounds,
  'hand-written': handWritten,
  'elicit-literal': elicitLiteral,
  plain,
  asking,
};
