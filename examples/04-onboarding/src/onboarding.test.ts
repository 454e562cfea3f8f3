import { type Era, openHost } from '@midcall/example-kit/host';
import { accept, decline, rehearse } from '@midcall/server/testing';
import { memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import { defineHabitTools, planDay } from './onboarding.js';

const args = { tasks: ['mail', 'report'] };
const habits = { start: '09:00', pace: 'One thing at a time' };

describe('planning a day', () => {
  it('asks how the person works once, and not again', async () => {
    const store = memoryStore();
    const principal = { iss: 'https://id.example', sub: 'ada' };
    const first = await rehearse(planDay, args, { habits: accept({ ...habits, keepFree: 'lunch at noon' }) }, { store, principal });
    expect(first.text).toBe('From 09:00: mail, then report. Kept free: lunch at noon.');
    const second = await rehearse(planDay, { tasks: ['rest'] }, {}, { store, principal });
    expect(second.text).toBe('From 09:00: rest. Kept free: lunch at noon.');
  });

  it('asks everybody for themselves [N7]', async () => {
    const store = memoryStore();
    const as = (sub: string) => ({ store, principal: { iss: 'https://id.example', sub } });
    await rehearse(planDay, args, { habits: accept(habits) }, as('ada'));
    const { text } = await rehearse(planDay, args, { habits: accept({ start: '07:00', pace: 'Several side by side' }) }, as('bob'));
    expect(text).toBe('From 07:00: mail beside report.');
  });

  it('remembers no refusal', async () => {
    const store = memoryStore();
    expect((await rehearse(planDay, args, { habits: decline() }, { store })).text).toContain('the person declined');
    expect((await rehearse(planDay, args, { habits: accept(habits) }, { store })).asked).toHaveLength(1);
  });

  it.each(['legacy', 'modern'] as const)('shows and forgets what it remembers, for a real host, %s', async (era: Era) => {
    const host = await openHost(era, midcall => [planDay, ...defineHabitTools(midcall.remembered)], {
      start: { action: 'accept', content: habits },
    });
    expect(await host.call('list_habits')).toBe('Nothing is remembered.');
    expect(await host.call('plan_day', args)).toBe('From 09:00: mail, then report.');
    expect(await host.call('plan_day', args)).toBe('From 09:00: mail, then report.');
    expect(host.asked).toHaveLength(1);
    expect(await host.call('list_habits')).toBe('plan_day: habits');
    expect(await host.call('forget_habits')).toBe('Forgot 1 answer.');
    await host.call('plan_day', args);
    expect(host.asked).toHaveLength(2);
    await host.close();
  });
});
