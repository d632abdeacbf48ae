import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import packageDescription from '../../../package.json' with { type: 'json' };
import { localTableNames } from '../../../shared/local-service.ts';
import { useFolder } from '../../support/use-folder.ts';
import { useTestDatabase } from './start-test-database.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
/** The files in the package, and the files that packing needs. */
const sources = [
  'bin',
  'docs/command-line.md',
  'lib',
  'shared',
  'package.json',
  'README.md',
  'LICENSE',
  'tsconfig.json',
];

/** Finds features that Node 20 lacks. It finds iterator methods only after `values()`, `keys()` or `entries()`. */
const notInNode20 = new RegExp(
  [
    String.raw`\.groupBy\b|Promise\.try\b|\.withResolvers\b|\.fromAsync\b|RegExp\.escape`,
    String.raw`\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(`,
    String.raw`\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(`,
  ].join('|'),
  'g',
);

const inFolder = useFolder();
const database = useTestDatabase(localTableNames);
const inProject = (...names: string[]) => inFolder('repository', 'project', ...names);

beforeAll(async () => {
  // Copies the files, because packing temporarily changes package.json.
  for (const name of sources) cpSync(join(ROOT, name), inProject(name), { recursive: true });
  // node_modules is outside the project. If it were inside, npm would read all its manifests, which takes longer than packing.
  await symlink(join(ROOT, 'node_modules'), inFolder('repository', 'node_modules'));
  const env = { ...process.env, npm_config_cache: inFolder('cache') };
  await run('npm', ['pack', '--pack-destination', inFolder()], { cwd: inProject(), env });
  const { name, version } = packageDescription;
  await run('tar', ['xzf', inFolder(`${name}-${version}.tgz`), '-C', inFolder()]);
});

describe('The packed command line', () => {
  it('depends on no other package, and is the only program in the package', async () => {
    const manifest = JSON.parse(await readFile(inFolder('package', 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest).filter((member) => /dependencies|scripts/i.test(member))).toEqual([]);
    expect((await readdir(inFolder('package'))).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it.each(['package.json', 'README.md'])('is made without changing the project’s %s', async (name) => {
    const [before, after] = await Promise.all([ROOT, inProject()].map((one) => readFile(join(one, name), 'utf8')));
    expect(after).toBe(before);
  });

  it('has a README about the command line, without links to files that are not in the package', async () => {
    const readme = await readFile(inFolder('package', 'README.md'), 'utf8');
    expect(readme).toContain('checkin-admin doctor');
    expect(readme).not.toMatch(/\]\((?!https?:)/);
  });

  it('runs without the project, and shows in its help how to call it', async () => {
    const program = inFolder('package', 'dist', 'checkin-admin.js');
    const version = await run(process.execPath, [program, '--version']);
    expect(version.stdout).toBe(`${packageDescription.version}\n`);
    const { stdout } = await run(process.execPath, [program, 'clients', 'list', '--help']);
    expect(stdout).toContain('Usage: checkin-admin clients list');
    expect(stdout).not.toContain('npm run');
  });

  it('uses no feature that Node 20 lacks', async () => {
    const dist = inFolder('package', 'dist');
    const names = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(names.map((name) => readFile(join(dist, name), 'utf8')));
    expect(texts.flatMap((text) => text.match(notInNode20) ?? [])).toEqual([]);
  });

  it('imports a file, and prints the error as JSON with --json', async () => {
    const program = inFolder('package', 'dist', 'checkin-admin.js');
    await writeFile(inFolder('users.csv'), 'companyId,id\nacme,1\nacme,x\nacme,x\n');
    const words = ['users', 'import', inFolder('users.csv'), '--local', '--new-company'];
    const importUsers = (...more: string[]) =>
      run(process.execPath, [program, ...words, ...more], {
        env: { PATH: process.env['PATH'], DYNAMODB_PORT: new URL(database.url).port },
      });
    await expect(importUsers()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('3 read: 1 written'),
      stderr: expect.stringContaining('Lines 3, 4: '),
    });
    await expect(importUsers('--json')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^\{"error":\{"code":"lines_refused",.*\}\n$/),
    });
  });
});
