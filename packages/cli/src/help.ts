/** What `--help` teaches beyond the list of options: examples that can be pasted, and where things live. */
import { AUDIT_HELP } from './audit/help.js';
import { EXIT_LINES } from './exit-codes.js';
import { ON_HELP } from './on/help.js';
import { POLICY_HELP } from './policy/help.js';
import type { Colors } from './terminal/terminal.js';

/** The end of `midcall --help`. */
export function overview(c: Colors): string {
  return `
${c.bold('Start here')}
  midcall demo
      see a server ask, and answer it in the browser
  midcall on
      your hosts' servers can ask; midcall off puts everything back
  midcall dev -- node server.js
      your own server: run its tools, see its questions as people will
  midcall call -- node server.js TOOL name=value --answer question.field=value
      the same without a person, for tests

${c.bold('Words')}
  A server asks a question. You answer it, decline it (the server will not
  ask again), or say "not now" (it may ask again). Neither of the last two
  is an error.

${c.bold('Where things live')}
  MIDCALL_HOME   keys and what must be kept, readable by you only (~/.midcall)
  NO_COLOR       set it to turn colours off

${c.bold('Exit status')}
${EXIT_LINES.map(([code, text]) => `  ${String(code).padEnd(3)} ${text}`).join('\n')}`;
}

/** One line and the examples of each command. */
export const COMMAND_HELP = {
  ...ON_HELP,
  demo: {
    summary: 'Watch a server ask you before it deletes 4,012 rows; answer in the browser.',
    after: `
Examples
  midcall demo                              answer in the browser
  midcall demo --era legacy                 the same server, in the older protocol
  midcall demo --transport http             the same over HTTP
  midcall demo --answer decline             answer by script; the last line is "result: …"

With --answer, accept answers every question; decline and cancel answer the
first, which ends the call.`,
  },
  dev: {
    summary: 'A page for your server: its tools, its questions as people will see them, the wire beside them.',
    after: `
Examples
  midcall dev -- node server.js
  midcall dev -- npx tsx src/server.ts      restarts when a file in src/ changes
  midcall dev --revision A -- node server.js
  midcall dev --url http://127.0.0.1:3000/mcp

Everything behind -- is the server's command, word for word.`,
  },
  call: {
    summary: 'Call a tool without a person; answer its questions by --answer.',
    after: `
Examples
  midcall call --list -- node server.js
  midcall call -- node server.js deploy_service service=api \\
      --answer target.environment=staging --answer live=accept
  midcall call -- node server.js deploy_service service=api --answer target=decline
  midcall call --url http://127.0.0.1:3000/mcp deploy_service service=api --json
  midcall call -- node server.js --port 1 -- deploy_service k=v
      a second -- ends the server's command

Arguments   name=value is read by the tool's input schema; name:=json is taken as JSON.
Answers     question.field=value     one field of the question asked under that key
            question=decline         or cancel, or accept (sends what is pre-filled)
            field=value              any question with that field
            1.field=value, 2=cancel  by order, counting from 1
Older revisions have no keys: there question.field=value fits by its field, and
flags for whole questions are taken in the order typed.
A question without an answer ends as "not now", the flags that would answer it
are printed, and the status is 3.`,
  },
  gateway: {
    summary: 'Stand between a host and a server; questions the host cannot show come to a page of yours.',
    after: `
In the configuration of your host, put midcall in front of the server's command:
  "records": {
    "command": "npx",
    "args": ["midcall", "gateway", "--name", "Records", "--", "node", "server.js"]
  }

Examples
  midcall gateway -- node server.js
  midcall gateway --name Records --desk always -- npx -y records-mcp
  midcall gateway --no-open -- node server.js
      midcall inbox opens the page
  midcall gateway --url https://example.com/mcp --header "Authorization: Bearer …"
      a server elsewhere, for a host that starts commands
  midcall gateway --config midcall.json
      every server of the file over HTTP, each at http://127.0.0.1:4330/NAME/mcp
  midcall gateway --config midcall.json --auth https://id.example \\
      --listen 0.0.0.0:4330 --public-url https://mcp.example
      for several people, each with a token of that issuer
  midcall gateway --check --config midcall.json
      reads the file, starts each server once, serves nothing
  midcall gateway --url https://example.com/mcp --oauth
  midcall gateway login crm --config midcall.json
      a server that wants the gateway to sign in

midcall.policy.json in MIDCALL_HOME holds the rules before you are asked.
Standard output carries the protocol and nothing else. Everything behind -- is
the server's command, word for word.`,
  },
  inbox: {
    summary: 'Open your inbox: everything that waits, from all servers of this machine.',
    after: `
Examples
  midcall inbox             in the browser; in the terminal where none can be opened
  midcall inbox --terminal  in this terminal, for example over ssh
  midcall inbox --no-open   on a terminal, a link that works once, for a minute

There is one inbox for all midcall processes of yours on this machine, also for
those that your hosts started. Whichever holds its port serves it; when that one
ends, another takes over, and open pages and logins stay valid.
In the terminal, leaving a question or the inbox leaves it waiting; only
"not now" closes it without an answer.`,
  },
  ...POLICY_HELP,
  ...AUDIT_HELP,
  key: {
    summary: 'Make keys.',
    after: `
Examples
  midcall key new
      for createMidcall({ keys: process.env.MIDCALL_KEYS.split(',') }), newest first`,
  },
} as const;
