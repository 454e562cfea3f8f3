import { describe, expect, it } from 'vitest';

describe('where there is no page', () => {
  it('importing each entry works and does nothing: pages can be rendered on a server', async () => {
    const before = Object.getOwnPropertyNames(globalThis);
    const [element, round, embed, react, vue] = await Promise.all([
      import('./index.js'),
      import('./round.js'),
      import('./embed.js'),
      import('./react.js'),
      import('./vue.js'),
    ]);
    expect(typeof element.ask).toBe('function');
    expect(typeof round.MidcallRound).toBe('function');
    expect(typeof embed.receiveQuestions).toBe('function');
    expect([Object.keys(react), Object.keys(vue)]).toEqual([[], []]);
    expect(() => element.defineMidcallQuestion()).not.toThrow();
    // lit brings a registry of its own to servers; nothing is put into it, and nothing else appears.
    const more = Object.getOwnPropertyNames(globalThis).filter(name => !before.includes(name) && !/^(lit|reactive)/.test(name));
    expect(more.filter(name => name !== 'customElements')).toEqual([]);
    expect(globalThis.customElements?.get('midcall-question')).toBeUndefined();
  });
});
