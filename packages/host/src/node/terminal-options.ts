/** The terminal this process sits in, as `terminalSurface` takes it: its streams, its job control, and what it can show. */
import type { PageOpener } from '../open-question-page.js';
import type { TerminalInput, TerminalJobs, TerminalOutput } from '../terminal/index.js';

/** What is needed of Node's `process`. */
export interface ProcessPort {
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  kill(pid: number, signal: string): unknown;
  on(event: 'SIGCONT', listener: () => void): unknown;
  off(event: 'SIGCONT', listener: () => void): unknown;
}

export interface ProcessTerminal {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly noColor: boolean;
  readonly plain: boolean;
  readonly zone: string;
  readonly locale?: string;
  readonly jobs?: TerminalJobs;
  readonly opener?: PageOpener;
}

/** @param opener left out where no browser of this person can be opened from here (N10). */
export function terminalOptions(process: ProcessPort, opener: (PageOpener & { readonly available: boolean }) | undefined): ProcessTerminal {
  const { env, platform, stdin, stdout } = process;
  const locale = localeOf(env);
  return {
    input: stdin,
    output: stdout,
    noColor: isSet(env.NO_COLOR),
    plain: env.TERM === 'dumb' || isSet(env.ACCESSIBLE),
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(locale !== undefined && { locale }),
    ...(platform !== 'win32' && { jobs: jobsOf(process) }),
    ...(opener?.available === true && { opener }),
  };
}

function jobsOf(process: ProcessPort): TerminalJobs {
  return {
    // The whole foreground group, as the terminal's own Ctrl+Z: a launcher such as npx stops with us, so that the shell comes back.
    stop: () => void process.kill(0, 'SIGTSTP'),
    onContinue(listener) {
      process.on('SIGCONT', listener);
      return () => void process.off('SIGCONT', listener);
    },
  };
}

/** `de_AT.UTF-8` reads as `de-AT`; `C` and `POSIX` name no language. */
function localeOf({ LC_ALL, LC_MESSAGES, LANG }: ProcessPort['env']): string | undefined {
  const named = [LC_ALL, LC_MESSAGES, LANG].find(isSet);
  const tag = /^[a-z]{2,3}(?:_[A-Z]{2})?(?=$|[.@])/.exec(named ?? '')?.[0];
  return tag?.replace('_', '-');
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
