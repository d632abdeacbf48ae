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

const root = join(import.meta.dirname, '../../..');

/** A test that finds nothing that another file has changed, and changes the environment and a method itself. */
const changingTest = `
  import { expect, it } from '@jest/globals';
  import { changeForFile } from '${root}/test/support/run/change-for-file.ts';
  it('finds no change of another file', () => {
    expect(process.env.LEFT_BEHIND).toBeUndefined();
    process.env.LEFT_BEHIND = 'yes';
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
  'uncaught.test.ts': `
    import { afterAll, it } from '@jest/globals';
    it('throws in a callback, and leaves a rejection unhandled', async () => {
      setTimeout(() => { throw new Error('thrown later'); }, 1);
      void Promise.reject(new Error('rejected'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    afterAll(() => { throw new Error('thrown by afterAll'); });`,
  'load.test.ts': `throw new Error('thrown while it loads');`,
  'untaken.test.ts': `
    import { it } from '@jest/globals';
    it('causes an error', () => process.stderr.write('{"level":"ERROR","message":"auth 503","fault":"planted"}\\n'));`,
  'taken.test.ts': `
    import { expect, it } from '@jest/globals';
    import { takeErrors } from '${root}/test/support/run/service-log.ts';
    it('expects an error, but no warning', () => {
      for (const level of ['ERROR', 'WARN']) process.stderr.write('{"level":"' + level + '","message":"auth 503"}\\n');
      expect(takeErrors()).toEqual(['auth 503']);
      expect(takeErrors()).toEqual([]);
    });`,
  'change-1.test.ts': changingTest,
  'change-2.test.ts': changingTest,
};

let folder: string;
let printed: string;
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
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  printed = stderr;
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
  ['uncaught.test.ts', ['thrown later', 'rejected', 'thrown by afterAll']],
  ['load.test.ts', ['thrown while it loads']],
])('The test runner reports errors that no test caught as a failure of their file: %s', (name, messages) => {
  for (const message of messages) expect(results.get(name)?.message).toContain(message);
});

it('The test runner shows what a service logged only if the file fails, as it does if no test took an error', () => {
  expect(results.get('untaken.test.ts')?.message).toMatch(/no test took: auth 503[^]*"fault":"planted"/);
  expect(results.get('taken.test.ts')?.message).toBe('');
  expect(printed).not.toContain('{"level":"WARN"');
});

it('The test runner undoes what a file changed before it runs the next file', () => {
  for (const file of ['change-1.test.ts', 'change-2.test.ts'])
    expect(results.get(file)?.assertionResults.map(({ status }) => status)).toEqual(['passed']);
});
