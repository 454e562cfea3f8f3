/**
 * What a gateway writes to standard error, where hosts and supervisors keep it as a log: plain lines, or one JSON object a
 * line through pino. No answers, states, arguments, tokens or links, in either (N9).
 */
import { showText } from '@midcall/core/inspect';
import type { GatewayEvent } from '@midcall/gateway';
import { colorsFor, type Terminal } from '../terminal/terminal.js';

export type LogFormat = 'text' | 'json';

export interface GatewayLog {
  /** The terminal to go on with: under JSON what is said to a person is a line of the log, too. */
  readonly terminal: Terminal;
  /** Something is wrong that an operator has to look at. */
  warn(line: string): void;
  event(server: string, event: GatewayEvent): void;
}

/** Pino is loaded where it is wanted only. */
export async function gatewayLog(terminal: Terminal, format: LogFormat): Promise<GatewayLog> {
  if (format === 'text')
    return {
      terminal,
      warn: line => terminal.err(`midcall: ${line}`),
      event(_server, { level, message }) {
        if (level === 'warn' || level === 'error') terminal.err(`midcall: ${showText(message)}`);
      },
    };
  const { pino } = await import('pino');
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: level => ({ level }) } },
    { write: (line: string) => terminal.err(line.trimEnd()) },
  );
  return {
    // A log is read later and by others: nothing that lets anybody in is said there, as at a terminal.
    terminal: {
      ...terminal,
      interactive: false,
      colors: colorsFor({ NO_COLOR: '1' }, false),
      err: line => log.info(line.replace(/^midcall: /, '')),
    },
    warn: line => log.warn(line),
    event(server, { level, event, message, data }) {
      log[level]({ server, event, ...data }, message);
    },
  };
}
