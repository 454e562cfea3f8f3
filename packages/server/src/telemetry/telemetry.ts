/**
 * The part of the OpenTelemetry API that is used. Nothing of it is imported: the application passes it in,
 * `createMidcall({ telemetry: await import('@opentelemetry/api') })`, and without it nothing is measured.
 */

export type Attributes = Record<string, string | number>;

export interface TelemetrySpan {
  setAttribute(key: string, value: string | number): unknown;
  setStatus(status: { code: number }): unknown;
  end(endTime?: Date): void;
}

/** As published in `@opentelemetry/api` 1.9; `context` makes what a handler measures part of its call's span. */
export interface Telemetry {
  readonly trace: {
    getTracer(name: string): { startSpan(name: string, options: { attributes: Attributes; startTime?: Date }): TelemetrySpan };
    setSpan?(context: unknown, span: TelemetrySpan): unknown;
  };
  readonly context?: {
    active(): unknown;
    with(context: unknown, fn: () => unknown): unknown;
  };
  readonly metrics: {
    getMeter(name: string): {
      createCounter(name: string, options: { description: string }): { add(value: number, attributes: Attributes): void };
      createHistogram(
        name: string,
        options: { description: string; unit: string },
      ): { record(value: number, attributes: Attributes): void };
    };
  };
}
