/** What `--help` says of `on`, `off`, `status` and `doctor`. */
import { HOST_IDS } from './hosts/host-paths.js';

const HOSTS = [HOST_IDS.slice(0, 7), HOST_IDS.slice(7)].map(ids => ids.join(', ')).join(',\n          ');

export const ON_HELP = {
  on: {
    summary: 'Let the servers of your hosts ask: finds the hosts, shows what changes, asks you, writes.',
    after: `
Hosts     ${HOSTS}
          any other: --config PATH of the file that lists its servers

Examples
  midcall on                                every host on this machine
  midcall on claude-desktop records shop    two servers of one host
  midcall on cursor --except billing        every server of it but one
  midcall on --dry-run                      show what would change
  midcall on --yes                          do not ask, for scripts
  midcall on --config .mcp.json             a file that others share

A backup stays beside each file; midcall off puts everything back.`,
  },
  off: {
    summary: 'Put back what midcall on changed.',
    after: `
Examples
  midcall off
  midcall off cursor
  midcall off --dry-run

Where nothing else changed since, a file becomes what it was, byte for byte.
Else only the commands of the servers go back.`,
  },
  status: {
    summary: 'Which servers ask through midcall, and whether your hosts could ask by themselves.',
    after: `
Examples
  midcall status`,
  },
  doctor: {
    summary: 'Walk from your host to the browser and name the first thing that is broken.',
    after: `
Examples
  midcall doctor
  midcall doctor claude-desktop records
  midcall doctor --no-start                 do not start the servers

Servers are started as the host starts them, asked for their tools, and
stopped. No tool is called.`,
  },
} as const;
