/** The question whose link was followed, kept over signing in. */
const KEY = 'midcall-way-back';

export function keepWay(): void {
  if (location.pathname.startsWith('/q/')) sessionStorage.setItem(KEY, location.pathname);
}

/** Where to go once signed in. */
export function takeWay(): string {
  const way = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return way?.startsWith('/q/') === true ? way : '/';
}
