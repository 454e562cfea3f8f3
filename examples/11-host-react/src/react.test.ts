import { playExample } from '@midcall/example-kit/play-page';
import { expect, it } from 'vitest';
import { serveApp } from './app.js';

it('books once what the person filled in, checked and confirmed; hears a no and a closed question apart; reaches nobody else [E-A-02, E-A-03, E-P-06, N2, N3]', async () => {
  const { said, booked, complaints, elsewhere } = await playExample(serveApp);
  expect(said[0]).toBe('Booked for 4 on 2027-03-14, terrace.');
  expect(booked).toEqual(['2027-03-14, 4, terrace']);
  expect(said[1]).toMatch(/declined|said no/);
  expect(said[2]).not.toBe(said[1]);
  expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
});
