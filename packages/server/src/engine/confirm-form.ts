/** The form of a `confirm`: one required box, never ticked beforehand, and never by an argument. */
import { type Form, type JsonObject, LATEST_REVISION } from '@midcall/core';
import { type CompiledForm, compileForm } from '../author/compiled-form.js';

/** The name of the box. */
export const TICK = 'confirm';

const byTick = new Map<string, CompiledForm>();

export function compileConfirm(tick = 'Yes, go ahead'): CompiledForm {
  let compiled = byTick.get(tick);
  if (compiled === undefined) {
    const schema: JsonObject = { type: 'object', properties: { [TICK]: { type: 'boolean', title: tick } }, required: [TICK] };
    const form: Form = {
      fields: [{ kind: 'boolean', name: TICK, label: tick, required: true, personOnly: true }],
      schema,
      revision: LATEST_REVISION,
    };
    compiled = compileForm(form);
    // Texts with a number in them are new each time; a bounded memory of them is enough.
    if (byTick.size >= 500) byTick.clear();
    byTick.set(tick, compiled);
  }
  return compiled;
}
