import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import packageDescription from '../../package.json' with { type: 'json' };
import { runCommand } from '../tools/processes.ts';

/** Syntax that cmd.exe does not support: `exec`, substitution, variables set before a command, and single quotes. */
const POSIX_ONLY = /\bexec\b|\$|'|`|;|(^|&& )[A-Z_]+=/;

const scripts = Object.entries(packageDescription.scripts);
const tools = globSync('test/tools/**/{run,run-*,record-*}.ts', { exclude: ['**/node_modules/**'] }).filter(
  (file) => !['run-tool.ts', 'run-tests.ts'].includes(basename(file)),
);

/** The project's files that a file loads, directly or indirectly. */
const loadedBy = (file: string, found = new Set([file])): Set<string> => {
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*?'(\.[^']+\.ts)'/gm,
  )) {
    const loaded = join(dirname(file), target);
    if (!found.has(loaded)) loadedBy(loaded, found.add(loaded));
  }
  return found;
};

describe('npm scripts', () => {
  it.each(scripts)('%s runs in cmd.exe too', (_name, script) => {
    expect(script).not.toMatch(POSIX_ONLY);
  });

  it.each(tools)('or files run the tools, and each explains itself before it starts anything: %s', (file) => {
    const code = readFileSync(file, 'utf8');
    expect(code).toMatch(/(?:readOptions|runTool)\(|\.includes\('--help'\)/);
    const [name] = scripts.find(([, script]) => script.includes(file)) ?? [];
    expect(code).toContain(name === undefined ? `npx node ${file}` : `npm run ${name}`);
  });

  it.each(tools)('or files load nothing that needs Jest or that the tool has yet to install: %s', (file) => {
    const { dependencies, devDependencies } = packageDescription;
    const isLoadable = (name: string): boolean =>
      name.startsWith('node:') ||
      (name !== '@jest/globals' && [dependencies, devDependencies].some((all) => Object.hasOwn(all, name)));
    const packages = [...loadedBy(file)].flatMap((one) =>
      [...readFileSync(one, 'utf8').matchAll(/^import (?!type )[^;'"]* from '([^.'][^']*)'/gm)].map(
        ([, target = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target,
      ),
    );
    expect(packages.filter((name) => !isLoadable(name))).toEqual([]);
  });

  it.each([
    ['--help', 0, 'stdout'],
    ['--halp', 2, 'stderr'],
  ] as const)('print their help with %s', async (word, code, stream) => {
    const outcome = await runCommand(process.execPath, ['test/tools/engine/run-engine-test.ts', word], {});
    expect(outcome).toMatchObject({
      code,
      [stream]: expect.stringContaining('npx node test/tools/engine/run-engine-test.ts'),
    });
  });
});
