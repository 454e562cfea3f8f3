/**
 * Where hosts keep the list of their servers: pure functions of platform, home, environment and folder (D38).
 * Looked up in the hosts' own documentation in November 2026.
 */
import { posix, win32 } from 'node:path';
import type { ConfigFormat } from '../config/config-text.js';
import type { Section } from '../config/server-entry.js';
import type { Where } from '../machine.js';

/** The hosts midcall knows. */
export const HOST_IDS = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
  'cline',
  'roo-code',
  'gemini-cli',
  'copilot-cli',
  'kiro',
  'lm-studio',
  'codex',
] as const;
export type HostId = (typeof HOST_IDS)[number];

/** A file that may list servers. */
export interface ConfigPlace {
  readonly path: string;
  /** `project`: in the current folder, and often shared with others through version control. */
  readonly scope: 'user' | 'project';
  readonly sections: readonly Section[];
  readonly format: ConfigFormat;
}

const MCP_SERVERS: readonly Section[] = [['mcpServers']];

/** Every file where this host may list servers on such a machine, whether it is there or not. */
export function hostPlaces(id: HostId, where: Where): ConfigPlace[] {
  const { home, cwd, env } = where;
  const { join } = where.platform === 'win32' ? win32 : posix;
  const user = (path: string, sections = MCP_SERVERS): ConfigPlace => ({ path, scope: 'user', sections, format: 'json' });
  const project = (path: string[], sections = MCP_SERVERS): ConfigPlace => ({
    path: join(cwd, ...path),
    scope: 'project',
    sections,
    format: 'json',
  });
  const app = appData(where);
  switch (id) {
    case 'claude-desktop':
      return [user(join(app, 'Claude', 'claude_desktop_config.json')), ...packaged(where)];
    case 'claude-code': {
      // Servers of one project stand under the project's path in the same file.
      const file = user(join(set(env.CLAUDE_CONFIG_DIR) ?? home, '.claude.json'), [['mcpServers'], ['projects', '*', 'mcpServers']]);
      return [file, project(['.mcp.json'])];
    }
    case 'cursor':
      return [user(join(home, '.cursor', 'mcp.json')), project(['.cursor', 'mcp.json'])];
    case 'vscode':
      return [
        ...CODE_FOLDERS.map(folder => user(join(app, folder, 'User', 'mcp.json'), [['servers']])),
        project(['.vscode', 'mcp.json'], [['servers']]),
      ];
    case 'windsurf':
      return [user(join(home, '.codeium', 'windsurf', 'mcp_config.json')), user(join(home, '.codeium', 'mcp_config.json'))];
    case 'zed':
      return [
        user(join(zedFolder(where), 'settings.json'), [['context_servers']]),
        project(['.zed', 'settings.json'], [['context_servers']]),
      ];
    case 'cline':
      return EXTENSION_FOLDERS.map(folder =>
        user(join(app, folder, 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json')),
      );
    case 'roo-code': {
      const settings = ['User', 'globalStorage', 'rooveterinaryinc.roo-cline', 'settings', 'mcp_settings.json'];
      return [...EXTENSION_FOLDERS.map(folder => user(join(app, folder, ...settings))), project(['.roo', 'mcp.json'])];
    }
    case 'gemini-cli':
      return [user(join(home, '.gemini', 'settings.json')), project(['.gemini', 'settings.json'])];
    case 'copilot-cli':
      return [user(join(home, '.copilot', 'mcp-config.json'))];
    case 'kiro':
      return [user(join(home, '.kiro', 'settings', 'mcp.json')), project(['.kiro', 'settings', 'mcp.json'])];
    case 'lm-studio':
      return [user(join(home, '.lmstudio', 'mcp.json')), user(join(home, '.cache', 'lm-studio', 'mcp.json'))];
    case 'codex': {
      const toml = (path: string, scope: ConfigPlace['scope']): ConfigPlace => ({
        path,
        scope,
        sections: [['mcp_servers']],
        format: 'toml',
      });
      return [
        toml(join(set(env.CODEX_HOME) ?? join(home, '.codex'), 'config.toml'), 'user'),
        toml(join(cwd, '.codex', 'config.toml'), 'project'),
      ];
    }
  }
}

const CODE_FOLDERS = ['Code', 'Code - Insiders', 'VSCodium'];
/** Editors in which extensions of VS Code run. */
const EXTENSION_FOLDERS = [...CODE_FOLDERS, 'Cursor', 'Windsurf'];

/** Where applications keep a user's settings. */
function appData({ platform, home, env }: Where): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return set(env.APPDATA) ?? win32.join(home, 'AppData', 'Roaming');
  return absolute(env.XDG_CONFIG_HOME) ?? posix.join(home, '.config');
}

function zedFolder(where: Where): string {
  if (where.platform === 'win32') return win32.join(appData(where), 'Zed');
  // On macOS too.
  if (where.platform === 'darwin') return posix.join(where.home, '.config', 'zed');
  return posix.join(appData(where), 'zed');
}

/** Claude Desktop from the Microsoft Store sees a folder of its own instead of the user's. */
function packaged({ platform, home, env }: Where): ConfigPlace[] {
  if (platform !== 'win32') return [];
  const local = set(env.LOCALAPPDATA) ?? win32.join(home, 'AppData', 'Local');
  const path = win32.join(local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude', 'claude_desktop_config.json');
  return [{ path, scope: 'user', sections: MCP_SERVERS, format: 'json' }];
}

function set(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

/** A relative XDG folder is to be ignored. */
function absolute(value: string | undefined): string | undefined {
  return value?.startsWith('/') === true ? value : undefined;
}
