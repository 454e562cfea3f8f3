/**
 * The words on a confirm's button come from the message where the author gave them: "Delete 4,012 rows?" becomes
 * "Yes, delete 4,012 rows". Anything that is not one short imperative question keeps the plain words, so that a server
 * can neither write a sentence onto the button nor make it say the opposite of what it does.
 */
const NOT_A_VERB = new Set(
  (
    'is are am was were do does did can could should shall will would may might must have has had which what who whom whose when where why how ' +
    'the a an this that these those there here it its you your i we our they he she my any some all each every both no not never yes ok okay ready ' +
    'really sure still if in on at for from with without and or but so also please are'
  ).split(' '),
);

/** The verb phrase of a confirm's message, first letter lowered; undefined when the message does not give one. */
export function confirmVerb(message: string): string | undefined {
  const lines = message.split('\n').map(line => line.trim());
  const question = lines.filter(line => line !== '').length === 1 ? lines.find(line => line !== '') : undefined;
  const match = question === undefined ? null : /^(\p{Lu}\p{Ll}+)((?: [\p{L}\p{N}.,'’_#/-]+){1,8})\?$/u.exec(question);
  if (match === null) return undefined;
  const [, verb = '', rest = ''] = match;
  const phrase = `${verb.toLowerCase()}${rest}`;
  return NOT_A_VERB.has(verb.toLowerCase()) || phrase.length > 44 || /[.,]( |$)/.test(rest) ? undefined : phrase;
}
