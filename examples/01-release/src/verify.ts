/** Verifies itself: tells the story in both eras and says what happened. Exit code 1 if anything was not as it should be. */
import { tellStory } from './story.js';

let failed = 0;
for (const era of ['legacy', 'modern'] as const) {
  const { text, asked, done } = await tellStory({ era, minutes: 5 });
  const good = done.length === 1 && done[0]?.window === 'tonight' && asked.some(message => message.includes('no longer available'));
  if (!good) failed += 1;
  process.stdout.write(`${good ? 'ok' : 'NOT OK'} ${era}: ${text}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
