// Bundles what browsers load: the element as one self-contained file, and the inbox page as texts the handler serves.
// Runs after `tsc -b` on its output; does nothing when none of its inputs changed.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const ASSETS = ['inbox.css', 'icon.svg', 'icon-waiting.svg'];
const stamp = at('packages/inbox/dist/.pages');

const inputs = [
  ...(await scripts(at('packages/core/dist'))),
  ...(await scripts(at('packages/element/dist'))),
  ...(await scripts(at('packages/inbox/dist/page'))),
  ...ASSETS.map(name => at('packages/inbox/assets', name)),
  at('node_modules/lit/package.json'),
  fileURLToPath(import.meta.url),
];
const digest = createHash('sha256');
for (const file of inputs.sort()) digest.update(file).update(await readFile(file));
const now = digest.digest('hex');
if ((await readFile(stamp, 'utf8').catch(() => '')) === now) process.exit(0);

/** Indentation inside CSS and HTML templates is for readers of the source; a minifier may not touch it, we know it means nothing. */
const tightTemplates = {
  name: 'tight-templates',
  transform(code, id) {
    if (!/packages\/(element|inbox)\/dist\//.test(id)) return undefined;
    const css = code.replace(
      /css ?`([^`]*)`/g,
      (_, text) =>
        `css\`${text
          .replace(/\s+/g, ' ')
          .replace(/ ?([{};,>]) ?/g, '$1')
          .replace(/: /g, ':')
          .trim()}\``,
    );
    return { code: css.replace(/\n\s+/g, '\n'), map: null };
  },
};

const STAND_INS = {
  [at('packages/core/dist/linear-pattern.js')]: "export const linearPattern = () => ({ fault: 'unsupported' });",
  [at('packages/core/dist/words-en-settings.js')]: 'export const settings = {};',
  [at('packages/core/dist/words-en-terminal.js')]: 'export const terminal = {};',
};
// Parts of the page need no styles or scripts fetched ahead of them: what is imported later is just imported.
const PRELOAD = '\0vite/preload-helper.js';
const standIns = {
  name: 'stand-ins',
  enforce: 'pre',
  load: id => (id === PRELOAD ? 'export const __vitePreload = load => load();' : STAND_INS[id]),
};

// Bytes of `inbox.js`, gzipped: what has to come before the first question can be seen.
const FIRST_LOAD = 35_000;

const [element] = await bundle(at('packages/element/dist/all.js'), { split: false });
// The page carries its own English and no pattern engine: other languages come as data, patterns are checked by the desk.
const inbox = await bundle(at('packages/inbox/dist/page/main.js'), {
  split: true,
  alias: [{ find: '@midcall/core/words', replacement: at('packages/core/dist/say.js') }],
  plugins: [standIns],
});
const texts = Object.fromEntries(inbox.map(({ fileName, code }) => [fileName, code]));
for (const name of ASSETS) texts[name] = await readFile(at('packages/inbox/assets', name), 'utf8');
const first = inbox.find(file => file.isEntry);
const firstLoad = [first.fileName, ...first.imports].reduce((sum, name) => sum + gzipSync(texts[name], { level: 9 }).length, 0);
if (firstLoad > FIRST_LOAD)
  throw new Error(`inbox.js is ${firstLoad} bytes gzipped; it may be ${FIRST_LOAD}. Move what a first sight does not need.`);

await write(at('packages/element/dist/midcall-question.js'), element.code);
await write(at('packages/inbox/dist/page-assets.js'), `export const pageAssets = ${JSON.stringify(texts)};\n`);
await write(stamp, now);

/**
 * Minified ES modules: one with everything in it, or the entry and what it loads later. What the entry needs at once is one
 * file, since it compresses better than three. Whatever would need `eval` or a file of others is a failure.
 */
async function bundle(entry, { split, alias = [], plugins = [] }) {
  const run = async (output, more = []) => {
    const result = await build({
      configFile: false,
      logLevel: 'warn',
      root,
      publicDir: false,
      plugins: [tightTemplates, ...plugins, ...more],
      resolve: { alias },
      build: {
        write: false,
        target: 'es2022',
        minify: true,
        modulePreload: false,
        rolldownOptions: {
          input: entry,
          preserveEntrySignatures: split ? 'allow-extension' : 'strict',
          output: { format: 'es', ...output },
        },
      },
    });
    return (Array.isArray(result) ? result[0] : result).output;
  };
  const atOnce = { name: 'at-once', resolveDynamicImport: id => ({ id: String(id), external: true }) };
  const needed = split ? new Set((await run({}, [atOnce])).flatMap(file => Object.keys(file.modules))) : new Set();
  const output = await run(
    split
      ? {
          entryFileNames: 'inbox.js',
          chunkFileNames: 'inbox-[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'first', test: id => needed.has(id) }] },
        }
      : { codeSplitting: false },
  );
  if (!split && output.length !== 1) throw new Error(`${entry}: expected one file, got ${output.map(file => file.fileName).join(', ')}`);
  for (const { fileName, code, imports } of output) {
    const own = imports.every(name => output.some(file => file.fileName === name));
    if (/\bnew Function\b|\beval\(/.test(code) || !own)
      throw new Error(`${fileName}: the bundle holds eval, new Function or an import of others`);
  }
  return output;
}

async function scripts(folder) {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter(name => name.endsWith('.js') && !name.includes('.test.') && name !== 'midcall-question.js')
    .map(name => join(folder, name));
}

/** Whoever reads meanwhile sees the old file or the new one, never half. */
async function write(file, text) {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
