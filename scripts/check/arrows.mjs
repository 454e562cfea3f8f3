// Who may import whom. The compiler's project references hold it for types; this holds it for package.json and for every import specifier.
import { committed, read, readJson, workspaces } from './files.mjs';

const allowedImports = {
  '@midcall/core': [],
  '@midcall/store': [],
  '@midcall/server': ['@midcall/core', '@midcall/store'],
  '@midcall/host': ['@midcall/core', '@midcall/store'],
  '@midcall/element': ['@midcall/core'],
  '@midcall/inbox': ['@midcall/core', '@midcall/host', '@midcall/element'],
  '@midcall/gateway': ['@midcall/core', '@midcall/store', '@midcall/host'],
  '@midcall/probe': ['@midcall/core'],
};
// Only where an import statement can stand, so that words in comments and messages do not count.
const specifier = /^(?:import\s+|(?:import|export)\s[^'"]*?\sfrom\s+|\}\s*from\s+|[^'"\n]*\bimport\(\s*)(['"])([^'"\n]+)\1/gm;

function arrowFaults(name, used) {
  const allowed = allowedImports[name];
  if (!allowed) return [];
  return used
    .filter(other => other !== name && !allowed.includes(other))
    .map(other => `${name} may not use ${other}; it may use ${allowed.join(', ') || 'nothing'}`);
}

export function arrows() {
  const faults = [];
  for (const { folder, published, manifest } of workspaces()) {
    if (!published) continue;
    if (!(manifest.name in allowedImports) && manifest.name !== 'midcall') faults.push(`${manifest.name} is not in the table of arrows`);
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
    faults.push(...arrowFaults(manifest.name, Object.keys(declared).filter(isOurs)));
    if (manifest.name === '@midcall/core' && Object.keys(declared).length > 0) faults.push('@midcall/core has no dependency');
    for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
      if (!/^\d/.test(range)) faults.push(`${folder}: ${name} is "${range}", not an exact version`);
    }
    const references = (readJson(`${folder}/tsconfig.json`).references ?? []).map(({ path }) => nameOf(folder, path));
    faults.push(...arrowFaults(manifest.name, references));
    for (const path of committed(new RegExp(`^${folder}/src/.*\\.ts$`))) {
      if (/\.(test|types)\./.test(path)) continue;
      for (const [, , imported] of withoutComments(read(path)).matchAll(specifier)) {
        const used = packageOf(imported);
        if (used === undefined) continue;
        faults.push(...arrowFaults(manifest.name, [used].filter(isOurs)).map(fault => `${path}: ${fault}`));
        // What stands in testing/ is for tests and no entry; the workspace provides it.
        if (path.includes('/testing/') && !isOurs(used)) continue;
        // A package that is imported for its types alone may be declared by them.
        if (used !== manifest.name && !(used in declared) && !(`@types/${used}` in declared))
          faults.push(`${path} imports ${used}, which ${folder}/package.json does not declare`);
      }
    }
  }
  return faults;
}

function packageOf(imported) {
  if (/^(\.|#|node:)/.test(imported)) return undefined;
  const parts = imported.split('/');
  return imported.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

function nameOf(folder, path) {
  return readJson(`${folder}/${path}/package.json`).name;
}

function isOurs(name) {
  return name === 'midcall' || name.startsWith('@midcall/');
}

function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
