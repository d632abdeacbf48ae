import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * usage: node bin/package-manifest.ts trim | restore
 *
 * The packaged command line is one bundle that needs no other package. For the tarball, `prepack` removes the members of
 * package.json that only the repository needs. It also replaces README.md, which links to files of the repository, with the
 * page about the command line. `postpack` restores both files.
 */
const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

const published = new Set(['name', 'version', 'description', 'license', 'type', 'engines', 'bin', 'files']);

const trimManifest = (): string => {
  const members = Object.entries(JSON.parse(read('package.json')) as Record<string, unknown>);
  return `${JSON.stringify(Object.fromEntries(members.filter(([name]) => published.has(name))), undefined, 2)}\n`;
};

const textsByFile: Readonly<Record<string, () => string>> = {
  'package.json': trimManifest,
  'README.md': () => read('docs/command-line.md'),
};

for (const [name, makeText] of Object.entries(textsByFile)) {
  const file = join(root, name);
  // Not README.md.original: npm packs every file whose name begins with README.
  const original = join(root, `original.${name}`);
  // Restores the file, even after an interrupted pack.
  if (existsSync(original)) renameSync(original, file);
  if (process.argv[2] === 'trim') {
    const text = makeText();
    writeFileSync(original, read(name));
    writeFileSync(file, text);
  }
}
