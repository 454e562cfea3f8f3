/** What `midcall call` prints: questions as they come, then the result. Never what was answered (N9). */
import { showText } from '@midcall/core/inspect';
import type { CallToolResult, ContentBlock, Implementation, ProtocolError } from '@modelcontextprotocol/client';
import type { ExitCode } from '../exit-codes.js';
import type { Terminal } from '../terminal/terminal.js';
import type { AnswerFlag } from './answer-script.js';
import type { AskedQuestion } from './flag-surface.js';

const ACTION_WORDS = { accept: 'answered', decline: 'declined', cancel: 'not now' } as const;

/** One question, to standard error. */
export function printAsked({ err, colors: c }: Terminal, question: AskedQuestion): void {
  const name = question.key === undefined ? String(question.order) : showText(question.key);
  err(`${c.cyan('?')} ${c.bold(name)}  ${showText(question.message.split('\n')[0] ?? '')}`);
  const what = question.by === 'nobody' ? c.yellow('not now: nobody answered') : ACTION_WORDS[question.action];
  err(`  ${c.dim('→')} ${what}${question.action === 'accept' ? c.dim(` (${question.fields.map(showText).join(', ')})`) : ''}`);
  for (const problem of question.problems) err(`    ${c.yellow(showText(problem))}`);
}

export interface Outcome {
  readonly json: boolean;
  readonly tool: string;
  readonly server: Implementation | undefined;
  readonly revision: string;
  readonly result: CallToolResult | undefined;
  readonly failure: ProtocolError | undefined;
  readonly asked: readonly AskedQuestion[];
  readonly unused: readonly AnswerFlag[];
  readonly exit: ExitCode;
}

/** The result to standard output; what would have answered an open question, to standard error. */
export function printResult(terminal: Terminal, outcome: Outcome): void {
  const { result, failure, asked } = outcome;
  if (outcome.json) {
    const error = failure === undefined ? undefined : { code: failure.code, message: failure.message, data: failure.data };
    terminal.out(
      JSON.stringify(
        { tool: outcome.tool, server: outcome.server, revision: outcome.revision, result, error, questions: asked, exit: outcome.exit },
        undefined,
        2,
      ),
    );
    return;
  }
  const { colors: c } = terminal;
  if (failure !== undefined)
    terminal.err(`${c.red('The server answered with an error:')} ${showText(failure.message)} ${c.dim(`[${failure.code}]`)}`);
  for (const block of result?.content ?? []) terminal.out(textOf(block));
  if ((result?.content ?? []).length === 0 && result?.structuredContent !== undefined)
    terminal.out(JSON.stringify(result.structuredContent, undefined, 2));
  const open = asked.filter(question => question.by === 'nobody');
  for (const question of open) {
    const name = question.key === undefined ? `question ${question.order}` : `"${showText(question.key)}"`;
    terminal.err(
      `${c.yellow('midcall:')} ${name} ended as "not now". ${question.problems.length > 0 ? 'An answer that would do' : 'This would answer it'}:\n  ${question.wouldAnswer.map(showText).join(' ')}`,
    );
  }
  if (asksTheOlderWay(outcome))
    terminal.err(
      `${c.yellow('midcall:')} this tool asks in the older way, which ${outcome.revision} does not have. Try it with: --revision B`,
    );
  for (const flag of outcome.unused) terminal.err(c.yellow(`No question matched --answer ${showText(flag.left)}=…`));
}

/** What the official SDK says where a handler pushes a question on a revision on which calls return with theirs. */
const OLDER = /elicitation\/create.*cannot be sent while serving a request on that revision/;

function asksTheOlderWay({ result, failure }: Outcome): boolean {
  return (
    OLDER.test(failure?.message ?? '') ||
    (result?.isError === true && (result.content ?? []).some(block => block.type === 'text' && OLDER.test(block.text)))
  );
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return showText(block.text);
    case 'resource_link':
      return showText(`${block.name}: ${block.uri}`);
    case 'image':
    case 'audio':
      return `(${block.type}, ${showText(block.mimeType)}, ${Math.floor((block.data.length * 3) / 4)} bytes; --json prints it)`;
    case 'resource':
      return 'text' in block.resource ? showText(block.resource.text) : `(${showText(block.resource.uri)}; --json prints it)`;
    default:
      return '(content of a kind that midcall does not know; --json prints it)';
  }
}
