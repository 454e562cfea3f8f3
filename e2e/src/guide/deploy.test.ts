import { accept, rehearse, tick } from '@midcall/server/testing';
import { expect, it } from 'vitest';
import { deploy } from './deploy.js';

it('asks again before it touches production', async () => {
  const { text, asked } = await rehearse(deploy, { service: 'api' }, { where: accept({ where: 'production' }), live: tick() });
  expect(asked.map(question => question.key)).toEqual(['where', 'live']);
  expect(text).toBe('Deployed api to production.');
});
