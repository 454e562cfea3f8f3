/** `midcall audit verify`: was anything of the audit changed, and what first? */

import type { JsonObject } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import type { AuditFault, AuditVerdict } from '@midcall/host';
import { openAudit, readAnchors } from '../audit/open-audit.js';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

export interface AuditVerifyOptions {
  /** A file of anchors; false under `--no-anchors`; absent: the file of the policy. */
  readonly anchors?: string | boolean;
  readonly json?: boolean;
  /** With `answer`: the question whose kept answer is compared. */
  readonly question?: string;
  /** JSON. */
  readonly answer?: string;
}

/** @throws MidcallError STORE_FAILED, STORE_TOO_NEW, CONFIG_INVALID (a file of anchors that cannot be read). */
export async function auditVerify(options: AuditVerifyOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const content = answerOf(options);
  const anchors =
    options.anchors === false ? [] : await readAnchors(terminal, typeof options.anchors === 'string' ? options.anchors : undefined);
  const audit = await openAudit(terminal);
  if (audit === undefined) {
    if (anchors.length > 0) {
      terminal.out(
        `The audit is gone: there is none, and ${anchors.length === 1 ? '1 anchor names' : `${anchors.length} anchors name`} rows of it.`,
      );
      return EXIT.tampered;
    }
    terminal.out(
      options.json === true ? JSON.stringify({ ok: true, rows: 0, chains: 0, faults: [] }) : 'No gateway has kept an audit here yet.',
    );
    return EXIT.done;
  }
  try {
    const verdict = await audit.chain.verify({ anchors, onProgress: progress(context) });
    const proved = content === undefined ? undefined : await audit.chain.proves(options.question ?? '', content);
    if (options.json === true)
      terminal.out(JSON.stringify({ ...verdict, anchors: anchors.length, ...(content !== undefined && { proved: proved ?? null }) }));
    else {
      say(verdict, anchors.length, context);
      if (content !== undefined) terminal.out(sayProved(proved));
    }
    return verdict.ok && proved !== false ? EXIT.done : EXIT.tampered;
  } finally {
    await audit.close();
  }
}

function say({ ok, rows, chains, faults }: AuditVerdict, anchors: number, { terminal }: CommandContext): void {
  const { colors: c } = terminal;
  const size = `${count(rows, 'row')} in ${count(chains, 'chain')}`;
  const held = anchors === 0 ? '' : `, and what ${count(anchors, 'anchor')} said`;
  if (ok) {
    terminal.out(c.green(`Nothing was changed: ${size} hold together${held}.`));
    if (anchors === 0) terminal.out(c.dim('  No anchors: whoever can write both store and heads could cut the end off unseen.'));
    return;
  }
  const [first, ...more] = faults as [AuditFault, ...AuditFault[]];
  terminal.out(c.red(`The audit was changed: ${sentence(first)}`));
  for (const fault of more.slice(0, SHOWN)) terminal.out(`  Also ${sentence(fault)}`);
  if (more.length > SHOWN) terminal.out(`  And ${count(more.length - SHOWN, 'further fault')}; --json lists them all.`);
  terminal.out(c.dim(`  ${size} were read.`));
}

const SHOWN = 10;

function sentence({ chain, at, what }: AuditFault): string {
  const row = `row ${at} of chain ${showText(chain)}`;
  return {
    edited: `${row} is not what was written.`,
    missing: `${row} is missing.`,
    reordered: `${row} was written at another place.`,
    unreadable: `${row} cannot be read.`,
    'value-edited': `what is kept beside ${row} is not what was written.`,
    'cut-tail': `${row} and all after it were cut off.`,
    'head-differs': `${row} is not the one that was last when its head was written.`,
    'missing-head': `chain ${showText(chain)} has lost its head, so that nobody can tell whether its end was cut off.`,
  }[what];
}

function sayProved(proved: boolean | undefined): string {
  if (proved === undefined) return 'Nothing of an answer to this question is kept.';
  return proved ? 'The answer kept with this question is the one you gave.' : 'The answer kept with this question is another one.';
}

function answerOf({ question, answer }: AuditVerifyOptions): JsonObject | undefined {
  if (question === undefined && answer === undefined) return undefined;
  if (question === undefined || answer === undefined) throw new UsageError('Give --question and --answer together.');
  try {
    const content: unknown = JSON.parse(answer);
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content as JsonObject;
  } catch {
    // said below
  }
  throw new UsageError('--answer takes a JSON object.', `Such as --answer '{"environment":"staging"}'`);
}

/** On a terminal, at most four times a second; a log gets none. */
function progress({ terminal, now }: CommandContext): (rows: number, of: number) => void {
  let last = now();
  return (rows, of) => {
    if (!terminal.interactive || now() - last < 250) return;
    last = now();
    terminal.err(`midcall: ${rows.toLocaleString('en')} of ${Math.max(rows, of).toLocaleString('en')} rows`);
  };
}

function count(n: number, one: string): string {
  return `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;
}
