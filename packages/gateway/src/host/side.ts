/** One era of one host connection: what is done with the frames the host sends in it. */
import type { NotificationMessage, RequestMessage, ResponseMessage } from '../json-rpc/message.js';

export interface HostSide {
  /** `headers` are to be passed on with it over HTTP (E-T-04). */
  request(message: RequestMessage, headers?: Readonly<Record<string, string>>): void;
  notification(message: NotificationMessage): void;
  response(message: ResponseMessage): void;
  /** The host is gone: everything opened for it is closed, on the server's side too (N12). */
  end(): Promise<void>;
}
