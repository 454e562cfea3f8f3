/** The five-field question that the core and the call rows ask, as every rival takes it, and one answer that fits. */
import * as z from 'zod';

/** A new schema object every time, as an author's literal inside a handler is. */
export const freshSchema = () => ({
  type: 'object' as const,
  properties: {
    service: { type: 'string' as const, title: 'Service', minLength: 1, maxLength: 80 },
    contact: { type: 'string' as const, format: 'email' as const, title: 'Whom to tell' },
    environment: { type: 'string' as const, enum: ['staging', 'production', 'preview'], title: 'Environment' },
    instances: { type: 'integer' as const, minimum: 1, maximum: 64, default: 2 },
    runMigrations: { type: 'boolean' as const, default: false },
  },
  required: ['service', 'contact', 'environment'],
});

export const answer = {
  service: 'billing',
  contact: 'oncall@example.com',
  environment: 'staging',
  instances: 4,
  runMigrations: true,
};

export const zodForm = z.object({
  service: z.string().min(1).max(80),
  contact: z.email(),
  environment: z.enum(['staging', 'production', 'preview']),
  instances: z.int().min(1).max(64).optional(),
  runMigrations: z.boolean().optional(),
});
