import { describe, expect, it } from 'vitest';
import { tellStory } from './story.js';

describe.each(['legacy', 'modern'] as const)('a release, %s', era => {
  it('goes out in the window the person chose, once', async () => {
    const { text, done, asked } = await tellStory({ era, minutes: 0 });
    expect(text).toBe('Deployed web to production (The one that is open now): https://releases.example/web/1');
    expect(done).toEqual([{ service: 'web', environment: 'production', window: 'now' }]);
    expect(asked).toHaveLength(3);
  });

  it('asks again when the window closed while the person was thinking, and does nothing before [D4]', async () => {
    const { text, done, asked } = await tellStory({ era, minutes: 5 });
    expect(asked.filter(message => message.includes('no longer available'))).toHaveLength(1);
    expect(text).toContain('Tonight, 22:00 to 23:00');
    expect(done).toEqual([{ service: 'web', environment: 'production', window: 'tonight' }]);
  });

  it('asks for no tick on staging', async () => {
    const { done, asked } = await tellStory({ era, minutes: 0, environment: 'staging' });
    expect(asked).toHaveLength(2);
    expect(done).toHaveLength(1);
  });

  it('does nothing without the tick, and says so in other words than for a no [N2, N5]', async () => {
    const left = await tellStory({ era, minutes: 0, live: 'leave' });
    const declined = await tellStory({ era, minutes: 0, live: 'decline' });
    expect(left.done).toEqual([]);
    expect(declined.done).toEqual([]);
    expect(left.text).toContain('left unticked');
    expect(declined.text).toContain('the person declined');
  });
});
