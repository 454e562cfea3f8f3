/** What the exit status of `midcall` means; the same for every command and printed by `--help`. */
export const EXIT = {
  /** The command did its work. A tool call that a person declined is work done. */
  done: 0,
  /** The tool reported an error, or the server answered the request with one. */
  toolFailed: 1,
  /** The command line cannot be carried out as written. */
  usage: 2,
  /** A question came for which no answer was given; it ended as cancel. */
  unanswered: 3,
  /** The server could not be talked to: it exited, printed something else, or stayed silent. */
  noServer: 4,
  /** Something on this machine stood in the way: port in use, no browser, no file. */
  machine: 5,
  /** The audit was changed, or something of it is missing. */
  tampered: 6,
  /** Interrupted by Ctrl+C. */
  interrupted: 130,
} as const;

/** Any of the statuses above. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One line per status, for the end of `--help`. */
export const EXIT_LINES: readonly (readonly [ExitCode, string])[] = [
  [EXIT.done, 'done; a declined call is done too'],
  [EXIT.toolFailed, 'the tool or the server reported an error'],
  [EXIT.usage, 'the command line is not right'],
  [EXIT.unanswered, 'a question came that no --answer covers; it ended as "not now"'],
  [EXIT.noServer, 'the server exited, printed something else, or stayed silent'],
  [EXIT.machine, 'this machine stood in the way: port in use, no browser, no file'],
  [EXIT.tampered, 'audit verify: something was changed or is missing'],
  [EXIT.interrupted, 'interrupted by Ctrl+C'],
];
