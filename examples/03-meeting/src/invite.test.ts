import { type Era, openHost } from '@midcall/example-kit/host';
import { cancel, pick, rehearse } from '@midcall/server/testing';
import { describe, expect, it } from 'vitest';
import { defineInvite } from './invite.js';
import { createOffice } from './people.js';

const chris = { first: 'Chris', day: '2026-12-04' };

describe('inviting Chris', () => {
  it('asks which one, and invites the one that was chosen', async () => {
    const office = createOffice();
    const { text, asked } = await rehearse(defineInvite(office), chris, { who: pick('c.baumann@example.com') });
    expect(asked[0]?.schema).toMatchObject({ properties: { choice: { oneOf: [{}, { title: 'Chris Baumann, Support' }, {}] } } });
    expect(text).toBe('Invited Chris Baumann (Support) on 2026-12-04.');
    expect(office.invitations).toEqual([{ email: 'c.baumann@example.com', day: '2026-12-04' }]);
  });

  it('asks nobody where one is meant, or the caller said which', async () => {
    expect((await rehearse(defineInvite(createOffice()), { ...chris, first: 'Dana' })).text).toContain('Dana Weiss');
    expect((await rehearse(defineInvite(createOffice()), { ...chris, email: 'c.costa@example.com' })).text).toContain('Chris Costa');
    expect((await rehearse(defineInvite(createOffice()), { ...chris, first: 'Eve' })).text).toBe('Nobody here is called Eve.');
  });

  it('asks again when the chosen one has left meanwhile [D4]', async () => {
    const office = createOffice();
    const thinks = () => {
      office.leaves('c.costa@example.com');
      return pick('c.costa@example.com');
    };
    const { asked } = await rehearse(defineInvite(office), chris, { who: [thinks, cancel()] });
    expect(asked[1]?.message).toContain('no longer available');
    expect(office.invitations).toEqual([]);
  });

  it('tells a host that cannot ask which argument would do, and who there is', async () => {
    const { text } = await rehearse(defineInvite(createOffice()), chris, {}, { revision: 'none' });
    expect(text).toContain('email');
    expect(text).toContain('"c.adeyemi@example.com" (Chris Adeyemi, Payments)');
  });

  it.each(['legacy', 'modern'] as const)('does the same for a real host, %s', async (era: Era) => {
    const office = createOffice();
    const host = await openHost(era, () => [defineInvite(office)], {
      choice: { action: 'accept', content: { choice: 'c.adeyemi@example.com' } },
    });
    expect(await host.call('invite_to_meeting', chris)).toContain('Chris Adeyemi');
    await host.close();
    expect(host.asked).toEqual(['Which Chris do you want to invite on 2026-12-04?']);
    expect(office.invitations).toHaveLength(1);
  });
});
