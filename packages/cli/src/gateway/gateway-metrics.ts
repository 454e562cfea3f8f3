/** What the gateway counts, as Prometheus text. Names of servers are the only text in it (N9). */
import type { QuestionView } from '@midcall/core/contract';
import type { GatewayEvent } from '@midcall/gateway';

export interface GatewayMetrics {
  request(server: string): void;
  event(server: string, event: GatewayEvent): void;
  /** Every state of a question; its end is counted once. */
  question(view: QuestionView): void;
  /** The text; gauges are read now. */
  text(now: { readonly openRequests: number; readonly sessions: number }): string;
}

export function gatewayMetrics(): GatewayMetrics {
  const requests = new Map<string, number>();
  const events = new Map<string, number>();
  const ends = new Map<string, number>();
  const open = new Set<string>();
  const add = (counts: Map<string, number>, labels: string): void => void counts.set(labels, (counts.get(labels) ?? 0) + 1);

  return {
    request: server => add(requests, label({ server })),
    event: (server, { level, event }) => add(events, label({ server, level, event })),
    question(view) {
      if (view.state === 'waiting') open.add(view.id);
      else if (open.delete(view.id)) add(ends, label({ server: view.server.name, state: view.state, action: view.action ?? 'none' }));
    },
    text: ({ openRequests, sessions }) =>
      [
        ...family('midcall_requests_total', 'counter', 'Requests of hosts, by server.', requests),
        ...family('midcall_requests_open', 'gauge', 'Requests of hosts that are open now.', new Map([['', openRequests]])),
        ...family('midcall_sessions', 'gauge', 'Sessions of hosts of the older protocol.', new Map([['', sessions]])),
        ...family('midcall_questions_waiting', 'gauge', 'Questions that wait at the desk.', new Map([['', open.size]])),
        ...family('midcall_questions_left_total', 'counter', 'Questions that no longer wait, by how they left.', ends),
        ...family('midcall_events_total', 'counter', 'What the gateway noticed, by kind.', events),
        '',
      ].join('\n'),
  };
}

function family(name: string, type: 'counter' | 'gauge', help: string, values: ReadonlyMap<string, number>): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...[...values].map(([labels, value]) => `${name}${labels} ${value}`)];
}

function label(labels: Readonly<Record<string, string>>): string {
  const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `{${Object.entries(labels)
    .map(([key, value]) => `${key}="${escaped(value)}"`)
    .join(',')}}`;
}
