/**
 * A journal of 300 bytes, sealed and opened again. The bare rival does the same job with nothing around it: JSON, AES-256-GCM
 * with AAD and a checked tag, base64url, and the digest that binds the state to its call. The codec only signs.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { compare } from '../compare.js';
import { createKeyRing, createSealer, newKey, nodeCrypto } from '../internals.js';
import type { Row } from '../row.js';

const journal = {
  v: 1,
  flow: 'f_7c1f0f0f6b0a4c54a9d3',
  round: 1,
  exp: 1_795_993_200,
  asked: { target: 'p2Zk0cVxqYw', slot: 'Zb1yXoTq3dE' },
  entries: [
    { key: 'target', action: 'accept', content: { environment: 'staging', runMigrations: false }, from: { environment: 'person' } },
    { key: 'slot', action: 'accept', content: { choice: 'w-2026-11-30' } },
  ],
};
const aad = 'records|local:records|tools/call|deploy_service|p2Zk0cVxqYwZb1yXoTq3dEp2Zk0cVxqYwZb1yXoTq3dE|5f0c';
const args = '{"environment":"staging","service":"billing"}';

const ours = (): unknown => {
  const bound = aad + nodeCrypto.digest(args);
  return sealer.open(sealer.seal(journal, bound) as string, bound);
};
const sealer = createSealer({ ring: createKeyRing([newKey(), newKey()]), label: 'state', crypto: nodeCrypto });

const key = randomBytes(32);

function bare(): unknown {
  const bound = Buffer.from(aad + hash('sha256', args, 'base64url'));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  cipher.setAAD(bound);
  const token = Buffer.concat([nonce, cipher.update(JSON.stringify(journal), 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );

  const bytes = Buffer.from(token, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(bound);
  decipher.setAuthTag(bytes.subarray(-16));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8'));
}

const codec = createRequestStateCodec<typeof journal>({ key });

async function signed(): Promise<unknown> {
  // Without `bind` the codec never looks at the context.
  return codec.verify(await codec.mint(journal), undefined as unknown as ServerContext);
}

export const stateSealRows: readonly Row[] = [
  {
    bench: 'state.seal.bare',
    rival: 'node:crypto AES-256-GCM with JSON, base64url, AAD and digest',
    unit: 'ratio',
    measure: () => compare({ ours, rival: bare }),
  },
  {
    bench: 'state.seal.codec',
    rival: 'createRequestStateCodec of @modelcontextprotocol/server',
    unit: 'ratio',
    measure: () => compare({ ours, rival: signed }),
  },
];
