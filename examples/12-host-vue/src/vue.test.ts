import { type Played, playPage } from '@midcall/example-kit/play-page';
import { createRestaurant } from '@midcall/example-kit/restaurant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApp } from './app.js';

const restaurant = createRestaurant();
let app: Awaited<ReturnType<typeof serveApp>>;
let played: Played;

beforeAll(async () => {
  app = await serveApp(restaurant);
  played = await playPage(app.origin);
});
afterAll(() => app.close());

describe('a host page, its client and a server that asks, in Chromium', () => {
  it('books what the person filled in, checked and confirmed, once [E-A-03, E-P-06, N3]', () => {
    expect(played.said[0]).toBe('Booked for 4 on 2027-03-14, terrace.');
    expect(restaurant.booked).toEqual(['2027-03-14, 4, terrace']);
  });

  it('hears a no and a closed question apart [E-A-02, N2]', () => {
    expect(played.said[1]).toMatch(/declined|said no/);
    expect(played.said[2]).not.toBe(played.said[1]);
  });

  it('works under a strict policy with Trusted Types and reaches nobody else', () => {
    expect(played.complaints).toEqual([]);
    expect(played.elsewhere).toEqual([]);
  });
});
