/** What a program that ended said of its end: the one line of its standard error that says it, and what to do. */
import { showText } from '@midcall/core/inspect';

const MOST = 200;

/** Lines that runtimes add around the sentence: frames, carets, their own version, where a log is. */
const AROUND =
  /^\s*$|^\s+at\s|^\s*\^+\s*$|^\s*[{}\])]+,?\s*$|^\s+\w+:\s|^Node\.js v\d|^Bun v\d|^\s+File "|^npm (?:error|ERR!) (?:A complete log|code |errno |path |\s*\/)|^\(Use `|^\s{2,}\S/;
/** `TypeError: …`, `ModuleNotFoundError: …`, `panic: …`, `Error [ERR_X]: …`, `thread 'main' panicked`. */
const SAYS =
  /^(?:Uncaught )?(?:[\w.]*(?:Error|Exception|Fault)(?: \[\w+\])?: |panic: |fatal: |error: |npm (?:error|ERR!) |thread '.*' panicked)/;

/** Safe to print; undefined where it said nothing of use. */
export function lastWords(lines: readonly string[]): string | undefined {
  const useful = lines.filter(line => !AROUND.test(line));
  const said = useful.findLast(line => SAYS.test(line)) ?? useful.at(-1);
  return said === undefined ? undefined : showText(said.trim()).slice(0, MOST);
}

const ADVICE: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/Cannot use import statement outside a module/, () => 'Put "type": "module" into its package.json, or call the file .mjs.'],
  [/Unknown file extension "\.tsx?"/, () => 'Node runs no TypeScript by itself: put npx tsx in front of the file.'],
  [/Cannot find package '([@\w./-]+)'/, ([, name = '']) => `Install it where the server is: npm install ${name}`],
  [/Cannot find module '(\/[^']+|[A-Za-z]:\\[^']+)'/, () => 'Is the path right? Is it built?'],
  [/No module named '?([\w.]+)/, ([, name = '']) => `Python does not find ${name}: is its environment the one of this command?`],
  [/EADDRINUSE/, () => 'A port that it wants is taken: is it running already?'],
  [/npm (?:error|ERR!) .*(?:404|E404)/, () => 'Is the name of the package right?'],
];

/** One sentence on a mend, for endings that have a common one. */
export function adviceFor(words: string): string | undefined {
  for (const [pattern, advice] of ADVICE) {
    const found = pattern.exec(words);
    if (found !== null) return advice(found);
  }
  return undefined;
}
