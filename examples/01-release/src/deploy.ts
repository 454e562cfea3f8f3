/** A deploy tool that asks where, when, and whether it may: one linear handler for every host and revision. */
import { choice, defineTool, type ToolDefinition, yesNo } from '@midcall/server';
import * as z from 'zod';
import type { Releases } from './releases.js';

export function defineDeploy({ openWindows, release }: Releases): ToolDefinition {
  return defineTool(
    'deploy_service',
    {
      title: 'Deploy a service',
      description: 'Deploys the current build of a service.',
      inputSchema: z.object({ service: z.string(), environment: z.enum(['staging', 'production']).optional() }),
      annotations: { destructiveHint: true },
      needs: ['once'],
    },
    async (args, call) => {
      const target = await call.need('target', {
        message: `Deploy ${args.service}: which environment?`,
        form: {
          environment: choice({ staging: 'Staging', production: 'Production (live traffic)' }),
          runMigrations: yesNo({ title: 'Run migrations', default: false, optional: true }),
        },
        given: args, // what is already known and valid is not asked
      });
      const windows = await openWindows(args.service); // read again on every round
      const [slot] = await Promise.all([
        call.choose('slot', {
          message: `In which release window shall ${args.service} go out?`,
          label: 'Release window',
          from: windows,
          id: window => window.id,
          title: window => window.label,
        }),
        target.environment === 'production' &&
          call.confirm('live', {
            message: `Deploy ${args.service} to production?`,
            tick: 'I understand that this serves live traffic',
          }),
      ]);
      const run = await call.once('deploy', key => release(args.service, target.environment, slot, { idempotencyKey: key }));
      const migrations = target.runMigrations === true ? ', migrations run' : '';
      return {
        content: [{ type: 'text', text: `Deployed ${args.service} to ${target.environment} (${slot.label}${migrations}): ${run.url}` }],
      };
    },
  );
}
