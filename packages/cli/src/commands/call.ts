/** `midcall call`: one tool call without a person, its questions answered by `--answer` (the tester's first door). */
import type { Revision } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import { createDesk } from '@midcall/host';
import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/client';
import { readAnswerFlags } from '../call/answer-script.js';
import { flagSurface } from '../call/flag-surface.js';
import { printAsked, printResult } from '../call/print.js';
import { readArguments, type ToolShape } from '../call/tool-arguments.js';
import { toolTable } from '../call/tool-table.js';
import type { CommandContext } from '../command-context.js';
import { CALL_TAIL_OPTIONS, readCallTail } from '../command-tail.js';
import { connectServer, type ServerConnection } from '../connect/connect-server.js';
import { resolveTarget, type TargetOptions } from '../connect/resolve-target.js';
import { isRunner, nameOf } from '../connect/server-target.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { nearest } from '../nearest.js';
import { describeError } from '../report-error.js';
import { UsageError } from '../usage-error.js';

export interface CallOptions extends TargetOptions {
  /** With `--url` only; otherwise read from the words behind `--`. */
  readonly tool?: string;
  readonly pairs: readonly string[];
  readonly answer?: readonly string[];
  readonly arguments?: string;
  readonly list?: boolean;
  readonly revision?: Revision;
  readonly cannotAsk?: boolean;
  /** Seconds. */
  readonly timeout: number;
  readonly json?: boolean;
}

const EXAMPLE = 'midcall call -- node server.js TOOL name=value';

export async function call(options: CallOptions, context: CommandContext): Promise<ExitCode> {
  try {
    return await callTool(options, context);
  } catch (error) {
    // Whoever reads JSON reads it of a call that did not come about, too.
    if (options.json === true && !context.terminal.stopped.aborted) {
      const { sentence: message, hint, code, status: exit } = describeError(error);
      context.terminal.out(JSON.stringify({ error: { code, message, hint }, exit }, undefined, 2));
    }
    throw error;
  }
}

async function callTool(options: CallOptions, { terminal, tail }: CommandContext): Promise<ExitCode> {
  const read = tail === undefined ? undefined : readCallTail(tail, CALL_TAIL_OPTIONS, options.list !== true);
  if (read !== undefined && options.list !== true && options.url === undefined) needTool(read.command, read.tool);
  const target = resolveTarget(options, read?.command, terminal.cwd, EXAMPLE);
  const tool = read?.tool ?? options.tool;
  const pairs = read === undefined ? options.pairs : read.pairs;
  const flags = readAnswerFlags(options.answer ?? []);
  const quiet = options.json === true;
  const surface = flagSurface(flags, question => {
    if (!quiet) printAsked(terminal, question);
  });
  const desk = createDesk({ surfaces: [surface] });
  let warned = false;
  const connection = await connectServer({
    target,
    env: terminal.env,
    ...(options.revision && { revision: options.revision }),
    desk,
    session: {
      server: nameOf(target),
      principal: 'local:midcall-call',
      ...(options.cannotAsk === true && { modes: { form: false, url: false } }),
    },
    timeoutMs: options.timeout * 1_000,
    signal: terminal.stopped,
    onStderr: line => terminal.err(terminal.colors.dim(showText(line))),
    onGarbage: line => {
      if (!warned)
        terminal.err(terminal.colors.yellow(`The server prints text where the protocol belongs: "${showText(line).slice(0, 120)}"`));
      warned = true;
    },
  });
  try {
    const tools = await listTools(connection);
    if (options.list === true) return printList(tools, options, terminal);
    const shape = chooseTool(tools, tool);
    const args = readArguments(shape, pairs, options.arguments);
    let result: CallToolResult | undefined;
    let failure: ProtocolError | undefined;
    try {
      result = await connection.session.callTool(
        { name: shape.name, arguments: args as Record<string, unknown> },
        { signal: terminal.stopped },
      );
    } catch (error) {
      if (terminal.stopped.aborted) return EXIT.interrupted;
      const why = await connection.explain(error);
      if (!ProtocolError.isInstance(why)) throw why;
      failure = why;
    }
    const unanswered = surface.asked.filter(question => question.by === 'nobody');
    const failed = failure !== undefined || result?.isError === true;
    const exit = unanswered.length > 0 ? EXIT.unanswered : failed ? EXIT.toolFailed : EXIT.done;
    printResult(terminal, {
      json: quiet,
      tool: shape.name,
      server: connection.client.getServerVersion(),
      revision: connection.revision,
      result,
      failure,
      asked: surface.asked,
      unused: surface.unused(),
      exit,
    });
    return exit;
  } finally {
    await connection.close();
    await desk.close();
  }
}

/** `-- node server.js` with the tool left out would read as `node`, tool `server.js`. */
function needTool(command: readonly string[], tool: string | undefined): void {
  const [only = ''] = command;
  if (tool !== undefined && command.length > 0 && !(command.length === 1 && isRunner(only))) return;
  const words = [...command, ...(tool === undefined ? [] : [tool])].join(' ');
  throw new UsageError(
    "Which tool? Name it behind the server's command.",
    `To see what there is: midcall call --list -- ${words === '' ? 'node server.js' : words}`,
  );
}

async function listTools(connection: ServerConnection): Promise<(ToolShape & { description?: string | undefined })[]> {
  try {
    const { tools } = await connection.session.listTools();
    return tools as (ToolShape & { description?: string | undefined })[];
  } catch (error) {
    throw await connection.explain(error);
  }
}

function chooseTool(tools: readonly ToolShape[], name: string | undefined): ToolShape {
  const names = tools.map(tool => tool.name);
  const known =
    names.length === 0
      ? 'This server has no tools.'
      : `There are: ${names.slice(0, 20).map(showText).join(', ')}${names.length > 20 ? ' …' : ''}`;
  if (name === undefined) throw new UsageError('Which tool?', known);
  const found = tools.find(tool => tool.name === name);
  if (found !== undefined) return found;
  const meant = nearest(name, names);
  throw new UsageError(`There is no tool "${name}"${meant === undefined ? '' : `; did you mean "${showText(meant)}"?`}`, known);
}

function printList(
  tools: readonly (ToolShape & { description?: string | undefined })[],
  options: CallOptions,
  terminal: CommandContext['terminal'],
): ExitCode {
  if (options.json === true) terminal.out(JSON.stringify({ tools }, undefined, 2));
  else if (tools.length === 0) terminal.err('This server has no tools.');
  else terminal.out(toolTable(tools, terminal.width, terminal.colors));
  return EXIT.done;
}
