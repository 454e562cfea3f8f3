/** English of the terminal, the command line and the gateway: no page says it, so no page carries it. */
export const terminal = {
  keySendTerminal: 'Ctrl+S send',
  keyDeclineTerminal: 'Ctrl+X decline',
  keyNotNowTerminal: 'Esc not now',
  keyNextTerminal: 'Enter next',
  keyEnterTerminal: 'Enter send',
  keyChangeTerminal: 'Enter change',
  keyTickTerminal: 'Space tick',
  keyMoreTimeTerminal: 'Ctrl+T more time',
  keyRetryTerminal: 'R try again',
  terminalOpenYourself:
    'No browser can be opened from here. Open the address yourself, in the browser in front of you, and say so with Ctrl+S.',
  waitingAt: 'A question is waiting: {link}',
  noSurface: 'Nobody could be asked, so nothing was done.',

  // gateway: how an upstream is named in front of its own words (D36)
  askedBy: '{server} asks: {message}',
} as const;
