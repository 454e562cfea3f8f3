/**
 * Stands in for the pattern engine in this page alone: patterns are checked by the desk, which answers with the field and
 * the sentence (D37), so that the page need not carry an engine to open.
 */
export function linearPattern(): { readonly fault: 'unsupported' } {
  return { fault: 'unsupported' };
}
