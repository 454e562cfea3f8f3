/** Where one is on the page, and how the address bar says it. */
export type View = 'waiting' | 'history' | 'settings' | 'server';

export interface Way {
  readonly view: View;
  /** The question that is open. */
  readonly id?: string | undefined;
  /** Whose page it is, for `server`. */
  readonly server?: string | undefined;
}

/** The tabs, in their order. */
export const TABS = [
  { view: 'waiting', path: '/' },
  { view: 'history', path: '/history' },
  { view: 'settings', path: '/settings' },
] as const satisfies readonly { readonly view: View; readonly path: string }[];

/** @param before the view one comes from: a question of the history is opened within it */
export function wayOf(path: string, before: View): Way {
  const [, kind, name] = /^\/(q|server)\/([^/]+)$/.exec(path) ?? [];
  if (kind === 'server') return { view: 'server', server: decoded(name) };
  if (kind === 'q') return { view: before === 'history' ? 'history' : 'waiting', id: decoded(name) };
  return { view: TABS.find(tab => tab.path === path)?.view ?? 'waiting' };
}

export function pathOf({ view, id, server }: Way): string {
  if (id !== undefined) return `/q/${encodeURIComponent(id)}`;
  if (view === 'server') return `/server/${encodeURIComponent(server ?? '')}`;
  return TABS.find(tab => tab.view === view)?.path ?? '/';
}

/** An address that was typed may hold anything. */
function decoded(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
