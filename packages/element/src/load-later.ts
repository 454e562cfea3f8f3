/** The part that comes later, once for all sheets of a page; a load that failed is tried again by the next who needs it. */
export type Later = typeof import('./later.js');

let here: Later | undefined;
let coming: Promise<Later> | undefined;

/** What has been loaded; undefined until then. */
export function later(): Later | undefined {
  return here;
}

/** Rejects when the part cannot be loaded (the line is down). */
export function loadLater(): Promise<Later> {
  coming ??= import('./later.js').then(
    part => {
      here = part;
      return part;
    },
    (error: unknown) => {
      coming = undefined;
      throw error;
    },
  );
  return coming;
}
