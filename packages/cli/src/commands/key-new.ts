/** `midcall key new`: 32 random bytes in base64url, the form that `createMidcall({ keys })` takes (D8). */
import { randomBytes } from 'node:crypto';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export async function keyNew(_options: unknown, { terminal }: CommandContext): Promise<ExitCode> {
  terminal.out(randomBytes(32).toString('base64url'));
  if (terminal.interactive)
    terminal.err(
      terminal.colors.dim('Keep it where your secrets are. All replicas of one server share it; add a new one in front to rotate.'),
    );
  return EXIT.done;
}
