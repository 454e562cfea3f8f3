import { describe, expect, it, vi } from 'vitest';
import { tellStory } from './story.js';

// Four real processes a story; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 90_000 });

describe.each(['legacy', 'modern'] as const)('an asking server of the older protocol, for a host that cannot ask, %s', era => {
  it('gets the answer that the person gave at the inbox [N1, N3]', async () => {
    const story = await tellStory(era, { action: 'accept', content: { environment: 'production', runMigrations: true } });
    expect(story).toEqual({ asked: 'Deploy web: which environment?', text: 'Deployed web to production, migrations run.' });
  });

  it('hears a no and a "not now" apart [N2]', async () => {
    expect((await tellStory(era, { action: 'decline' })).text).toBe('Not deployed: the person declined.');
    expect((await tellStory(era, { action: 'cancel' })).text).toBe('Not deployed: the question was closed without an answer.');
  });
});
