// House rules that no other tool knows: words that must not be committed, effects that come in through ports, files that grew too long,
// tests that cannot fail because they do not run.
import { committed, read } from './files.mjs';

const text = /\.(ts|mjs|js|json|md|html|css|sh|yml|yaml)$|^\.(ci|npmrc)/;
// Spelled in pieces, so that this list does not find itself.
const forbidden = [
  [new RegExp(`\\b(TO${'DO'}|FIX${'ME'}|XX${'X'})\\b`), 'something left undone'],
  [new RegExp(`(?<![\\w.])/(wo${'rk'}|tm${'p'})/`), 'a path of one machine'],
  [new RegExp(`registry\\.npm${'js'}|\\.\\./sha${'red'}\\b`), 'a place outside the clone'],
  [
    new RegExp(`\\b(sub${'agent'}|the bri${'ef'}|the archi${'tect'}|issue #?\\d|another hel${'per'})\\b`, 'i'),
    'how it was made, not what it is',
  ],
];
const notRun = /\b(it|test|describe)\.(skip|only|todo|skipIf|runIf)\b/;
const effects = [
  [/(?<![\w.'"`/-])process\.(?!exitCode\b)\w/, 'process'],
  // As the default of a port (`?? Date.now()`, `() => Date.now()`) it is where it belongs.
  [/(?<!\?\? |=> )\bDate\.now\(\)|\bnew Date\(\)/, 'the wall clock'],
  [/\bMath\.random\(/, 'unseeded randomness'],
];
// The wall clock itself, Node's own entries and the command line are where effects enter.
const ports =
  /^packages\/cli\/|\/node(-[\w-]+)?\.ts$|\/node\/|\/terminal\/|store\/src\/clock\.ts$|\/sqlite(-[\w-]+)?\.ts$|\/sqlite\/|\.test\.|\/testing\//;
// Aim for 160 lines, 400 is wrong; what the gate stops is the file that everyone comes to fear. Word lists are data.
const longest = 650;
const data = /-words(-\w+)?\.ts$/;

export function house() {
  const faults = [];
  for (const path of committed(text)) {
    if (path === 'package-lock.json') continue;
    const content = read(path);
    for (const [rule, why] of forbidden) report(faults, path, content, rule, why);
    if (/\.test\.ts$/.test(path)) report(faults, path, content, notRun, 'a test that does not run');
    if (/^packages\/[^/]+\/src\/.*\.ts$/.test(path)) {
      if (!ports.test(path))
        for (const [rule, name] of effects)
          report(faults, path, withoutStrings(withoutComments(content)), rule, `${name} is read here; let it come in through a port`);
      if (!/^[a-z0-9.-]+\.ts$/.test(path.split('/').at(-1))) faults.push(`${path}: file names are kebab-case`);
    }
    const lines = content.split('\n').length;
    if (/\.(ts|mjs)$/.test(path) && lines > longest && !data.test(path) && !path.includes('.test.'))
      faults.push(`${path} has ${lines} lines; find the second name in it`);
  }
  return faults;
}

function report(faults, path, content, rule, why) {
  const found = rule.exec(content);
  if (!found) return;
  const line = content.slice(0, found.index).split('\n').length;
  faults.push(`${path}:${line} "${found[0]}": ${why}`);
}

// Keeps the line count, so that what is reported stands where it says.
function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' ')).replace(/(^|[\s;{}])\/\/[^\n]*/gm, '$1');
}

function withoutStrings(code) {
  return code.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");
}
