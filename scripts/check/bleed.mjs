// Bleed: each published entry is bundled alone, our packages inlined and all others left outside. What it still imports, and what its text
// names, must be what the table allows: so a Node module cannot reach a Worker, nor a validator the core.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root, workspaces } from './files.mjs';

const sdkServer = /^@modelcontextprotocol\/(server|core)(\/|$)/;
const sdkClient = /^@modelcontextprotocol\/(client|core)(\/|$)/;
const lit = /^(lit|lit-html|lit-element|@lit\/[\w-]+)(\/|$)/;
const node = /^node:/;

// The most any entry of a package may import from outside; `node` entries add Node's own modules and the optional drivers.
const outside = {
  '@midcall/core': [],
  '@midcall/store': [],
  '@midcall/server': [sdkServer, /^oauth4webapi$/, /^@standard-schema\/spec$/, /^@opentelemetry\/api$/],
  '@midcall/host': [sdkClient, /^jsonc-parser$/],
  '@midcall/element': [lit],
  // Its page comes as built assets through an import of its own.
  '@midcall/inbox': [/^hono(\/|$)/, lit, /^#page-assets$/, /^oauth4webapi$/, /^jose$/],
  // A gateway is a process: it starts children and holds pipes.
  '@midcall/gateway': [sdkClient, sdkServer, node],
};
/** What one entry alone may pull in beside that. */
const alsoAllowed = { '@midcall/gateway ./auth': [/^jose$/], '@midcall/gateway ./node': [/^cross-spawn$/] };
const nodeOutside = [node, /^libsql$/, /^open$/, /^@clack\/|^string-width$|^picocolors$/];
const nodeEntry = /(^|\/)(node|sqlite|terminal|postgres)(\.js|\/|$)/;
// Names that betray a library pasted in or a runtime assumed, in the bundled text.
const names = [/\bAjv\b/, /\bZod[A-Z]\w+/, /\bnew Function\(/, /\beval\(/, /\brequire\(/];
const runtimeNames = [/\bBuffer\b/, /\bprocess\.\w/, /\b__dirname\b/];

export async function bleed() {
  const faults = [];
  for (const { folder, published, manifest } of workspaces()) {
    if (!published || !manifest.exports) continue;
    for (const { entry, file } of entries(manifest)) {
      if (!existsSync(join(root, folder, file))) {
        faults.push(`${manifest.name}${entry}: ${file} is not built`);
        continue;
      }
      const { imports, code } = await bundle(join(root, folder, file), nodeEntry.test(file));
      const forNode = nodeEntry.test(file);
      const also = alsoAllowed[`${manifest.name} ${entry}`] ?? [];
      const allowed = [...(outside[manifest.name] ?? []), ...also, ...(forNode ? nodeOutside : [])];
      for (const name of imports) {
        if (!allowed.some(rule => rule.test(name))) faults.push(`${manifest.name} "${entry}" (${file}) pulls in ${name}`);
      }
      for (const rule of forNode || manifest.name === '@midcall/gateway' ? names : [...names, ...runtimeNames]) {
        const found = rule.exec(code);
        if (found) faults.push(`${manifest.name} "${entry}" (${file}) names ${found[0]}: ${lineAround(code, found.index)}`);
      }
    }
  }
  return faults;
}

function entries(manifest) {
  return Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return target.endsWith('.js') ? [{ entry, file: target.slice(2) }] : [];
    return Object.entries(target)
      .filter(([condition, file]) => condition !== 'types' && typeof file === 'string' && file.endsWith('.js'))
      .map(([, file]) => ({ entry, file: file.slice(2) }));
  });
}

async function bundle(entry, forNode) {
  const [output] = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    resolve: { conditions: forNode ? ['node', 'import', 'default'] : ['import', 'default'] },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      rolldownOptions: { external: id => !/^(\.|\/|@midcall\/)/.test(id), treeshake: true },
    },
  }).then(built => (Array.isArray(built) ? built : [built]));
  const chunks = output.output.filter(part => part.type === 'chunk');
  const own = new Set(chunks.map(chunk => chunk.fileName));
  const imports = [...new Set(chunks.flatMap(chunk => [...chunk.imports, ...chunk.dynamicImports]))].filter(name => !own.has(name));
  return { imports, code: withoutStrings(withoutComments(chunks.map(chunk => chunk.code).join('\n'))) };
}

function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}])\/\/[^\n]*/g, '$1');
}

// What a hint tells an author to write is not what the code does.
function withoutStrings(code) {
  return code.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");
}

function lineAround(code, index) {
  return code
    .slice(code.lastIndexOf('\n', index) + 1, code.indexOf('\n', index))
    .trim()
    .slice(0, 120);
}
