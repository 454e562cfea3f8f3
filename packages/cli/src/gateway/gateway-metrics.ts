/** What the gateway counts, as Prometheus text. Names of servers are the only text in it (N9). */
import type { GatewayEvent, GatewayObserver } from '@midcall/gateway';
import { CounterFamily, GaugeFamily, HistogramFamily } from './metric-families.js';

export interface GatewayMetrics {
  /** Counts what the gateway in front of this server does. */
  observer(server: string): GatewayObserver;
  event(server: string, event: GatewayEvent): void;
  /** An HTTP answer of the face, by its status. */
  response(status: number): void;
  /** The text; gauges are read now. */
  text(now: GaugesNow): string;
}

export interface GaugesNow {
  readonly openRequests: number;
  readonly sessions: number;
  readonly servers: readonly { readonly name: string; readonly hosts: number; readonly suspended: number }[];
}

// A call may wait for a person: the last buckets are minutes.
const CALL_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 900];
const PERSON_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800];

/** @param now milliseconds on a clock that never goes back. */
export function gatewayMetrics(now: () => number): GatewayMetrics {
  const calls = new CounterFamily('midcall_calls_total', 'Requests of hosts that ended, by outcome.');
  const lost = new CounterFamily('midcall_calls_lost_total', 'Requests whose end cannot be known any more.');
  const seconds = new HistogramFamily('midcall_call_seconds', 'How long requests took, the person included.', CALL_SECONDS);
  const callsOpen = new GaugeFamily('midcall_calls_open', 'Requests that are open now.');
  const questions = new CounterFamily('midcall_questions_total', 'Questions that ended, by who was asked and how.');
  const asked = new HistogramFamily('midcall_question_seconds', 'How long questions were open.', PERSON_SECONDS);
  const questionsOpen = new GaugeFamily('midcall_questions_open', 'Questions that wait now.');
  const opened = new CounterFamily('midcall_server_starts_total', 'Connections opened to a server; of a command, its starts.');
  const exits = new CounterFamily('midcall_server_exits_total', 'Servers that ended by themselves.');
  const events = new CounterFamily('midcall_events_total', 'What the gateway noticed, by kind.');
  const responses = new CounterFamily('midcall_http_responses_total', 'HTTP answers, by status.');

  return {
    observer: server => ({
      request({ method, era }) {
        const began = now();
        callsOpen.add({ server }, 1);
        return {
          end(outcome) {
            callsOpen.add({ server }, -1);
            calls.add({ server, method, era, outcome });
            seconds.record({ server, method }, (now() - began) / 1_000);
            if (outcome === 'lost') lost.add({ server });
          },
        };
      },
      question({ where, mode }) {
        const began = now();
        questionsOpen.add({ server, where }, 1);
        return outcome => {
          questionsOpen.add({ server, where }, -1);
          questions.add({ server, where, mode, outcome });
          asked.record({ server, where }, (now() - began) / 1_000);
        };
      },
      serverOpened: () => opened.add({ server }),
    }),
    event(server, { level, event }) {
      events.add({ server, level, event });
      if (event === 'upstream-exited') exits.add({ server });
    },
    response: status => responses.add({ status: String(status) }),
    text({ openRequests, sessions, servers }) {
      const gauge = (name: string, help: string, values: readonly (readonly [Readonly<Record<string, string>>, number])[]): GaugeFamily => {
        const made = new GaugeFamily(name, help);
        for (const [labels, value] of values) made.add(labels, value);
        return made;
      };
      return [
        calls,
        lost,
        seconds,
        callsOpen,
        gauge('midcall_calls_suspended', 'Calls that wait for a person while no request of their host is open.', [
          ...servers.map(({ name, suspended }) => [{ server: name }, suspended] as const),
        ]),
        questions,
        asked,
        questionsOpen,
        opened,
        exits,
        gauge('midcall_hosts', 'Hosts connected now; a modern request is one while it lasts.', [
          ...servers.map(({ name, hosts }) => [{ server: name }, hosts] as const),
        ]),
        gauge('midcall_sessions', 'Sessions of hosts of the older protocol.', [[{}, sessions]]),
        gauge('midcall_http_requests_open', 'HTTP requests that are open now.', [[{}, openRequests]]),
        responses,
        events,
      ]
        .flatMap(family => family.lines())
        .concat('')
        .join('\n');
    },
  };
}
