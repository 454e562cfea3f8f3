import { choice } from '@midcall/core';
import { expect, it } from 'vitest';
import { defineTool } from '../author/define.js';
import { accept, decline, midcallMatchers, type Rehearsal, rehearse } from './index.js';

const tool = defineTool('tool', {}, async (_none, call) => {
  await call.need('where', { message: 'Which way?', form: { where: choice(['left', 'right']) } });
  await call.once('go', () => 'gone');
  return { content: [] };
});
const { toHaveAsked, toHaveAskedNothing, toHaveDoneNothing, toHaveHappenedOnce } = midcallMatchers;

it('passes and fails by what was asked and what happened, and says what it was', async () => {
  const went: Rehearsal = await rehearse(tool, {}, { where: accept({ where: 'left' }) });
  const stayed: Rehearsal = await rehearse(tool, {}, { where: decline() });
  const verdicts = [
    [toHaveAsked(went, 'where'), true],
    [toHaveAsked(went, 'where', /way\?$/), true],
    [toHaveAsked(went, 'where', 'Which day'), false],
    [toHaveAsked(went, 'when'), false],
    [toHaveAskedNothing(went), false],
    [toHaveHappenedOnce(went, 'go'), true],
    [toHaveHappenedOnce(stayed, 'go'), false],
    [toHaveDoneNothing(stayed), true],
    [toHaveDoneNothing(went), false],
  ] as const;
  expect(verdicts.map(([{ pass }]) => pass)).toEqual(verdicts.map(([, wanted]) => wanted));
  expect(verdicts.map(([{ message }]) => message()).slice(2, 4)).toEqual([
    "expected the question 'where' with Which day to be asked; asked: Which way?",
    "expected the question 'when' to be asked; asked: only 'where'",
  ]);
  expect(toHaveHappenedOnce(stayed, 'go').message()).toBe("expected the effect 'go' to happen once; happened: only none");
});

it('does not take an effect that failed for one that happened', async () => {
  const broken = defineTool('broken', {}, async (_none, call) => {
    await call.once('go', () => {
      throw new Error('no way');
    });
    return { content: [] };
  });
  const rehearsal: Rehearsal = await rehearse(broken);
  expect(rehearsal.text).toBe('no way');
  expect(toHaveHappenedOnce(rehearsal, 'go')).toMatchObject({ pass: false });
  expect(toHaveDoneNothing(rehearsal).pass).toBe(false);
});
