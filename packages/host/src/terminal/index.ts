/** Questions in a terminal. A separate entry: hosts without a terminal carry none of it. */
export type { TerminalInput, TerminalJobs, TerminalOutput } from './hold.js';
export type { TerminalSurfaceOptions } from './surface-options.js';
export { terminalSurface } from './terminal-surface.js';
