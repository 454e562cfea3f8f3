/** How many wait, told where the page is not in front: in the title, the icon, and the badge of an installed page. */
export function signTab(count: number, what: string): void {
  const title = `${count > 0 ? `(${count}) ` : ''}midcall · ${what}`;
  if (document.title !== title) document.title = title;
  const icon = document.getElementById('icon') as HTMLLinkElement | null;
  const href = count > 0 ? '/icon-waiting.svg' : '/icon.svg';
  if (icon !== null && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
  const badge = navigator as Navigator & { setAppBadge?: (count: number) => Promise<void> };
  void badge.setAppBadge?.(count).catch(() => {});
}
