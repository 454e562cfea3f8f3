import { memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import { oauthClient } from './oauth-client.js';
import { oauthVault } from './oauth-vault.js';

const KEY = new Uint8Array(32).fill(3);
const SERVER = new URL('https://crm.example/mcp?key=PLANTED-key');
const TOKENS = { access_token: 'PLANTED-access', refresh_token: 'PLANTED-refresh', token_type: 'Bearer', issuer: 'https://id.example' };

describe('what sign-ins have brought', () => {
  it('is sealed, under names that tell nothing, and opens with no other key [N9]', async () => {
    const store = memoryStore();
    await oauthVault(store, KEY).change(SERVER, kept => ({ ...kept, tokens: TOKENS }));
    expect(JSON.stringify(await store.list(''))).not.toContain('PLANTED');
    expect((await oauthVault(store, KEY).read(SERVER)).tokens).toEqual(TOKENS);
    expect(await oauthVault(store, new Uint8Array(32).fill(4)).read(SERVER)).toEqual({});
    expect(await oauthVault(store, KEY).read(new URL('https://crm.example/mcp'))).toEqual({});
    expect([await oauthVault(store, KEY).forget(SERVER), await oauthVault(store, KEY).forget(SERVER)]).toEqual([true, false]);
  });

  it('is changed by several processes at once without losing what another wrote', async () => {
    const store = memoryStore();
    const change = (port: number) =>
      oauthVault(store, KEY).change(SERVER, kept => ({ ...kept, clients: { ...kept.clients, [`i${port}`]: { client_id: `${port}` } } }));
    await Promise.all(Array.from({ length: 20 }, (_, at) => change(at)));
    expect(Object.keys((await oauthVault(store, KEY).read(SERVER)).clients ?? {})).toHaveLength(20);
  });

  it('is refreshed by one at a time, and by the next when that one failed', async () => {
    const store = memoryStore();
    let inside = 0;
    let most = 0;
    const act = async (fails: boolean): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await Promise.resolve();
      inside -= 1;
      if (fails) throw new Error('no');
    };
    const outcomes = await Promise.allSettled([true, false, false].map(fails => oauthVault(store, KEY).alone(SERVER, () => act(fails))));
    expect([most, outcomes.map(one => one.status)]).toEqual([1, ['rejected', 'fulfilled', 'fulfilled']]);
  });

  it('shows a token of one issuer to no other, and makes no client where nobody is to agree', async () => {
    const vault = oauthVault(memoryStore(), KEY);
    await vault.change(SERVER, kept => ({ ...kept, tokens: TOKENS }));
    const client = oauthClient({ vault, server: SERVER, config: {}, redirect: new URL('http://127.0.0.1:1/callback') });
    expect(await client.tokens({ issuer: 'https://evil.example' })).toBeUndefined();
    expect(await client.tokens({ issuer: 'https://id.example' })).toEqual(TOKENS);
    expect(await client.tokens()).toEqual(TOKENS);
    expect(client.saveClientInformation).toBeUndefined();
    await client.invalidateCredentials?.('tokens');
    expect(await client.tokens()).toBeUndefined();
  });
});
