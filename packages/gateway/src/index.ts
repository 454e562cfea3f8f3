export type {
  ConnectOptions,
  DeskMode,
  Gateway,
  GatewayEvent,
  GatewayLimits,
  GatewayOptions,
  HostConnection,
} from './options.js';
