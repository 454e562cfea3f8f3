/** The surface that shows a person the way to the inbox when a question comes and no page is open. */
import { showText } from '@midcall/core/inspect';
import type { Surface } from '@midcall/host';
import type { Terminal } from '../terminal/terminal.js';
import type { Door } from './door.js';

/**
 * Reachable where a browser can be opened, a person sits at the terminal, or the operator said by `--no-open` that they
 * open the page themselves (D22). Being shown the way is not being asked: the inbox reports what was seen.
 */
export function doorSurface(
  door: Door,
  terminal: Terminal,
  options: { readonly principal: string; readonly selfOpened: boolean },
): Surface {
  return {
    name: 'browser',
    reachable: principal => principal === options.principal && (door.canOpen || terminal.interactive || options.selfOpened),
    raise: question =>
      void door
        .show(`${showText(question.server.name)} asks: a question is waiting.`)
        .catch(error => terminal.err(error instanceof Error ? error.message : 'The page could not be opened.')),
  };
}
