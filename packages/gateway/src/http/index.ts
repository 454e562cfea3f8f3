/** Streamable HTTP on both sides. */
export type { Authenticate, HttpFace, HttpFaceOptions } from './http-face.js';
export { bearerGate, createHttpFace } from './http-face.js';
export type { HttpUpstreamOptions } from './upstream.js';
export { httpUpstream } from './upstream.js';
