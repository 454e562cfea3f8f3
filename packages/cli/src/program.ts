/** The commands of `midcall` and how their lines are read. What they do is in `commands/`, loaded when called. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { addAudit } from './audit/add-audit.js';
import type { CommandContext } from './command-context.js';
import { CALL_TAIL_OPTIONS, readCallTail, splitAtDashes } from './command-tail.js';
import type { DoctorOptions } from './commands/doctor.js';
import type { LoginOptions } from './commands/gateway-login.js';
import type { OnOptions } from './commands/on.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { COMMAND_HELP, overview } from './help.js';
import { parseTime } from './parse-time.js';
import { addPolicy } from './policy/add-policy.js';
import { reportError } from './report-error.js';
import type { Terminal } from './terminal/terminal.js';
import { UsageError } from './usage-error.js';
import { VERSION } from './version.js';

/** Reads `argv` (without node and script), runs the command, and returns the status to exit with. Never rejects. */
export async function runProgram(
  terminal: Terminal,
  argv: readonly string[],
  machine: Pick<CommandContext, 'streams' | 'platform' | 'node' | 'now'>,
): Promise<ExitCode> {
  const { head, tail } = splitAtDashes(argv);
  const debug = head.includes('--debug') || (head[0] === 'call' && (tail?.includes('--debug') ?? false));
  let status: ExitCode = EXIT.done;
  const program = buildProgram(terminal, { ...machine, terminal, tail, debug }, code => {
    status = code;
  });
  try {
    if (head.length === 0) {
      program.outputHelp();
      return tail === undefined ? EXIT.done : EXIT.usage;
    }
    await program.parseAsync(withTailOptions(head, tail), { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    // Ctrl+C reaches the servers too: what breaks then is no fault of theirs.
    if (terminal.stopped.aborted && !(error instanceof UsageError)) {
      terminal.err('Stopped.');
      return EXIT.interrupted;
    }
    return reportError(terminal, error, debug);
  }
}

/** `midcall call` takes its options on either side of the server's command. */
function withTailOptions(head: readonly string[], tail: readonly string[] | undefined): string[] {
  if (head[0] !== 'call' || tail === undefined) return [...head];
  return [...head, ...readCallTail(tail, CALL_TAIL_OPTIONS, true).options];
}

function buildProgram(terminal: Terminal, context: CommandContext, done: (code: ExitCode) => void): Command {
  const program = new Command('midcall');
  program
    .description('One command and your host can ask.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help, also for one command: midcall call --help')
    .helpCommand(false)
    // What stands behind the name of a command is read by that command: gateway and gateway login both know --config.
    .enablePositionalOptions()
    .showSuggestionAfterError(true)
    .configureHelp({ helpWidth: terminal.width })
    .addHelpText('after', overview(terminal.colors))
    .configureOutput({
      writeOut: text => terminal.out(text.trimEnd()),
      writeErr: text => terminal.err(text.trimEnd()),
      outputError: (text, write) => write(sentence(text, terminal)),
    })
    .exitOverride();

  const run =
    <O>(load: () => Promise<(options: O, context: CommandContext) => Promise<ExitCode>>) =>
    async (options: O): Promise<void> =>
      done(await (await load())(options, context));

  const change = (name: 'on' | 'off', load: () => Promise<(options: OnOptions, context: CommandContext) => Promise<ExitCode>>): void => {
    sub(program, name)
      .argument('[host]', 'only this host')
      .argument('[servers...]', 'only these servers of it')
      .option('--except <server>', 'every server but this one; repeatable', collect)
      .option('--config <path>', 'a file that lists servers, instead of the hosts found here')
      .option('--dry-run', 'show what would change, write nothing')
      .option('--yes', 'write without asking')
      .action(async (host: string | undefined, servers: readonly string[], options: OnOptions) => {
        done(await (await load())({ ...options, servers, ...(host !== undefined && { host }) }, context));
      });
  };
  change('on', async () => (await import('./commands/on.js')).on);
  change('off', async () => (await import('./commands/off.js')).off);
  sub(program, 'status').action(run(async () => (await import('./commands/status.js')).status));
  sub(program, 'doctor')
    .argument('[host]', 'only this host')
    .argument('[servers...]', 'only these servers of it')
    .option('--config <path>', 'a file that lists servers, instead of the hosts found here')
    .option('--no-start', 'do not start the servers')
    .option('--timeout <seconds>', 'how long a server may stay silent', seconds, 20)
    .action(async (host: string | undefined, servers: readonly string[], options: DoctorOptions) => {
      const { doctor } = await import('./commands/doctor.js');
      done(await doctor({ ...options, servers, ...(host !== undefined && { host }) }, context));
    });

  sub(program, 'demo')
    .addOption(new Option('--answer <action>', 'answer by script instead of in the browser').choices(['accept', 'decline', 'cancel']))
    .addOption(new Option('--era <era>', 'protocol era').choices(['modern', 'legacy']).default('modern'))
    .addOption(new Option('--transport <kind>', 'how the demo server is reached').choices(['stdio', 'http']).default('stdio'))
    .option('--port <n>', 'port of the page; 0 takes a free one', port, 0)
    .option('--no-open', 'say where the page is, do not open a browser')
    .action(run(async () => (await import('./commands/demo.js')).demo));

  sub(program, 'dev')
    .option('--name <name>', 'what the page calls the server (default: from the command)')
    .option('--url <address>', 'a server on HTTP instead of a command behind --', address)
    .option('--header <name: value>', 'send this header with --url; repeatable', collect)
    .option('--watch <folder>', "restart when a file in it changes (default: the folder of the server's program)")
    .option('--no-watch', 'never restart by itself')
    .addOption(new Option('--revision <r>', 'protocol revision to start with').choices(['A', 'B', 'C', 'auto']).default('auto'))
    .option('--port <n>', 'port of the page; 0 takes a free one', port, 0)
    .option('--no-open', 'say where the page is, do not open a browser')
    .action(run(async () => (await import('./commands/dev.js')).dev));

  sub(program, 'call')
    .argument('[tool]', 'with --url: the tool')
    .argument('[arguments...]', 'with --url: its arguments, k=v or k:=json')
    .option('--answer <key=…>', 'answer a question; repeatable', collect)
    .option('--arguments <json>', 'all arguments as one JSON object')
    .option('--list', 'list the tools and what they take, call none')
    .addOption(
      new Option(
        '--revision <r>',
        'protocol revision: A 2025-06-18, B 2025-11-25, C 2026-07-28 (default: the newest the server speaks)',
      ).argParser(revision),
    )
    .option('--cannot-ask', 'behave like a host that cannot show questions')
    .option('--url <address>', 'a server on HTTP instead of a command behind --', address)
    .option('--header <name: value>', 'send this header with --url; repeatable', collect)
    .option('--timeout <seconds>', 'how long the server may stay silent', seconds, 30)
    .option('--json', 'print one JSON object: result, questions, exit')
    .action(async (tool: string | undefined, pairs: string[], options: Record<string, unknown>) => {
      const { call } = await import('./commands/call.js');
      done(await call({ ...options, tool, pairs } as never, context));
    });

  const gateway = sub(program, 'gateway')
    .helpCommand(false)
    .enablePositionalOptions()
    .option('--name <name>', 'what people read as the asking server (default: from the command)')
    .option('--url <address>', 'a server on HTTP instead of a command behind --', address)
    .option('--header <name: value>', 'send this header with --url; repeatable', collect)
    .option('--oauth', 'with --url: sign in there, in your browser', false)
    .option('--config <file>', "serve every server of this file over HTTP, each at /NAME/mcp; the hosts' mcpServers shape")
    .option('--check', 'start each server once, say whether it works, and end')
    .option('--timeout <seconds>', 'with --check: how long a server may stay silent', seconds, 20)
    .addOption(
      new Option('--desk <when>', 'who shows questions: the host if it can (auto), always the desk, or never the desk')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .addOption(new Option('--era <era>', 'protocol era of the server').choices(['auto', 'legacy', 'modern']).default('auto'))
    .option('--host-limit <time>', 'how long the host lets a call take, such as 60s: it is told in time what is waiting', hostLimit)
    .option('--port <n>', 'port of the page (default: a free one); with --config, of the servers (default: 4330)', port)
    .option('--no-open', 'never open a browser by itself; standard error says where the page is')
    .option('--webhook-text', "notifications of the policy file take the server's message along, its addresses made unclickable")
    .option('--auth <issuer>', 'with --config: callers show an access token of this issuer, and are who it was issued to')
    .option('--audience <text>', 'what tokens are issued for (default: the address of the server); repeatable', collect)
    .option('--jwks <address>', "the issuer's keys (default: found by discovery)", address)
    .option('--scope <scope>', 'a scope that every token must have; repeatable', collect)
    .option('--listen <host:port>', 'with --auth: where others can reach it (default: 127.0.0.1:4330)')
    .option('--public-url <address>', 'the https address under which others reach it', address)
    .option('--allowed-host <name>', 'a further name under which it is reached; repeatable', collect)
    .addOption(new Option('--log-format <format>', 'standard error as lines or as JSON').choices(['text', 'json']).default('text'))
    .option('--otel', 'spans through the @opentelemetry/api that is installed here', false)
    .action(run(async () => (await import('./commands/gateway.js')).gateway));
  for (const [name, summary] of [
    ['login', 'sign the gateway in at a server, in your browser'],
    ['logout', "delete the gateway's tokens of a server"],
  ] as const) {
    const command = gateway
      .command(name)
      .description(summary)
      .argument('[server]', 'its name in the configuration')
      .option('--config <file>', 'the configuration')
      .option('--url <address>', 'a server that is in no configuration', address);
    if (name === 'login') command.option('--scope <scope>', 'ask for this scope, too; repeatable', collect);
    inherit(command, program);
    command.action(async (server: string | undefined, options: LoginOptions) => {
      const commands = await import('./commands/gateway-login.js');
      done(await commands[name]({ ...options, ...(server !== undefined && { name: server }) }, context));
    });
  }

  sub(program, 'inbox')
    .option('--terminal', 'answer in this terminal instead of in the browser')
    .option('--no-open', 'say how to get there, do not open a browser')
    .action(run(async () => (await import('./commands/inbox.js')).inbox));

  addAudit(sub(program, 'audit').helpCommand(false), command => inherit(command, program), context, done);
  addPolicy(sub(program, 'policy').helpCommand(false), command => inherit(command, program), context, done);

  const key = sub(program, 'key').helpCommand(false);
  const fresh = key
    .command('new')
    .description('print a fresh key for MIDCALL_KEYS: 32 random bytes, base64url')
    .action(run(async () => (await import('./commands/key-new.js')).keyNew));
  inherit(fresh, program);
  return program;
}

function sub(program: Command, name: keyof typeof COMMAND_HELP): Command {
  const { summary, after } = COMMAND_HELP[name];
  const command = program.command(name).description(summary).addHelpText('after', after);
  inherit(command, program);
  return command.addOption(new Option('--debug', 'print stack traces').hideHelp());
}

function inherit(command: Command, program: Command): void {
  command.copyInheritedSettings(program).helpOption('-h, --help', 'print this');
}

function sentence(text: string, terminal: Terminal): string {
  const [first = '', ...rest] = text.trim().split('\n');
  const said = first.replace(/^error: /, '');
  const lines = [`${terminal.colors.red('midcall:')} ${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.?]$/.test(said) ? '' : '.'}`];
  for (const line of rest) lines.push(`  ${line.replace(/^\((.*)\)$/, '$1')}`);
  if (rest.length === 0) lines.push('  See: midcall --help');
  return lines.join('\n');
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function port(value: string): number {
  const n = Number(value);
  if (!/^\d{1,5}$/.test(value) || n > 65_535) throw new InvalidArgumentError('Give a number from 0 to 65535; 0 takes a free port.');
  return n;
}

function seconds(value: string): number {
  const n = Number(value);
  if (!(n > 0 && n <= 86_400)) throw new InvalidArgumentError('Give a number of seconds, such as 30.');
  return n;
}

/** In milliseconds. The host is told ten seconds before its limit, so that less than 15 s leaves a person no time. */
function hostLimit(value: string): number {
  const ms = parseTime(value);
  if (ms === undefined || ms < 15_000 || ms > 86_400_000)
    throw new InvalidArgumentError('Give a time of at least 15 seconds, such as 60s or 5m.');
  return ms;
}

function address(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new InvalidArgumentError('Give an http or https address, such as http://127.0.0.1:3000/mcp.');
  return url;
}

function revision(value: string): string {
  const known: Readonly<Record<string, string>> = { A: '2025-06-18', B: '2025-11-25', C: '2026-07-28' };
  const wanted = known[value.toUpperCase()] ?? value;
  if (!Object.values(known).includes(wanted)) throw new InvalidArgumentError('Give A (2025-06-18), B (2025-11-25) or C (2026-07-28).');
  return wanted;
}
