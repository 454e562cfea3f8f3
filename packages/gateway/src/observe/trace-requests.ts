/**
 * Requests as spans of OpenTelemetry. Nothing of it is imported: the application passes its API in,
 * `observer: traceRequests(await import('@opentelemetry/api'))`, and sets up where spans go.
 *
 * The host's own trace is taken up from `_meta`, and the server gets ours there (W3C trace context), so that one trace
 * leads from the host through the gateway into the server. A span holds a method, an era and an outcome (N9).
 */
import type { GatewayObserver, RequestOutcome } from './observer.js';

/** The part of `@opentelemetry/api` 1.9 that is used. */
export interface TraceApi {
  readonly ROOT_CONTEXT: unknown;
  readonly SpanKind: { readonly SERVER: number };
  readonly SpanStatusCode: { readonly ERROR: number };
  readonly trace: {
    getTracer(name: string): {
      startSpan(
        name: string,
        options: { readonly kind: number; readonly attributes: Record<string, string> },
        context: never,
      ): {
        setAttribute(key: string, value: string): unknown;
        setStatus(status: { readonly code: number }): unknown;
        end(): void;
      };
    };
    setSpan(context: never, span: never): unknown;
  };
  readonly propagation: {
    extract(context: never, carrier: Record<string, string>): unknown;
    inject(context: never, carrier: Record<string, string>): void;
  };
}

export interface TraceOptions {
  /** The operator's own name for the server. */
  readonly server: string;
}

const FAILED: ReadonlySet<RequestOutcome> = new Set(['error', 'lost', 'tool-error']);

export function traceRequests(api: TraceApi, { server }: TraceOptions): GatewayObserver {
  const tracer = api.trace.getTracer('midcall');
  return {
    request({ method, era, trace }) {
      const parent = api.propagation.extract(api.ROOT_CONTEXT as never, { ...trace });
      const attributes = { 'rpc.system': 'jsonrpc', 'rpc.method': method, 'midcall.server': server, 'midcall.era': era };
      const span = tracer.startSpan(`mcp ${method}`, { kind: api.SpanKind.SERVER, attributes }, parent as never);
      const own: Record<string, string> = {};
      api.propagation.inject(api.trace.setSpan(parent as never, span as never) as never, own);
      const { traceparent, tracestate } = own;
      return {
        // Without a propagator there is nothing to pass on, and the host's own stays as it is.
        trace: traceparent === undefined ? undefined : { traceparent, ...(tracestate !== undefined && { tracestate }) },
        end(outcome) {
          span.setAttribute('midcall.outcome', outcome);
          if (FAILED.has(outcome)) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}
