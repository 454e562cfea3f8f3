/**
 * `--otel`: spans through the OpenTelemetry API of this installation, which the operator's own setup (`NODE_OPTIONS=--import`)
 * gives somewhere to go. Without the flag nothing of it is loaded.
 */
import { MidcallError } from '@midcall/core';
import { type GatewayObserver, type TraceApi, traceRequests } from '@midcall/gateway';

/** By the name of a server. @throws MidcallError CONFIG_INVALID where the package is not installed. */
export async function openTracing(wanted: boolean): Promise<((server: string) => GatewayObserver) | undefined> {
  if (!wanted) return undefined;
  const name = '@opentelemetry/api';
  const api = await import(name).catch((cause: unknown) => {
    throw new MidcallError('CONFIG_INVALID', '--otel needs @opentelemetry/api, which is not installed here.', {
      hint: 'npm install @opentelemetry/api, and start with NODE_OPTIONS=--import=./your-setup.js.',
      cause,
    });
  });
  return server => traceRequests(api as TraceApi, { server });
}
