import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * usage: node bin/package-manifest.ts trim | restore
 *
 * The packaged command line is one bundle that needs no other package. For the tarball, `prepack` removes from package.json what
 * only the repository needs, and `postpack` restores the file.
 */
const root = join(import.meta.dirname, '..');
const manifest = join(root, 'package.json');
const original = join(root, 'package.json.original');

const published = new Set(['name', 'version', 'description', 'license', 'type', 'engines', 'bin', 'files']);

if (existsSync(original)) renameSync(original, manifest);
if (process.argv[2] === 'trim') {
  const text = readFileSync(manifest, 'utf8');
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  const kept = Object.fromEntries(members.filter(([name]) => published.has(name)));
  writeFileSync(original, text);
  writeFileSync(manifest, `${JSON.stringify(kept, undefined, 2)}\n`);
}
