/** What a server of one era can do, in the words of the other (D17: tasks do not cross). */
import type { JsonObject } from '@midcall/core';
import { META } from '@midcall/core/wire';
import { MODERN } from '../envelope.js';
import { objectAt, textAt } from '../json-rpc/message.js';

const LEGACY_REVISIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The revision a legacy host is answered with: its own if it is known, else the newest of its era (E-V-03). */
export function legacyRevision(asked: string | undefined): string {
  return asked !== undefined && LEGACY_REVISIONS.includes(asked) ? asked : '2025-11-25';
}

/** The `initialize` result for a legacy host of a modern server. */
export function initializeResult(discover: JsonObject, revision: string, serverName: string): JsonObject {
  const instructions = textAt(discover, 'instructions');
  return {
    protocolVersion: revision,
    capabilities: withoutForeign(objectAt(discover, 'capabilities')),
    serverInfo: objectAt(objectAt(discover, '_meta'), META.serverInfo) ?? { name: serverName, version: '0.0.0' },
    ...(instructions !== undefined && { instructions }),
  };
}

/** The `server/discover` result for a modern host of a legacy server. */
export function discoverResult(initialize: JsonObject): JsonObject {
  const instructions = textAt(initialize, 'instructions');
  const serverInfo = objectAt(initialize, 'serverInfo');
  return {
    resultType: 'complete',
    supportedVersions: [MODERN],
    capabilities: withoutForeign(objectAt(initialize, 'capabilities')),
    ...(instructions !== undefined && { instructions }),
    ttlMs: 0,
    cacheScope: 'private',
    ...(serverInfo && { _meta: { [META.serverInfo]: serverInfo } }),
  };
}

function withoutForeign(capabilities: JsonObject | undefined): JsonObject {
  const { tasks: _tasks, extensions: _extensions, ...rest } = capabilities ?? {};
  return rest;
}
