/** What `--help` says of `policy`. */
export const POLICY_HELP = {
  policy: {
    summary: 'The rules that answer before you are asked: list them, mute a server, take rules back, check the file.',
    after: `
Examples
  midcall policy list
  midcall policy mute Records               what it asks is declined; its calls go on
  midcall policy mute Records --tool drop_table --for 2h
  midcall policy mute Records --cut-off     what it has open is declined too
  midcall policy unmute Records
  midcall policy forget Records             remembered answers of that server
  midcall policy quiet --for 2h             put nothing before me; what comes waits
  midcall policy check                      is midcall.policy.json right?
  midcall policy check Records drop_table   what holds for this tool
  midcall policy check --notify             send a test to every channel

Servers go by the name under which you read their questions. Gateways that run
follow at once. Rules of midcall.policy.json are changed in that file, which
lies in MIDCALL_HOME and is read again whenever it changes.`,
  },
} as const;
