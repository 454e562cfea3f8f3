import { describe, expect, it } from 'vitest';
import type { InboxClock } from './ports.js';
import { ownRecords, type SignInRecords } from './sign-in-records.js';
import { LINK_MS, SESSION_MS, type Session, SignIns } from './sign-ins.js';

function make(secretByte = 1, records?: SignInRecords) {
  let now = 1_000_000;
  let counter = 0;
  const ended: [(session: Session) => boolean, string][] = [];
  const clock: InboxClock = { now: () => now, setTimeout: () => () => {} };
  const signIns = new SignIns({
    secret: new Uint8Array(32).fill(secretByte),
    clock,
    random: length => new Uint8Array(length).fill(++counter),
    records,
    onEnd: (fits, reason) => ended.push([fits, reason]),
  });
  /** The ends told so far that are about this session. */
  const endsOf = (session: Session): string[] => ended.filter(([fits]) => fits(session)).map(([, reason]) => reason);
  return { signIns, endsOf, pass: (ms: number) => (now += ms) };
}

async function signedIn(signIns: SignIns) {
  const result = await signIns.use(await signIns.newLink('local'));
  if (!result.ok) throw new Error('not signed in');
  return result;
}

describe('sign-ins', () => {
  it('both halves together are the session; each alone, and each with a stranger’s other half, is nothing [D32]', async () => {
    const { signIns } = make();
    const mine = await signedIn(signIns);
    const other = await signedIn(signIns);
    expect((await signIns.read(mine.cookie, mine.pageToken))?.principal).toBe('local');
    expect(await signIns.read(mine.cookie, null)).toBeUndefined();
    expect(await signIns.read(undefined, mine.pageToken)).toBeUndefined();
    expect(await signIns.read(mine.cookie, other.pageToken)).toBeUndefined();
    expect(await signIns.read('', '')).toBeUndefined();
  });

  it('every changed character of the cookie makes it nothing [D32]', async () => {
    const { signIns } = make();
    const { cookie, pageToken } = await signedIn(signIns);
    for (let i = 0; i < cookie.length; i++) {
      const changed = `${cookie.slice(0, i)}${cookie[i] === 'A' ? 'B' : 'A'}${cookie.slice(i + 1)}`;
      expect(await signIns.read(changed, pageToken)).toBeUndefined();
    }
  });

  it('a link lasts a minute, a session half a day [D32]', async () => {
    const { signIns, pass } = make();
    const late = await signIns.newLink('local');
    pass(LINK_MS);
    expect(await signIns.use(late)).toEqual({ ok: false, reason: 'expired' });
    const { cookie, pageToken } = await signedIn(signIns);
    pass(SESSION_MS - 1);
    expect(await signIns.read(cookie, pageToken)).toBeDefined();
    pass(1);
    expect(await signIns.read(cookie, pageToken)).toBeUndefined();
  });

  it('a second use is noticed even after the link’s minute, and ends the first session [D32]', async () => {
    const { signIns, endsOf, pass } = make();
    const link = await signIns.newLink('local');
    const first = await signIns.use(link);
    pass(10 * LINK_MS);
    expect(await signIns.use(link)).toEqual({ ok: false, reason: 'used-twice' });
    if (!first.ok) throw new Error('not signed in');
    expect(await signIns.read(first.cookie, first.pageToken)).toBeUndefined();
    expect(endsOf(first.session)).toEqual(['used-twice']);
    expect(endsOf({ ...first.session, id: 'other' })).toEqual([]);
  });

  it('two uses at the same moment give at most one session', async () => {
    const { signIns } = make();
    const link = await signIns.newLink('local');
    const results = await Promise.all([signIns.use(link), signIns.use(link)]);
    expect(results.filter(result => result.ok)).toHaveLength(1);
    const [first] = results;
    if (first?.ok === true) expect(await signIns.read(first.cookie, first.pageToken)).toBeUndefined();
  });

  it('sessions outlive the process that made them where the secret is the same, and only there', async () => {
    const { cookie, pageToken } = await signedIn(make().signIns);
    expect(await make(1).signIns.read(cookie, pageToken)).toBeDefined();
    expect(await make(2).signIns.read(cookie, pageToken)).toBeUndefined();
  });

  it('a signed-out session is over although its time is not [D32]', async () => {
    const { signIns, endsOf } = make();
    const { cookie, pageToken, session } = await signedIn(signIns);
    await signIns.end(session);
    expect(await signIns.read(cookie, pageToken)).toBeUndefined();
    expect(endsOf(session)).toEqual(['signed-out']);
  });

  it('a person signed out at the provider is out here: by person everywhere, by session there alone; who comes back later is in [D32]', async () => {
    const { signIns, endsOf, pass } = make();
    const first = await signIns.admit('robin', { sid: 's1' });
    const second = await signIns.admit('robin', { sid: 's2' });
    const other = await signIns.admit('kim', { sid: 's3' });
    await signIns.endAll({ sid: 's1' });
    expect(await signIns.read(first.cookie, first.pageToken)).toBeUndefined();
    expect(await signIns.read(second.cookie, second.pageToken)).toBeDefined();
    await signIns.endAll({ principal: 'robin' });
    await signIns.endAll({});
    expect(await signIns.read(second.cookie, second.pageToken)).toBeUndefined();
    expect(endsOf(second.session)).toEqual(['signed-out']);
    expect(await signIns.read(other.cookie, other.pageToken)).toBeDefined();
    pass(1);
    const back = await signIns.admit('robin', { sid: 's1' });
    expect(await signIns.read(back.cookie, back.pageToken)).toBeDefined();
  });
});

describe('sign-ins of several inboxes on one store', () => {
  /** As a store does: tells everybody of every write. */
  function shared(): SignInRecords {
    const records = ownRecords({ now: () => 1_000_000, setTimeout: () => () => {} });
    const watchers = new Set<readonly [prefix: string, listener: (key: string) => void]>();
    const tell = (key: string): void => {
      for (const [prefix, listener] of watchers) if (key.startsWith(prefix)) listener(key);
    };
    return {
      ...records,
      put: async (key, value, options) => {
        await records.put(key, value, options);
        tell(key);
      },
      watch: (prefix, listener) => {
        const watcher = [prefix, listener] as const;
        watchers.add(watcher);
        return () => void watchers.delete(watcher);
      },
    };
  }
  const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

  it('take a link that another one made, once in all: used again anywhere, the session is over everywhere [D31, D32]', async () => {
    const records = shared();
    const [maker, holder, next] = [make(1, records), make(1, records), make(1, records)];
    const link = await maker.signIns.newLink('local');
    const first = await holder.signIns.use(link);
    if (!first.ok) throw new Error('not signed in');
    expect((await next.signIns.read(first.cookie, first.pageToken))?.principal).toBe('local');
    expect(await next.signIns.use(link)).toEqual({ ok: false, reason: 'used-twice' });
    expect(await holder.signIns.read(first.cookie, first.pageToken)).toBeUndefined();
    await turn();
    expect(holder.endsOf(first.session)).toEqual(['used-twice']);
  });

  it('give at most one session for a link that is used at two of them at once', async () => {
    const records = shared();
    const [one, two] = [make(1, records), make(1, records)];
    const link = await one.signIns.newLink('local');
    const results = await Promise.all([one.signIns.use(link), two.signIns.use(link)]);
    expect(results.filter(result => result.ok)).toHaveLength(1);
    for (const result of results) if (result.ok) expect(await one.signIns.read(result.cookie, result.pageToken)).toBeUndefined();
  });

  it('end sessions for each other, one by one and by person, and those of inboxes that start later', async () => {
    const records = shared();
    const [one, two] = [make(1, records), make(1, records)];
    const [first, second] = [await one.signIns.admit('robin', { sid: 's1' }), await one.signIns.admit('robin', { sid: 's2' })];
    await one.signIns.end(first.session);
    expect(await two.signIns.read(first.cookie, first.pageToken)).toBeUndefined();
    await one.signIns.endAll({ principal: 'robin' });
    await turn();
    for (const each of [two, make(1, records)]) expect(await each.signIns.read(second.cookie, second.pageToken)).toBeUndefined();
    expect(two.endsOf(second.session)).toContain('signed-out');
    two.signIns.close();
  });

  it('make no login of what somebody wrote who has the records and not the secret [N6]', async () => {
    const records = shared();
    const { signIns } = make(1, records);
    const token = 'chosen-by-a-thief';
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).toString('base64url');
    const value = JSON.stringify({ principal: 'local', expiresAt: 2_000_000 });
    for (const forged of [value, ` ${value}`, `AAAA ${value}`]) {
      await records.put(`inbox/link/${digest}`, forged, { expiresAt: 2_000_000 });
      expect(await signIns.use(token)).toEqual({ ok: false, reason: 'expired' });
    }
    // Nor of a genuine row that was moved to the name of another token.
    await signIns.newLink('local');
    const [genuine] = (await records.list('inbox/link/')).filter(({ key }) => !key.endsWith(digest));
    await records.put(`inbox/link/${digest}`, genuine?.value ?? '', { expiresAt: 2_000_000 });
    expect(await signIns.use(token)).toEqual({ ok: false, reason: 'expired' });
  });
});
