import { describe, expect, it } from 'vitest';
import type { Where } from '../machine.js';
import { HOST_IDS, hostPlaces } from './host-paths.js';
import { KNOWN_AS_OF, KNOWN_HOSTS } from './known-hosts.js';

const mac: Where = { platform: 'darwin', home: '/Users/ada', env: {}, cwd: '/Users/ada/app' };
const linux: Where = { platform: 'linux', home: '/home/ada', env: {}, cwd: '/home/ada/app' };
const windows: Where = {
  platform: 'win32',
  home: 'C:\\Users\\ada',
  env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' },
  cwd: 'D:\\app',
};

const paths = (id: (typeof HOST_IDS)[number], where: Where): string[] => hostPlaces(id, where).map(({ path }) => path);

describe('where hosts keep their servers', () => {
  it('knows Claude Desktop on all three systems, the one from the Microsoft Store too', () => {
    expect(paths('claude-desktop', mac)).toEqual(['/Users/ada/Library/Application Support/Claude/claude_desktop_config.json']);
    expect(paths('claude-desktop', linux)).toEqual(['/home/ada/.config/Claude/claude_desktop_config.json']);
    expect(paths('claude-desktop', windows)).toEqual([
      'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      'C:\\Users\\ada\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
    ]);
  });

  it('knows Claude Code: the file of the user with its projects, and the one of the folder', () => {
    const [user, project] = hostPlaces('claude-code', linux);
    expect(user).toMatchObject({
      path: '/home/ada/.claude.json',
      scope: 'user',
      sections: [['mcpServers'], ['projects', '*', 'mcpServers']],
    });
    expect(project).toMatchObject({ path: '/home/ada/app/.mcp.json', scope: 'project' });
    expect(paths('claude-code', windows)).toEqual(['C:\\Users\\ada\\.claude.json', 'D:\\app\\.mcp.json']);
    expect(paths('claude-code', { ...mac, env: { CLAUDE_CONFIG_DIR: '/Users/ada/cc' } })[0]).toBe('/Users/ada/cc/.claude.json');
  });

  it('knows Cursor and Windsurf, which are the same everywhere', () => {
    expect(paths('cursor', mac)).toEqual(['/Users/ada/.cursor/mcp.json', '/Users/ada/app/.cursor/mcp.json']);
    expect(paths('cursor', windows)).toEqual(['C:\\Users\\ada\\.cursor\\mcp.json', 'D:\\app\\.cursor\\mcp.json']);
    expect(paths('windsurf', linux)[0]).toBe('/home/ada/.codeium/windsurf/mcp_config.json');
    expect(paths('windsurf', windows)[0]).toBe('C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json');
  });

  it('knows VS Code and its kin, whose servers stand under "servers"', () => {
    expect(paths('vscode', mac)).toContain('/Users/ada/Library/Application Support/Code/User/mcp.json');
    expect(paths('vscode', linux)).toContain('/home/ada/.config/Code - Insiders/User/mcp.json');
    expect(paths('vscode', windows)).toContain('C:\\Users\\ada\\AppData\\Roaming\\VSCodium\\User\\mcp.json');
    expect(paths('vscode', windows)).toContain('D:\\app\\.vscode\\mcp.json');
    for (const { sections } of hostPlaces('vscode', mac)) expect(sections).toEqual([['servers']]);
  });

  it('knows Zed, whose servers stand under "context_servers"', () => {
    expect(paths('zed', mac)[0]).toBe('/Users/ada/.config/zed/settings.json');
    expect(paths('zed', linux)[0]).toBe('/home/ada/.config/zed/settings.json');
    expect(paths('zed', windows)[0]).toBe('C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json');
    expect(hostPlaces('zed', linux)[0]?.sections).toEqual([['context_servers']]);
  });

  it('knows Cline inside each editor it runs in, and Codex, whose files are TOML', () => {
    const cline = 'globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
    expect(paths('cline', mac)).toContain(`/Users/ada/Library/Application Support/Code/User/${cline}`);
    expect(paths('cline', linux)).toContain(`/home/ada/.config/Cursor/User/${cline}`);
    expect(paths('codex', windows)).toEqual(['C:\\Users\\ada\\.codex\\config.toml', 'D:\\app\\.codex\\config.toml']);
    expect(paths('codex', { ...linux, env: { CODEX_HOME: '/srv/codex' } })[0]).toBe('/srv/codex/config.toml');
    expect(hostPlaces('codex', linux)[0]?.format).toBe('toml');
  });

  it('knows Roo Code, Gemini CLI, Copilot CLI, Kiro and LM Studio on all three systems', () => {
    const roo = 'globalStorage\\rooveterinaryinc.roo-cline\\settings\\mcp_settings.json';
    expect(paths('roo-code', windows)).toContain(`C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\${roo}`);
    expect(paths('roo-code', windows).at(-1)).toBe('D:\\app\\.roo\\mcp.json');
    expect(paths('gemini-cli', windows)).toEqual(['C:\\Users\\ada\\.gemini\\settings.json', 'D:\\app\\.gemini\\settings.json']);
    expect(paths('copilot-cli', mac)).toEqual(['/Users/ada/.copilot/mcp-config.json']);
    expect(paths('kiro', linux)).toEqual(['/home/ada/.kiro/settings/mcp.json', '/home/ada/app/.kiro/settings/mcp.json']);
    expect(paths('lm-studio', mac)).toContain('/Users/ada/.lmstudio/mcp.json');
  });

  it('follows XDG_CONFIG_HOME, and ignores a relative one as its specification says', () => {
    expect(paths('claude-desktop', { ...linux, env: { XDG_CONFIG_HOME: '/cfg' } })).toEqual(['/cfg/Claude/claude_desktop_config.json']);
    expect(paths('zed', { ...linux, env: { XDG_CONFIG_HOME: 'cfg' } })[0]).toBe('/home/ada/.config/zed/settings.json');
  });

  it.each([mac, linux, windows])('never leaves home and folder of the person: $platform', where => {
    for (const id of HOST_IDS)
      for (const path of paths(id, where)) expect(path.startsWith(where.home) || path.startsWith(where.cwd)).toBe(true);
  });
});

describe('what is known of hosts', () => {
  it('is dated, and each sentence says where it is from', () => {
    expect(KNOWN_AS_OF).toMatch(/^20\d\d-\d\d$/);
    for (const id of HOST_IDS) {
      expect(KNOWN_HOSTS[id].source).toMatch(/20\d\d-\d\d/);
      expect(KNOWN_HOSTS[id].says).not.toBe('');
    }
  });

  it('does not rely on a host that says it can ask and shows nothing [N1]', () => {
    expect(KNOWN_HOSTS['claude-desktop'].desk).toBe('always');
    expect(KNOWN_HOSTS.vscode.desk).toBeUndefined();
  });
});
