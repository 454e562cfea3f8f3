/** An answer as a host of 2025-06-18 sends it: one yes/no for each option of a list. */
import { type JsonObject, LATEST_REVISION, readForm } from '@midcall/core';
import { convertForm } from '@midcall/core/convert';

/** @param params The question as the newest revision would spell it. */
export function toFirstRevisionAnswer(params: JsonObject, answer: JsonObject): JsonObject {
  const schema = params.requestedSchema as JsonObject | undefined;
  const form = schema === undefined ? undefined : readForm(schema, { revision: LATEST_REVISION }).form;
  if (answer.action !== 'accept' || form === undefined || !form.fields.some(field => field.kind === 'choices')) return answer;
  const names = convertForm(form, '2025-06-18').form?.fields.map(field => field.name) ?? [];
  const content = new Map(Object.entries((answer.content ?? {}) as JsonObject));
  let next = 0;
  for (const field of form.fields) {
    if (field.kind !== 'choices') {
      next += 1;
      continue;
    }
    const chosen = content.get(field.name);
    content.delete(field.name);
    for (const option of field.options) {
      const name = names[next];
      next += 1;
      if (name !== undefined && Array.isArray(chosen)) content.set(name, chosen.includes(option.value));
    }
  }
  return { ...answer, content: Object.fromEntries(content) as JsonObject };
}
