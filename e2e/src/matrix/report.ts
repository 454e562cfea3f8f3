import type { MatrixReport } from '../fixtures/matrix-server.js';
import type { RawClient } from '../peers/raw-client.js';
import { textOf } from './drive.js';

/** What the handlers saw and did, asked over the wire. */
export async function reportOf(client: RawClient): Promise<MatrixReport> {
  return JSON.parse(textOf(await client.request('tools/call', { name: 'report', arguments: {} }))) as MatrixReport;
}
