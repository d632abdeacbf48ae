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
    it('leaves a rejection', async () => {
      void Promise.reject(new Error('rejected'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`,
  'after-all.test.ts': `
    import { afterAll, it } from '@jest/globals';
    it('passes', () => {});
    afterAll(() => { throw new Error('thrown by afterAll'); });`,
  'load.test.ts': `throw new Error('thrown while it loads');`,
  'environment-1.test.ts': `
    import { expect, it } from '@jest/globals';
    it('finds no variable of another file', () => {
      expect(process.env.LEFT_BEHIND).toBeUndefined();
      process.env.LEFT_BEHIND = 'yes';
    });`,
  'environment-2.test.ts': `
    import { expect, it } from '@jest/globals';
    it('finds no variable of another file', () => {
      expect(process.env.LEFT_BEHIND).toBeUndefined();
      process.env.LEFT_BEHIND = 'yes';
    });`,
};

let folder: string;
const results = new Map<string, FileResult>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-runner-'));
  for (const [name, source] of Object.entries(testFiles)) writeFileSync(join(folder, name), source);
  const config = {
    rootDir: folder,
    testRunner: join(import.meta.dirname, '../../support/run/native-test-runner.ts'),
    transform: {},
    testMatch: ['**/*.test.ts'],
  };
  const jest = join(import.meta.dirname, '../../../node_modules/jest/bin/jest.js');
  const args = [jest, '--runInBand', '--json', '--config', JSON.stringify(config)];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const { testResults } = JSON.parse(stdout) as { testResults: readonly FileResult[] };
  for (const result of testResults) results.set(result.name.slice(folder.length + 1), result);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('reports each test with its result', () => {
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
])('fails a file with an error that no test caught: %s', (name, message) => {
  expect(results.get(name)?.message).toContain(message);
});

it('restores the environment variables after each file', () => {
  for (const name of ['environment-1.test.ts', 'environment-2.test.ts'])
    expect(results.get(name)?.assertionResults.map(({ status }) => status)).toEqual(['passed']);
});
