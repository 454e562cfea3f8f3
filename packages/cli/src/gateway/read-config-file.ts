/** The configuration file of `midcall gateway --config`: every fault as FILE:LINE:COLUMN, which editors and terminals open. */
import { readFile } from 'node:fs/promises';
import { isMidcallError, MidcallError } from '@midcall/core';
import { type GatewayConfig, readGatewayConfig } from '@midcall/gateway';

/** @throws MidcallError CONFIG_INVALID; its message starts with the place of the fault and quotes no value (N9). */
export async function readConfigFile(path: string): Promise<GatewayConfig> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'There is no such file' : 'The file cannot be read';
    throw new MidcallError('CONFIG_INVALID', `${why}: ${path}`, {
      hint: 'It holds { "mcpServers": { "name": { "command": "…" } } }.',
      cause,
    });
  }
  try {
    return readGatewayConfig(text);
  } catch (error) {
    if (!isMidcallError(error)) throw error;
    const { line, column } = (error.data ?? {}) as { readonly line?: number; readonly column?: number };
    const said = error.message.replace(/^Line \d+, column \d+: /, '');
    throw new MidcallError('CONFIG_INVALID', `${path}:${line}:${column}: ${said}`, {
      ...(error.hint !== undefined && { hint: error.hint }),
      data: { line, column },
      cause: error,
    });
  }
}
