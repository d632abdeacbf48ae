import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

interface FileResult {
  readonly name: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
}

const environmentTestSource = `
  import { expect, it } from '@jest/globals';
  it('finds no variable that another file has set', () => {
    expect(process.env.LEFT_BEHIND).toBeUndefined();
    process.env.LEFT_BEHIND = 'yes';
  });`;

const root = join(import.meta.dirname, '../../..');
const methodTestSource = `
  import { expect, it } from '@jest/globals';
  import { changeForFile } from '${root}/test/support/run/change-for-file.ts';
  it('finds no method that another file has changed', () => {
    const { prototype } = Intl.NumberFormat;
    expect(prototype.resolvedOptions).not.toBeNull();
    changeForFile(prototype, { resolvedOptions: null });
    changeForFile(prototype, { resolvedOptions: null });
    expect(prototype.resolvedOptions).toBeNull();
    expect('added' in prototype).toBe(false);
    changeForFile(prototype, { added: 1 });
    expect('added' in prototype).toBe(true);
  });`;

/** Test files for the runner. One test is skipped on purpose, because the runner must report it as skipped. */
const testFiles = {
  'results.test.ts': `
    import { describe, expect, it } from '@jest/globals';
    describe('a suite', () => {
      it('passes', () => expect(1).toBe(1));
      it('fails', () => expect(1).toBe(2));
      it.skip('is skipped', () => expect(1).toBe(2));
      it('waits for ever', () => new Promise(() => {}), 50);
    });`,
  'throws-later.test.ts': `
    import { it } from '@jest/globals';
    it('throws in a callback', async () => {
      setTimeout(() => { throw new Error('thrown later'); }, 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`,
  'rejects.test.ts': `
    import { it } from '@jest/globals';
    it('leaves a rejection unhandled', async () => {
      void Promise.reject(new Error('rejected'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`,
  'after-all.test.ts': `
    import { afterAll, it } from '@jest/globals';
    it('passes', () => {});
    afterAll(() => { throw new Error('thrown by afterAll'); });`,
  'load.test.ts': `throw new Error('thrown while it loads');`,
  'environment-1.test.ts': environmentTestSource,
  'environment-2.test.ts': environmentTestSource,
  'method-1.test.ts': methodTestSource,
  'method-2.test.ts': methodTestSource,
};

let folder: string;
const results = new Map<string, FileResult>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-runner-'));
  for (const [name, source] of Object.entries(testFiles)) writeFileSync(join(folder, name), source);
  const config = {
    rootDir: folder,
    testRunner: join(root, 'test/support/run/native-test-runner.ts'),
    transform: {},
    testMatch: ['**/*.test.ts'],
  };
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--runInBand', '--json', '--config', JSON.stringify(config)];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const { testResults } = JSON.parse(stdout) as { testResults: readonly FileResult[] };
  for (const result of testResults) results.set(result.name.slice(folder.length + 1), result);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('The test runner reports each test with its result', () => {
  const statuses = results.get('results.test.ts')?.assertionResults.map(({ title, status }) => [title, status]);
  expect(statuses).toEqual([
    ['passes', 'passed'],
    ['fails', 'failed'],
    ['is skipped', 'pending'],
    ['waits for ever', 'failed'],
  ]);
});

it.each([
  ['throws-later.test.ts', 'thrown later'],
  ['rejects.test.ts', 'rejected'],
  ['after-all.test.ts', 'thrown by afterAll'],
  ['load.test.ts', 'thrown while it loads'],
])('The test runner reports an error that no test caught as a failure of its file: %s', (name, message) => {
  expect(results.get(name)?.message).toContain(message);
});

it.each(['environment', 'method'])(
  'The test runner undoes what a file changed before it runs the next file: %s',
  (name) => {
    for (const file of [`${name}-1.test.ts`, `${name}-2.test.ts`])
      expect(results.get(file)?.assertionResults.map(({ status }) => status)).toEqual(['passed']);
  },
);
