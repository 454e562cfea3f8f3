/**
 * What a gateway tells of its work, for counting and tracing: methods, outcomes, times. Nothing that a host, a server or a
 * person wrote is in it (N9).
 */

/** `lost`: the call's end cannot be known any more (N8). `gone`: its host left, or took it back. */
export type RequestOutcome = 'ok' | 'input-required' | 'tool-error' | 'error' | 'lost' | 'gone';

export interface ObservedRequest {
  /** One of the protocol's own methods, else `other`: a stranger's text is no label. */
  readonly method: string;
  readonly era: 'legacy' | 'modern';
  /** The host's own `traceparent` and `tracestate` (W3C), where it sent them. */
  readonly trace: Readonly<Record<string, string>>;
}

/** `withdrawn`: its call ended first. `invalid`: it could not be shown. The rest is how a desk ends what nobody answered. */
export type QuestionOutcome = 'accept' | 'decline' | 'cancel' | 'expired' | 'unanswered' | 'withdrawn' | 'invalid';

export interface ObservedQuestion {
  readonly where: 'desk' | 'host';
  readonly mode: 'form' | 'url';
}

export interface GatewayObserver {
  /** A request of a host begins. `trace` goes to the server in its `_meta` in place of the host's own. */
  request?(request: ObservedRequest): {
    readonly trace?: Readonly<Record<string, string>> | undefined;
    end(outcome: RequestOutcome): void;
  };
  /** A question is put before somebody; what is returned is called once, at its end. */
  question?(question: ObservedQuestion): (outcome: QuestionOutcome) => void;
  /** A connection to the server is opened: a child is started, or an address is reached for. */
  serverOpened?(): void;
}

/** All of them, in order; the first trace that is given counts. */
export function observers(...all: readonly (GatewayObserver | undefined)[]): GatewayObserver | undefined {
  const present = all.filter(one => one !== undefined);
  if (present.length < 2) return present[0];
  return {
    request(request) {
      const begun = present.map(one => one.request?.(request));
      return {
        trace: begun.find(one => one?.trace !== undefined)?.trace,
        end: outcome => {
          for (const one of begun) one?.end(outcome);
        },
      };
    },
    question(question) {
      const ends = present.map(one => one.question?.(question));
      return outcome => {
        for (const end of ends) end?.(outcome);
      };
    },
    serverOpened() {
      for (const one of present) one.serverOpened?.();
    },
  };
}
