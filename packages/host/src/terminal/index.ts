/** Questions in a terminal. A separate entry: hosts without a terminal carry none of it. */
export type { TerminalInput, TerminalOutput, TerminalSurfaceOptions } from './terminal-surface.js';
export { terminalSurface } from './terminal-surface.js';
