export type { ConfiguredServer, GatewayConfig, HttpServer, ProcessServer } from './config/config.js';
export { readGatewayConfig } from './config/config.js';
export type { AuthConfig, FaceConfig, ListenAt } from './config/face-config.js';
export { parseListen } from './config/face-config.js';
export type { OAuthConfig } from './config/oauth-config.js';
export { createGateway } from './gateway.js';
export type { GatewayObserver, ObservedQuestion, ObservedRequest, QuestionOutcome, RequestOutcome } from './observe/observer.js';
export { observers } from './observe/observer.js';
export type { TraceApi, TraceOptions } from './observe/trace-requests.js';
export { traceRequests } from './observe/trace-requests.js';
export type {
  ConnectOptions,
  DeskMode,
  Gateway,
  GatewayEvent,
  GatewayLimits,
  GatewayOptions,
  HostConnection,
} from './options.js';
export type { PerPrincipalOptions } from './per-principal.js';
export { GatewayFullError, gatewayPerPrincipal } from './per-principal.js';
