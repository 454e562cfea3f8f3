/** The part of `oidc-provider` that is used; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    on(event: 'grant.success', listener: (ctx: never) => void): this;
  }

  // biome-ignore lint/style/noDefaultExport: that is how the library has it
  export { Provider as default };
}
