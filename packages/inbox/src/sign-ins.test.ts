import { describe, expect, it } from 'vitest';
import type { InboxClock } from './ports.js';
import { LINK_MS, SESSION_MS, type Session, SignIns } from './sign-ins.js';

function make(secretByte = 1) {
  let now = 1_000_000;
  let counter = 0;
  const ended: [(session: Session) => boolean, string][] = [];
  const clock: InboxClock = { now: () => now, setTimeout: () => () => {} };
  const signIns = new SignIns({
    secret: new Uint8Array(32).fill(secretByte),
    clock,
    random: length => new Uint8Array(length).fill(++counter),
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
    signIns.end(session);
    expect(await signIns.read(cookie, pageToken)).toBeUndefined();
    expect(endsOf(session)).toEqual(['signed-out']);
  });

  it('a person signed out at the provider is out here: by person everywhere, by session there alone; who comes back later is in [D32]', async () => {
    const { signIns, endsOf, pass } = make();
    const first = await signIns.admit('robin', { sid: 's1' });
    const second = await signIns.admit('robin', { sid: 's2' });
    const other = await signIns.admit('kim', { sid: 's3' });
    signIns.endAll({ sid: 's1' });
    expect(await signIns.read(first.cookie, first.pageToken)).toBeUndefined();
    expect(await signIns.read(second.cookie, second.pageToken)).toBeDefined();
    signIns.endAll({ principal: 'robin' });
    signIns.endAll({});
    expect(await signIns.read(second.cookie, second.pageToken)).toBeUndefined();
    expect(endsOf(second.session)).toEqual(['signed-out']);
    expect(await signIns.read(other.cookie, other.pageToken)).toBeDefined();
    pass(1);
    const back = await signIns.admit('robin', { sid: 's1' });
    expect(await signIns.read(back.cookie, back.pageToken)).toBeDefined();
  });
});
