// Bundles what browsers load: the element as one self-contained file, and the inbox page as texts the handler serves.
// Runs after `tsc -b` on its output; does nothing when none of its inputs changed.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

const patternsAtTheDesk = {
  name: 'patterns-at-the-desk',
  load: id =>
    id === at('packages/core/dist/linear-pattern.js') ? "export const linearPattern = () => ({ fault: 'unsupported' });" : undefined,
};

const element = await bundle(at('packages/element/dist/index.js'));
// The page carries English and no pattern engine: other languages come as data, patterns are checked by the desk.
const inbox = await bundle(at('packages/inbox/dist/page/main.js'), {
  alias: [{ find: '@midcall/core/words', replacement: at('packages/core/dist/say.js') }],
  plugins: [patternsAtTheDesk],
});
const texts = { 'inbox.js': inbox };
for (const name of ASSETS) texts[name] = await readFile(at('packages/inbox/assets', name), 'utf8');

await write(at('packages/element/dist/midcall-question.js'), element);
await write(at('packages/inbox/dist/page-assets.js'), `export const pageAssets = ${JSON.stringify(texts)};\n`);
await write(stamp, now);

/** One ES module with everything in it, minified; whatever would need `eval` or another file is a failure. */
async function bundle(entry, { alias = [], plugins = [] } = {}) {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    plugins: [tightTemplates, ...plugins],
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { format: 'es', codeSplitting: false } },
    },
  });
  const { output } = Array.isArray(result) ? result[0] : result;
  if (output.length !== 1) throw new Error(`${entry}: expected one file, got ${output.map(file => file.fileName).join(', ')}`);
  const { code } = output[0];
  if (/\bnew Function\b|\beval\(|^import /m.test(code)) throw new Error(`${entry}: the bundle holds eval, new Function or an import`);
  return code;
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
