/** What a form costs: the first time it is seen, and every time an answer to it arrives. */
import { checkAnswer, isValidAnswer, readForm } from '@midcall/core';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { compare } from '../compare.js';
import type { Row } from '../row.js';
import { answer, freshSchema, zodForm } from './form.js';

function knownForm() {
  const { form } = readForm(freshSchema(), { revision: '2025-11-25' });
  if (form === undefined || !checkAnswer(form, answer).ok || !isValidAnswer(form, answer))
    throw new Error('the form or its answer was refused');
  return form;
}

/** Ajv as the SDK configures it, compiled once and kept. */
function compiled() {
  const ajv = new Ajv({ strict: false, validateFormats: true, validateSchema: false, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(freshSchema());
  if (!validate(answer)) throw new Error('Ajv refused the answer');
  return validate;
}

const AJV = 'Ajv, compiled once and kept';

export const coreRows: readonly Row[] = [
  {
    bench: 'core.fresh',
    rival: "the SDK server's AjvJsonSchemaValidator with a new schema object per question",
    unit: 'ratio',
    measure() {
      const sdk = new AjvJsonSchemaValidator();
      return compare({
        ours() {
          const { form, issues } = readForm(freshSchema(), { revision: '2025-11-25', reader: 'author' });
          if (form === undefined || issues.length > 0 || !checkAnswer(form, answer).ok) throw new Error('refused');
          return form;
        },
        rival() {
          if (!sdk.getValidator(freshSchema())(answer).valid) throw new Error('refused');
        },
      });
    },
  },
  {
    bench: 'core.check.verdict',
    rival: AJV,
    unit: 'ratio',
    measure() {
      const form = knownForm();
      const validate = compiled();
      return compare({ ours: () => isValidAnswer(form, answer), rival: () => validate(answer) });
    },
  },
  {
    bench: 'core.check.copy',
    rival: AJV,
    unit: 'ratio',
    measure() {
      const form = knownForm();
      const validate = compiled();
      return compare({ ours: () => checkAnswer(form, answer), rival: () => validate(answer) });
    },
  },
  {
    bench: 'core.check.zod',
    rival: 'zod 4, safeParse',
    unit: 'ratio',
    measure() {
      const form = knownForm();
      return compare({ ours: () => checkAnswer(form, answer), rival: () => zodForm.safeParse(answer) });
    },
  },
];
