import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import config from '../../tools/mutation/stryker.config.json' with { type: 'json' };
import { useFolder } from '../../support/use-folder.ts';
import { testFiles } from '../../tools/mutation/test-files.ts';

const folder = join(import.meta.dirname, '../../tools/mutation');

/** Splits `{a,b}` in a pattern, so that each alternative must exist. */
const alternativesOf = (pattern: string): string[] => {
  const [all, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return all === undefined ? [pattern] : (names ?? '').split(',').map((name) => `${before}${name}${after}`);
};

describe('The files of the mutation tests', () => {
  it.each([
    ['are mutated', config.mutate],
    ['are tests', testFiles],
  ])('that %s exist', (_, patterns) => {
    expect(patterns.flatMap(alternativesOf).filter((one) => globSync(one).length === 0)).toEqual([]);
  });

  it('that are tests import nothing of Jest that the test runner does not provide', () => {
    const importsJest = (file: string) => /\bjest\b.*'@jest\/globals'/.test(readFileSync(file, 'utf8'));
    expect(globSync(testFiles).filter(importsJest)).toEqual([]);
  });

  it('are named if a pattern matches none', () => {
    const words = [join(folder, 'run-mutation.ts'), '--mutate', 'shared/rules/*.ts:1-9,!shared/none/**'];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, 'No file matches !shared/none/**.\n']);
  });
});

const inFolder = useFolder();

/** Calls the test runner in a new process. */
const callRunner = (call: string): unknown => {
  const program = `import { strykerPlugins } from ${JSON.stringify(join(folder, 'test-runner.ts'))};
    const runner = strykerPlugins[0].factory();
    await runner.init();
    console.log(JSON.stringify(await runner.${call}));`;
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, words, { cwd: inFolder(), encoding: 'utf8' }));
};

it('A test that imports a source only while it runs is found by a process that starts later', () => {
  mkdirSync(inFolder('test/contract'), { recursive: true });
  writeFileSync(inFolder('package.json'), '{ "type": "module" }');
  writeFileSync(inFolder('source.ts'), 'export const one: number = globalThis.__stryker__.activeMutant ? 2 : 1;');
  writeFileSync(
    inFolder('test/contract/one.test.ts'),
    `import { it } from '@jest/globals';
     it('', async () => { if ((await import('../../source.ts')).one !== 1) throw new Error('two'); });`,
  );
  expect(callRunner('dryRun({})')).toMatchObject({ tests: [{ status: 0 }] });
  const mutant = JSON.stringify({ activeMutant: { id: '7' }, sandboxFileName: inFolder('source.ts') });
  expect(callRunner(`mutantRun(${mutant})`)).toMatchObject({ status: 'killed' });
});
