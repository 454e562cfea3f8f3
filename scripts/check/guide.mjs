// The guide's code is compiled code: every `ts` fence in docs/guide and in the packages' READMEs that names a file, `<!-- path#region -->`,
// must say what that file says there. In docs/guide/author-*.md every `ts` fence must name one. `node scripts/check/guide.mjs --write` copies it over.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { committed, read, root } from './files.mjs';

const pages = /^(docs\/guide\/.*|packages\/[^/]+\/README)\.md$/;
const strict = /^docs\/guide\/author-/;
const fence = /(?:<!-- ([^\s#]+)(?:#([\w-]+))? -->\n)?```ts\n([\s\S]*?)```/g;

export function guide() {
  const faults = [];
  for (const page of committed(pages)) {
    for (const [, path, region, snippet] of read(page).matchAll(fence)) {
      if (path === undefined) {
        if (strict.test(page)) faults.push(`${page}: a ts snippet that names no compiled file: ${snippet.split('\n')[0]}`);
        continue;
      }
      const said = saidBy(path, region);
      if (said === undefined) faults.push(`${page}: there is no ${path}${region ? ` with a region ${region}` : ''}`);
      else if (said !== snippet)
        faults.push(`${page}: ${path}${region ? `#${region}` : ''} says something else now: node scripts/check/guide.mjs --write`);
    }
  }
  return faults;
}

function write() {
  for (const page of committed(pages)) {
    const text = read(page);
    const synced = text.replaceAll(fence, (all, path, region, snippet) => {
      const said = path === undefined ? undefined : saidBy(path, region);
      return said === undefined ? all : all.replace(`\`\`\`ts\n${snippet}\`\`\``, () => `\`\`\`ts\n${said}\`\`\``);
    });
    if (synced !== text) writeFileSync(join(root, page), synced);
  }
}

// The lines between `// #region NAME` and `// #endregion`, moved to the left; the whole file without a name.
function saidBy(path, region) {
  if (!existsSync(join(root, path))) return undefined;
  const text = read(path);
  if (region === undefined) return text;
  const lines = text.split('\n');
  const start = lines.findIndex(line => line.trim() === `// #region ${region}`);
  const end = lines.findIndex((line, index) => index > start && line.trim() === '// #endregion');
  if (start === -1 || end === -1) return undefined;
  const inside = lines.slice(start + 1, end);
  const indent = Math.min(...inside.filter(line => line !== '').map(line => line.length - line.trimStart().length));
  return `${inside.map(line => line.slice(indent)).join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) write();
  const faults = guide();
  process.stdout.write(`${faults.length === 0 ? 'in step' : faults.join('\n')}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
