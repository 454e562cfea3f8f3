/**
 * Answers that a principal gave once and is not asked again: sealed, dated, listable, forgettable. Scoped to server,
 * tool and key, and to the question's fingerprint: a changed question is asked again.
 */
import { type Json, type JsonObject, MidcallError } from '@midcall/core';
import { principalKey } from '../gate/principal.js';
import type { FormAsking } from './ask-form.js';
import { storeRequired } from './once.js';
import type { Run } from './run.js';

interface Remembered {
  readonly v: 1;
  readonly print: string;
  readonly content: Json;
}

/** What `askForm` needs to remember an answer. @throws MidcallError STORE_REQUIRED, PRINCIPAL_REQUIRED */
export function rememberedAnswers(run: Run, key: string, keepFor: number): Pick<FormAsking, 'remembered' | 'learned'> {
  const memory = open(run, key, keepFor);
  return {
    remembered: print => memory.read(print) as Promise<JsonObject | undefined>,
    learned: (print, content) => memory.write(print, content),
  };
}

/** The same for a choice: its options are no part of the question, its id is the answer. */
export function rememberedChoice(
  run: Run,
  key: string,
  keepFor: number,
): { readonly recall: () => Promise<string | undefined>; readonly learn: (id: string) => Promise<void> } {
  const memory = open(run, key, keepFor);
  return { recall: () => memory.read('choice') as Promise<string | undefined>, learn: id => memory.write('choice', id) };
}

export function rememberPrefix(principalDigest: string): string {
  return `remember:${principalDigest}:`;
}

function open(run: Run, key: string, keepFor: number) {
  const { store, clock, rows, digest, anonymousMayKeep } = run.services;
  const { principal } = run.frame;
  if (store === undefined) throw storeRequired('remember');
  if (principal.kind === 'anonymous' && !anonymousMayKeep) {
    throw new MidcallError('PRINCIPAL_REQUIRED', 'An answer can only be remembered for somebody', {
      hint: 'Put authentication in front of the server, or say createMidcall({ loopback: true }) if only this machine can reach it.',
    });
  }
  const place = async (): Promise<{ readonly at: string; readonly aad: string }> => {
    const who = await digest(principalKey(principal));
    const at = `${rememberPrefix(who)}${run.definition.name}\n${key}`;
    return { at, aad: `remember\n${at}` };
  };
  return {
    async read(print: string): Promise<Json | undefined> {
      const { at, aad } = await place();
      const record = await store.get(at);
      if (record === undefined) return undefined;
      const { payload, rotated } = await rows.openRow(record.value, aad);
      const row = payload as unknown as Remembered;
      if (row.v !== 1 || row.print !== print) return undefined;
      if (rotated) {
        await store.compareAndSet(
          at,
          record.version,
          await rows.seal(payload, aad),
          record.expiresAt === undefined ? {} : { expiresAt: record.expiresAt },
        );
      }
      return row.content;
    },
    async write(print: string, content: Json): Promise<void> {
      const { at, aad } = await place();
      // The first answer counts: later runs of the same flow come by here again.
      if ((await this.read(print)) !== undefined) return;
      const row: Remembered = { v: 1, print, content };
      await store.put(at, await rows.seal(row as unknown as Json, aad), { expiresAt: clock.now() + keepFor });
    },
  };
}
