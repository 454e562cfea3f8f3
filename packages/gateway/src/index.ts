export { createGateway } from './gateway.js';
export type {
  ConnectOptions,
  DeskMode,
  Gateway,
  GatewayEvent,
  GatewayLimits,
  GatewayOptions,
  HostConnection,
} from './options.js';
