/** What stands in front of a server's own command once midcall asks for it, and how to tell. */
import type { DeskMode } from '@midcall/gateway';

/** How midcall is started from a host's configuration: whole paths, because a host's PATH is not a shell's (D38). */
export interface Launcher {
  readonly node: string;
  readonly entry: string;
}

export interface WrapOptions {
  /** What people read as the asking server. */
  readonly name: string;
  /** Left out where the gateway's own default is meant. */
  readonly desk?: DeskMode;
  /** Seconds after which the host gives a call up (D28). */
  readonly hostLimit?: number;
}

/** A command that starts a server through midcall. */
export interface Wrapped {
  /** The server's own command. */
  readonly original: readonly string[];
  /** Where it begins among the words. */
  readonly at: number;
}

/** The words in front of the server's own command, the command of the host's entry first. */
export function wrapWords(launcher: Launcher, { name, desk, hostLimit }: WrapOptions): string[] {
  const named = name.startsWith('-') ? [`--name=${name}`] : ['--name', name];
  const options = [
    ...(desk === undefined ? [] : ['--desk', desk]),
    ...(hostLimit === undefined ? [] : ['--host-limit', String(hostLimit)]),
  ];
  return [launcher.node, launcher.entry, 'gateway', ...named, ...options, '--'];
}

/** Undefined for a command that does not go through midcall. Commands written by hand (`npx midcall gateway -- …`) count too. */
export function readWrapped(words: readonly string[], launcher: Launcher): Wrapped | undefined {
  const gateway = words.indexOf('gateway');
  if (gateway < 1) return undefined;
  const program = words[gateway - 1] ?? '';
  const ours =
    program === launcher.entry || /(?:^|[\\/])midcall(?:@[^\\/]*|\.cmd)?(?:[\\/]|$)/.test(program) || looksLikeOurs(words, gateway);
  const dashes = words.indexOf('--', gateway);
  if (!ours || dashes === -1 || dashes === words.length - 1) return undefined;
  return { original: words.slice(dashes + 1), at: dashes + 1 };
}

/** Another copy of midcall, in a folder of any name: node, a script, `gateway`, `--name`. */
function looksLikeOurs(words: readonly string[], gateway: number): boolean {
  const [command = '', script = ''] = words;
  return (
    gateway === 2 && /(?:^|[\\/])node(?:\.exe)?$/i.test(command) && /[\\/]main\.js$/.test(script) && (words[3] ?? '').startsWith('--name')
  );
}
