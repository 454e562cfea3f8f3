/** The keys of the page: j and k move in the list, ? shows them. Letters typed into a field are text, never commands. */
export interface PageKeys {
  readonly onStep: (by: 1 | -1) => void;
  readonly onHelp: () => void;
  /** True if Esc closed something. */
  readonly onEscape: () => boolean;
}

export function onPageKey(event: KeyboardEvent, { onStep, onHelp, onEscape }: PageKeys): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (event.key === '?') onHelp();
  else if (event.key === 'j' || event.key === 'k') onStep(event.key === 'j' ? 1 : -1);
  else if (event.key !== 'Escape' || !onEscape()) return;
  event.preventDefault();
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type=radio], [type=checkbox])') ||
    target.tagName === 'MIDCALL-QUESTION'
  );
}
