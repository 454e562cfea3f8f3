/** Verifies itself: a host of each era, and what came of the person's answer. Exit code 1 if anything was not as it should be. */
import { tellStory } from './story.js';

let failed = 0;
for (const era of ['legacy', 'modern'] as const) {
  const { text, asked } = await tellStory(era, { action: 'accept', content: { environment: 'staging' } });
  const good = text === 'Deployed web to staging.' && asked === 'Deploy web: which environment?';
  if (!good) failed += 1;
  process.stdout.write(`${good ? 'ok' : 'NOT OK'} ${era} host: ${text}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
