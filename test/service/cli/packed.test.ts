import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import packageDescription from '../../../package.json' with { type: 'json' };

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
/** The packed files, and those that packing needs. */
const sources = ['bin', 'lib', 'shared', 'package.json', 'README.md', 'LICENSE', 'tsconfig.json'];

let folder: string;
const inFolder = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'));
  // A copy, because packing temporarily changes package.json.
  await Promise.all(sources.map((name) => cp(join(ROOT, name), inFolder('project', name), { recursive: true })));
  await symlink(join(ROOT, 'node_modules'), inFolder('project', 'node_modules'));
  const env = { ...process.env, npm_config_cache: inFolder('cache') };
  await run('npm', ['pack', '--pack-destination', folder], { cwd: inFolder('project'), env });
  const { name, version } = packageDescription;
  await run('tar', ['xzf', inFolder(`${name}-${version}.tgz`), '-C', folder]);
});
afterAll(() => rm(folder, { recursive: true }));

describe('The packed command line', () => {
  it('needs no other package, and is the only packed program', async () => {
    const manifest = JSON.parse(await readFile(inFolder('package', 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest).filter((member) => /dependencies|scripts/i.test(member))).toEqual([]);
    expect((await readdir(inFolder('package'))).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('leaves the package.json of the project as it was', async () => {
    const [before, after] = await Promise.all(
      [ROOT, inFolder('project')].map((one) => readFile(join(one, 'package.json'), 'utf8')),
    );
    expect(after).toBe(before);
  });

  it('runs without the project, and says in its help how it is called', async () => {
    const program = inFolder('package', 'dist', 'checkin-admin.js');
    const version = await run(process.execPath, [program, '--version']);
    expect(version.stdout).toBe(`${packageDescription.version}\n`);
    const { stdout } = await run(process.execPath, [program, 'clients', 'list', '--help']);
    expect(stdout).toContain('Usage: checkin-admin clients list');
    expect(stdout).not.toContain('npm run');
  });

  it('loads what a command on a service needs', async () => {
    const program = inFolder('package', 'dist', 'checkin-admin.js');
    const env = { PATH: process.env['PATH'], DYNAMODB_PORT: '1' };
    const failure = run(process.execPath, [program, 'clients', 'list', '--local', '--json'], { env });
    await expect(failure).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('dependency_unavailable') });
  });
});
