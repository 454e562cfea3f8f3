/** The page of every question that waits, and the handler that serves it. */
export type { ServerActions } from './api.js';
export { createInbox, type Inbox, type InboxOptions } from './create-inbox.js';
export { CONTENT_SECURITY_POLICY } from './headers.js';
export type { OidcClaims, OidcOptions } from './oidc/oidc-options.js';
export type { InboxClock, RandomBytes } from './ports.js';
export type { SignInRecord, SignInRecords } from './sign-in-records.js';
