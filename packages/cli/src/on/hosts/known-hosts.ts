/**
 * What is publicly known of hosts and questions: their documentation, and reports of their users. A host that says of
 * itself that it can ask is not always one that does, so the table says where a sentence comes from and when.
 */
import type { DeskMode } from '@midcall/gateway';
import type { HostId } from './host-paths.js';

/** When the table was last looked through. */
export const KNOWN_AS_OF = '2026-11';

export interface KnownHost {
  readonly title: string;
  /** Whether it can ask by itself. `some`: some kinds of questions, or not always. */
  readonly asks: 'yes' | 'some' | 'no';
  /** The same in a few words, for a table. */
  readonly says: string;
  /** Where that is from, newest first. */
  readonly source: string;
  /** Set where the host's own word cannot be relied on. */
  readonly desk?: DeskMode;
  /** Its own limit for one call, in seconds; undefined where none is known. */
  readonly callLimit?: number;
  /** How that limit can be raised, if it can. */
  readonly raise?: string;
  /** The unit of a `timeout` in its entries, in milliseconds. */
  readonly timeoutUnit?: number;
  /** Started from a desktop, with a bare environment, or from a shell. */
  readonly start: 'desktop' | 'shell';
  /** What to do for it to read its file again. */
  readonly reload: string;
}

export const KNOWN_HOSTS: Readonly<Record<HostId, KnownHost>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    asks: 'no',
    says: 'cannot: says it can in some versions, shows nothing',
    source: 'anthropics/claude-ai-mcp issues 153 and 1046, 2026-08',
    desk: 'always',
    callLimit: 60,
    start: 'desktop',
    reload: 'Quit Claude Desktop and start it again',
  },
  'claude-code': {
    title: 'Claude Code',
    asks: 'some',
    says: 'forms yes, pages no',
    source: 'its change log and issues, 2026-08',
    raise: 'MCP_TOOL_TIMEOUT, in milliseconds',
    timeoutUnit: 1,
    start: 'shell',
    reload: 'Start Claude Code again, or /mcp to reconnect',
  },
  cursor: {
    title: 'Cursor',
    asks: 'some',
    says: 'forms, but some are reported to vanish',
    source: 'gleanwork/glean-plugins-vnext issue 39, 2026-08',
    desk: 'always',
    start: 'desktop',
    reload: 'Switch the server off and on in Cursor’s MCP settings',
  },
  vscode: {
    title: 'VS Code',
    asks: 'yes',
    says: 'yes: forms and pages; its Cancel says no to the server',
    source: 'its source and a probe of 1.130, 2026-08',
    start: 'desktop',
    reload: 'Restart the server from the list of MCP servers',
  },
  windsurf: {
    title: 'Windsurf',
    asks: 'no',
    says: 'cannot',
    source: 'mcp-client-capabilities 0.0.14, 2026-02',
    start: 'desktop',
    reload: 'Press refresh in Windsurf’s list of MCP servers',
  },
  zed: {
    title: 'Zed',
    asks: 'no',
    says: 'cannot',
    source: 'zed.dev/docs/ai/mcp, 2026-11',
    callLimit: 60,
    raise: '"context_server_timeout" in its settings, in seconds',
    start: 'desktop',
    reload: 'Zed restarts the server by itself',
  },
  cline: {
    title: 'Cline',
    asks: 'no',
    says: 'cannot',
    source: 'its source, 2026-08',
    callLimit: 60,
    raise: '"timeout" of the server in its settings, in seconds',
    timeoutUnit: 1_000,
    start: 'desktop',
    reload: 'Cline restarts the server by itself',
  },
  codex: {
    title: 'Codex',
    asks: 'some',
    says: 'text and choices; numbers and lists are lost',
    source: 'its source and openai/codex issue 41797, 2026-08',
    callLimit: 60,
    raise: '"tool_timeout_sec" of the server in config.toml',
    timeoutUnit: 1_000,
    start: 'shell',
    reload: 'Start Codex again',
  },
};
