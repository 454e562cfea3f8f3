import { type Era, openHost } from '@midcall/example-kit/host';
import { accept, decline, rehearse } from '@midcall/server/testing';
import { describe, expect, it } from 'vitest';
import { defineReportBug } from './report-bug.js';
import { createTracker } from './tracker.js';

const fields = (schema: unknown): readonly string[] => Object.keys((schema as { readonly properties: object }).properties);

describe('reporting a bug', () => {
  it('asks nobody when the caller knows everything', async () => {
    const { text, asked } = await rehearse(defineReportBug(createTracker()), { title: 'Crash', component: 'Sync', severity: 'Blocks me' });
    expect(asked).toEqual([]);
    expect(text).toBe('Filed #1: Crash (Sync, Blocks me).');
  });

  it('asks only for what the caller does not know', async () => {
    const { text, asked } = await rehearse(
      defineReportBug(createTracker()),
      { title: 'Crash', component: 'Sync' },
      { details: accept({ severity: 'Cosmetic' }) },
    );
    expect(asked.map(({ schema }) => fields(schema))).toEqual([['severity']]);
    expect(text).toBe('Filed #1: Crash (Sync, Cosmetic).');
  });

  it('offers an alternative for a no, and files nothing [D12]', async () => {
    const tracker = createTracker();
    const { text, result } = await rehearse(defineReportBug(tracker), { title: 'Crash' }, { details: decline() });
    expect(text).toContain('offer to keep the text as a note instead');
    expect(result?.isError).toBeUndefined();
    expect(tracker.filed).toEqual([]);
  });

  it('tells a host that cannot ask which arguments are missing, and what they may be', async () => {
    const { text } = await rehearse(defineReportBug(createTracker()), { title: 'Crash', component: 'Sync' }, {}, { revision: 'none' });
    expect(text).toContain('- severity: How bad is it?; one of "Blocks me", "Annoys me", "Cosmetic"');
    expect(text).not.toContain('component');
  });

  it('is a question that every host can draw', async () => {
    const answers = { details: accept({ component: 'Editor', severity: 'Annoys me' }) };
    expect((await rehearse(defineReportBug(createTracker()), { title: 'Crash' }, answers)).findings).toEqual([]);
  });

  it.each(['legacy', 'modern'] as const)('does the same for a real host, %s', async (era: Era) => {
    const tracker = createTracker();
    const host = await openHost(era, () => [defineReportBug(tracker)], {
      component: { action: 'accept', content: { component: 'Editor', severity: 'Annoys me' } },
      severity: { action: 'decline' },
    });
    expect(await host.call('report_bug', { title: 'Crash' })).toBe('Filed #1: Crash (Editor, Annoys me).');
    expect(await host.call('report_bug', { title: 'Slow', component: 'Billing' })).toContain('the person declined');
    await host.close();
    expect(tracker.filed).toEqual([{ title: 'Crash', component: 'Editor', severity: 'Annoys me' }]);
  });
});
