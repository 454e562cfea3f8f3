/** Every server of others that is played: how it is had, how it is started, what it is known to say. */
import { join } from 'node:path';
import { goServer, here, javaServer, npmPackage, place, pythonPackage, rustServer } from './obtain.js';
import { type Call, type Command, type Difference, type Peer, plainly } from './peer.js';

const node = (...args: readonly string[]): Command => ({ command: process.execPath, args });
const everything = (folder: string): string => join(folder, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const mongodb = (folder: string): string => join(folder, 'node_modules/mongodb-mcp-server/dist/esm/index.js');

const RUST = 'rmcp 3.11.0 refuses elicit and elicit_url in the 2026 era, where a server cannot push.';

/** The booking that every fixture has: asked for its guests. */
const bookTable: Call = {
  mode: 'form',
  tool: 'book_table',
  args: { restaurant: 'Lumen' },
  content: { guests: 4, terrace: true },
  says: plainly(/action=accept (?=.*guests\W+4)(?=.*terrace\W+true)/i),
};
const pushTable: Call = { ...bookTable, tool: 'push_table' };
const connectCalendar: Call = { mode: 'url', tool: 'connect_calendar', args: {}, says: plainly(/action=accept/) };

const goCalls: readonly Call[] = [
  bookTable,
  {
    ...pushTable,
    differs: [
      {
        era: 'modern',
        says: /cannot be sent while serving/,
        why: 'The Go SDK 1.8.0 refuses Elicit in the 2026 era, where a server cannot push.',
      },
    ],
  },
  connectCalendar,
];

const pushedInPython: Difference = {
  era: 'modern',
  says: /no back-channel for server-initiated requests/,
  why: 'The Python SDK 2.3.0 has no back-channel in the 2026 era: elicit and elicit_url are for 2025, resolved parameters for both.',
};

const withoutSessions: Difference = {
  era: 'legacy',
  says: /client does not support elicitation/,
  why: 'Without sessions a server cannot know in 2025 what its client can be asked: such a server asks in the 2026 era only.',
};

export const peers: readonly Peer[] = [
  {
    name: 'server-everything 2026.8.31',
    speaks: 'legacy',
    obtain: () => npmPackage('@modelcontextprotocol/server-everything@2026.8.31'),
    stdio: folder => node(everything(folder), 'stdio'),
    http: (folder, port) => ({ ...node(everything(folder), 'streamableHttp'), env: { PORT: String(port) } }),
    calls: [
      {
        mode: 'form',
        tool: 'trigger-elicitation-request',
        args: {},
        // All thirteen, as typed where a person types.
        content: {
          name: 'Rowan',
          check: true,
          firstLine: 'It was a bright cold day.',
          email: 'rowan@records.example',
          homepage: 'https://records.example/rowan',
          birthdate: '1984-02-29',
          integer: '7',
          number: '2.5',
          untitledSingleSelectEnum: 'Ross',
          untitledMultipleSelectEnum: ['Piano', 'Drums'],
          titledSingleSelectEnum: 'hero-3',
          titledMultipleSelectEnum: ['fish-2', 'fish-3'],
          legacyTitledEnum: 'pet-4',
        },
        says: {
          accept:
            /(?=.*"name": "Rowan")(?=.*"check": true)(?=.*bright cold)(?=.*rowan@records)(?=.*records.example\/rowan)(?=.*1984-02-29)(?=.*"integer": 7)(?=.*"number": 2.5)(?=.*Ross)(?=.*Piano)(?=.*Drums)(?=.*hero-3)(?=.*fish-2)(?=.*fish-3)(?=.*pet-4)/s,
          decline: /declined/,
          cancel: /cancelled/,
        },
      },
      {
        mode: 'url',
        tool: 'trigger-url-elicitation',
        args: { url: 'https://pay.example/checkout', message: 'Please pay.' },
        says: { accept: /User completed/, decline: /User declined/, cancel: /User cancelled/ },
      },
      {
        mode: 'url',
        tool: 'trigger-url-elicitation',
        as: 'trigger-url-elicitation (-32042)',
        // Each address once: the server keeps in mind which it has refused.
        args: action => ({ url: `https://pay.example/${action}`, message: 'Please pay.', errorPath: true }),
        // First the page of the error; when it is agreed to and the call made again, the page of the request.
        asked: { accept: 2 },
        says: { accept: /User completed/, decline: /not opened|declined/i, cancel: /not opened|left it for now/i },
      },
    ],
  },
  {
    name: 'mongodb-mcp-server 3.0.4',
    speaks: 'both',
    obtain: () => npmPackage('mongodb-mcp-server@3.0.4'),
    stdio: folder => node(mongodb(folder)),
    calls: [
      {
        mode: 'form',
        tool: 'drop-database',
        args: { database: 'shop', connectionId: 'default' },
        content: { confirmation: 'Yes' },
        // Without a database the confirmed call ends at the connection, the refused one before it.
        says: {
          accept: /connect/i,
          decline: /not confirm|aborted|did not|cancel|declin/i,
          cancel: /not confirm|aborted|did not|cancel|declin/i,
        },
        differs: [
          {
            era: 'modern',
            over: 'stdio',
            says: /connect/i,
            why: 'mongodb-mcp-server 3.0.4 looks for the capability where only the 2025 handshake puts it, finds none on 2026 pipes and goes on without its confirmation. Behind the gateway it is asked in 2025, unless the operator pins the era.',
          },
        ],
      },
    ],
  },
  {
    name: 'fastmcp (npm) 4.20.16',
    speaks: 'legacy',
    obtain: () => npmPackage('fastmcp@4.20.16'),
    stdio: folder => node(place(folder, 'booking-fastmcp.mjs')),
    http: (folder, port) => node(place(folder, 'booking-fastmcp.mjs'), String(port)),
    calls: [{ ...bookTable, content: { guests: 4 }, says: plainly(/action=accept .*"?guests\\?":4/) }],
  },
  {
    name: 'mcp-use 1.34.6',
    speaks: 'legacy',
    obtain: () => npmPackage('mcp-use@1.34.6', 'langchain@1.5.14', '@langchain/core@1.4.0'),
    http: (folder, port) => node(place(folder, 'booking-mcp-use.mjs'), String(port)),
    calls: [bookTable, connectCalendar],
  },
  {
    name: 'SDK v1 1.32.2, deploy_service',
    speaks: 'legacy',
    obtain: () => npmPackage('@modelcontextprotocol/sdk@1.32.2'),
    stdio: folder => node(place(folder, 'deploy-service.mjs')),
    calls: [
      {
        mode: 'form',
        tool: 'deploy_service',
        args: { service: 'api' },
        content: { environment: 'prod', confirm: true },
        says: plainly(/action=accept (?=.*prod)(?=.*confirm\\?":true)(?=.*runMigrations\\?":true)/),
      },
      {
        mode: 'form',
        tool: 'deploy_service',
        as: 'deploy_service, unticked',
        args: { service: 'api' },
        // An unticked box is not a refusal (N2): it arrives as what it is.
        content: { environment: 'stg' },
        says: plainly(/action=accept (?=.*stg)(?=.*confirm\\?":false)/),
      },
    ],
  },
  {
    name: 'SDK v2 2.4.0',
    speaks: 'both',
    obtain: here,
    stdio: folder => node(join(folder, 'booking-sdk-v2.mjs')),
    http: (folder, port) => node(join(folder, 'booking-sdk-v2.mjs'), String(port)),
    calls: [
      bookTable,
      {
        ...pushTable,
        differs: [
          {
            era: 'modern',
            says: /not supported|2026-07-28/i,
            why: 'SDK v2 2.4.0 refuses elicitInput in the 2026 era, where a server cannot push.',
          },
        ],
      },
      connectCalendar,
    ],
  },
  {
    name: 'FastMCP (Python) 4.2.3, records-admin',
    speaks: 'both',
    obtain: () => pythonPackage('fastmcp==4.2.3'),
    stdio: folder => ({ command: join(folder, 'bin/python'), args: [place(folder, 'records_admin.py')] }),
    calls: [
      {
        mode: 'form',
        tool: 'delete_stale_records',
        args: { days: 90 },
        content: { confirm: true, reason: 'audit' },
        says: plainly(/action=accept confirm=True reason=audit/),
        differs: [
          { era: 'modern', says: /unavailable on 2026-07-28/, why: 'FastMCP 4.2.3 (Python) can ask by ctx.elicit in the 2025 era only.' },
        ],
      },
    ],
  },
  {
    name: 'Python SDK (mcp) 2.3.0',
    speaks: 'both',
    obtain: () => pythonPackage('mcp==2.3.0'),
    stdio: folder => ({ command: join(folder, 'bin/python'), args: [place(folder, 'booking_mcp.py')] }),
    http: (folder, port) => ({ command: join(folder, 'bin/python'), args: [place(folder, 'booking_mcp.py'), String(port)] }),
    calls: [bookTable, { ...pushTable, differs: [pushedInPython] }, { ...connectCalendar, differs: [pushedInPython] }],
  },
  {
    name: 'Go SDK 1.8.0',
    speaks: 'both',
    httpSpeaks: 'legacy',
    obtain: goServer,
    stdio: folder => ({ command: join(folder, 'asks'), args: [] }),
    http: (folder, port) => ({ command: join(folder, 'asks'), args: [String(port)] }),
    calls: goCalls,
  },
  {
    name: 'Go SDK 1.8.0, stateless',
    speaks: 'both',
    obtain: goServer,
    http: (folder, port) => ({ command: join(folder, 'asks'), args: [String(port), 'stateless'] }),
    calls: goCalls.map(call => ({ ...call, differs: [...(call.differs ?? []), withoutSessions] })),
  },
  {
    name: 'rmcp (Rust) 3.11.0',
    speaks: 'both',
    obtain: rustServer,
    stdio: folder => ({ command: join(folder, 'debug/asks'), args: [] }),
    calls: [
      {
        ...bookTable,
        differs: [
          {
            era: 'legacy',
            says: /requires negotiated protocol version/,
            why: 'rmcp 3.11.0 has no way to push a round to a 2025 client: a tool must do that itself.',
          },
        ],
      },
      { ...pushTable, differs: [{ era: 'modern', says: /not allowed on protocol 2026-07-28/, why: RUST }] },
      { ...connectCalendar, differs: [{ era: 'modern', says: /not allowed on protocol 2026-07-28/, why: RUST }] },
    ],
  },
  {
    name: 'Java SDK 2.1.0',
    speaks: 'legacy',
    obtain: javaServer,
    stdio: folder => ({
      command: 'java',
      args: ['-Xshare:auto', '-cp', `${join(folder, 'classes')}:${join(folder, 'dependency')}/*`, 'Asks'],
    }),
    calls: [bookTable, connectCalendar],
  },
];
