import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { convertForm } from './convert.js';
import { choice, choices, DIALECTS, defineForm, integer, LIMITS, number, text, yesNo } from './index.js';

describe('dialects', () => {
  const form = defineForm({
    a: text({ format: 'uri', minLength: 1, default: 'https://example.org/' }),
    b: number({ minimum: 0 }),
    c: integer({ default: 3 }),
    d: yesNo({ optional: true }),
    e: choice({ x: 'X', y: 'Y' }),
    f: choice(['x', 'y'], { default: 'y' }),
    g: choices({ x: 'X' }, { minItems: 1 }),
    h: choices(['x', 'y'], { default: ['x'] }),
  });

  it('what is defined is valid by the meta-schema of 2020-12, converted or not [E-J-12]', () => {
    const ajv = new Ajv2020({ strict: false });
    const reduced = defineForm(
      z.object({ mail: z.email(), size: z.enum(['s', 'm']).nullable(), n: z.int().positive(), tags: z.array(z.enum(['p'])) }),
    );
    for (const schema of [
      form.schema,
      reduced.schema,
      convertForm(form, '2025-11-25').form?.schema,
      convertForm(form, '2025-06-18').form?.schema,
    ]) {
      expect(ajv.validateSchema(schema ?? false)).toBe(true);
    }
  });

  it('that are supported, and the caps, stand in the README as they are in the code [E-J-12c]', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const dialect of DIALECTS) expect(readme).toContain(dialect);
    for (const cap of [LIMITS.schemaBytes, LIMITS.fields, LIMITS.options, LIMITS.messageLength, LIMITS.urlLength])
      expect(readme).toContain(cap.toLocaleString('en-US'));
  });
});
