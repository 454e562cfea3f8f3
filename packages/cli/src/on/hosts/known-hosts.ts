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
  /** Whether it can ask by itself. `some`: some kinds of questions, or not always, or nobody has said. */
  readonly asks: 'yes' | 'some' | 'no';
  /** The same in a few words, behind the name of the host. */
  readonly says: string;
  /** Where that is from, newest first. */
  readonly source: string;
  /** Set where the host's own word cannot be relied on. */
  readonly desk?: DeskMode;
  /**
   * Its own limit for one call, in seconds; undefined where none is known. Claude Desktop: 60 s in anthropics/claude-code
   * issues 22542 and 63379, 4 min in 65643, so the shorter counts. Zed, Cline, Codex: the defaults of their settings.
   */
  readonly callLimit?: number;
  /** How that limit can be raised, if it can. */
  readonly raise?: string;
  /** The unit of a `timeout` in its entries, in milliseconds. */
  readonly timeoutUnit?: number;
  /** Whether servers get the PATH of a shell, as editors look it up, or that of a desktop. */
  readonly path: 'desktop' | 'shell';
  /** What to do for it to read its file again, behind its title and a colon. */
  readonly reload: string;
}

export const KNOWN_HOSTS: Readonly<Record<HostId, KnownHost>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    asks: 'no',
    says: 'shows no questions, though some versions say they do',
    source: 'anthropics/claude-ai-mcp issues 153 and 1046, 2026-08',
    desk: 'always',
    callLimit: 60,
    path: 'desktop',
    reload: 'quit it and start it again',
  },
  'claude-code': {
    title: 'Claude Code',
    asks: 'some',
    says: 'shows forms; opens no pages',
    source: 'its change log and issues, 2026-08',
    raise: 'MCP_TOOL_TIMEOUT, in milliseconds',
    timeoutUnit: 1,
    path: 'shell',
    reload: 'start it again, or /mcp to reconnect',
  },
  cursor: {
    title: 'Cursor',
    asks: 'some',
    says: 'shows forms; some are reported to vanish unseen',
    source: 'gleanwork/glean-plugins-vnext issue 39, 2026-08',
    desk: 'always',
    path: 'shell',
    reload: 'switch the server off and on in its MCP settings',
  },
  vscode: {
    title: 'VS Code',
    asks: 'yes',
    says: 'shows forms and opens pages; its Cancel tells the server no',
    source: 'its source and a probe of 1.130, 2026-08',
    path: 'shell',
    reload: 'restart the server from its list of MCP servers',
  },
  windsurf: {
    title: 'Windsurf',
    asks: 'no',
    says: 'shows no questions',
    source: 'mcp-client-capabilities 0.0.14, 2026-02',
    path: 'shell',
    reload: 'press refresh in its list of MCP servers',
  },
  zed: {
    title: 'Zed',
    asks: 'no',
    says: 'shows no questions',
    source: 'zed.dev/docs/ai/mcp, 2026-11',
    callLimit: 60,
    raise: '"context_server_timeout" in its settings, in seconds',
    path: 'shell',
    reload: 'nothing to do, it starts the server again by itself',
  },
  cline: {
    title: 'Cline',
    asks: 'no',
    says: 'shows no questions',
    source: 'its source, 2026-08',
    callLimit: 60,
    raise: '"timeout" of the server in its settings, in seconds',
    timeoutUnit: 1_000,
    path: 'shell',
    reload: 'nothing to do, it starts the server again by itself',
  },
  codex: {
    title: 'Codex',
    asks: 'some',
    says: 'shows text and choices; numbers and lists of choices are lost',
    source: 'its source and openai/codex issue 41797, 2026-08',
    desk: 'always',
    callLimit: 60,
    raise: '"tool_timeout_sec" of the server in config.toml',
    timeoutUnit: 1_000,
    path: 'shell',
    reload: 'start it again',
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    asks: 'no',
    says: 'shows no questions',
    source: 'google-gemini/gemini-cli issues 22249 and 28074, 2026-06',
    callLimit: 600,
    raise: '"timeout" of the server in its settings, in milliseconds',
    timeoutUnit: 1,
    path: 'shell',
    reload: 'start it again',
  },
  'copilot-cli': {
    title: 'Copilot CLI',
    asks: 'some',
    says: 'shows forms; some are reported to be sent early or to lose text',
    source: 'github/copilot-cli issues 2952 and 4738, 2026-08',
    path: 'shell',
    reload: 'start it again',
  },
  'roo-code': {
    title: 'Roo Code',
    asks: 'no',
    says: 'shows no questions',
    source: 'its source, 2026-04',
    callLimit: 60,
    raise: '"timeout" of the server in its settings, in seconds',
    timeoutUnit: 1_000,
    path: 'shell',
    reload: 'restart the server from its list of MCP servers',
  },
  kiro: {
    title: 'Kiro',
    asks: 'some',
    says: 'not known to show questions',
    source: 'kiro.dev/docs/mcp, 2026-11, which does not mention them',
    path: 'shell',
    reload: 'nothing to do, it starts the server again by itself',
  },
  'lm-studio': {
    title: 'LM Studio',
    asks: 'some',
    says: 'not known to show questions',
    source: 'lmstudio.ai/docs/app/mcp, 2026-11, which does not mention them',
    path: 'shell',
    reload: 'switch the server off and on in its list of MCP servers',
  },
};
