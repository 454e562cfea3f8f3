/**
 * Whether this page is shown inside one that nobody here vouches for. Such a page can lay itself over a button, so what asks for
 * a secret or opens a page is not shown there (D36). The header `frame-ancestors` says the same to the browser; this holds where
 * a proxy or a host forgot it.
 */

/** @param trusted origins, exactly as browsers spell them: `https://host.example:8443` */
export function framedByStranger(trusted: readonly string[]): boolean {
  if (window.parent === window) return false;
  const ancestors = ancestorOrigins();
  // An opaque origin ("null") is nobody's, not even its own.
  return ancestors === undefined || ancestors.some(origin => origin === 'null' || (origin !== self.origin && !trusted.includes(origin)));
}

/** Undefined where a browser tells of no ancestors and one of them is of another origin. */
function ancestorOrigins(): readonly string[] | undefined {
  const listed: DOMStringList | undefined = location.ancestorOrigins;
  if (listed !== undefined) return [...listed];
  try {
    const found: string[] = [];
    for (let at: Window = window; at.parent !== at; at = at.parent) found.push(at.parent.origin);
    return found;
  } catch {
    return undefined;
  }
}
