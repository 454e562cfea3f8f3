import { choice, defineTool } from '@midcall/server';
import { z } from 'zod';

export const deploy = defineTool('deploy', { inputSchema: z.object({ service: z.string() }) }, async ({ service }, call) => {
  const { where } = await call.need('where', {
    message: `Deploy ${service}: which environment?`,
    form: { where: choice({ staging: 'Staging', production: 'Production (live traffic)' }) },
  });
  if (where === 'production') await call.confirm('live', { message: `Deploy ${service} to production?`, tick: 'This serves live traffic' });
  return { content: [{ type: 'text', text: `Deployed ${service} to ${where}.` }] };
});
