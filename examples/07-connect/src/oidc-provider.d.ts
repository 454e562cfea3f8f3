/** The part of `oidc-provider` that is used here; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    readonly AccessToken: { find(token: string): Promise<{ readonly accountId: string; readonly scope?: string } | undefined> };
  }

  // biome-ignore lint/style/noDefaultExport: that is how the library has it
  export { Provider as default };
}
