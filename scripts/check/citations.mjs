// Which requirement, rule and decision ids the titles of tests cite: a bracket of ids that ends a title, `… [E-C-04, N1, D12]`.
import { committed, read } from './files.mjs';

const title = /(['"`])(?:\\.|(?!\1)[^\\\n])*?\[((?:[END][-\w]*)(?:,\s*[END][-\w]*)*)\]\1/g;
const id = /^(E-[A-Z]-\d+[a-z]?|N\d+|D\d+)$/;

/** Map of id → files whose test titles cite it. */
export function citations(options) {
  const cited = new Map();
  for (const path of committed(/\.test\.ts$/, options)) {
    for (const [, , list] of read(path).matchAll(title)) {
      const ids = list.split(',').map(part => part.trim());
      if (!ids.every(part => id.test(part))) continue;
      for (const one of ids) cited.set(one, new Set(cited.get(one)).add(path));
    }
  }
  return cited;
}

/** Map of requirement id → first place, for every id named anywhere in sources and documents. */
export function mentions() {
  const named = new Map();
  for (const path of committed(/\.(ts|mjs|md)$/)) {
    if (path === 'e2e/src/requirements.ts') continue;
    for (const [name] of read(path).matchAll(/\bE-[A-Z]-\d+[a-z]?\b/g)) if (!named.has(name)) named.set(name, path);
  }
  return named;
}
