import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import packageDescription from '../../package.json' with { type: 'json' };
import { runCommand } from '../tools/processes.ts';

/** Syntax that cmd.exe does not support: `exec`, substitution, variables set before a command, and single quotes. */
const POSIX_ONLY = /\bexec\b|\$|'|`|;|(^|&& )[A-Z_]+=/;

const scripts = Object.entries(packageDescription.scripts);

describe('npm scripts', () => {
  it.each(scripts)('%s runs in cmd.exe too', (_name, script) => {
    expect(script).not.toMatch(POSIX_ONLY);
  });

  const tools = scripts.flatMap(
    ([name, script]) => /test\/tools\/\S+\.ts/.exec(script)?.map((file) => [name, file]) ?? [],
  );

  it.each(tools)('%s explains itself before it starts anything', (name, file) => {
    const code = readFileSync(file, 'utf8');
    expect(code).toMatch(/(?:readOptions|runTool)\(|\.includes\('--help'\)/);
    expect(code).toContain(`npm run ${name}`);
  });

  it.each([
    ['--help', 0, 'stdout'],
    ['--halp', 2, 'stderr'],
  ] as const)('print their help with %s', async (word, code, stream) => {
    const outcome = await runCommand(process.execPath, ['test/tools/run-on-dynamodb-local.ts', word], {});
    expect(outcome).toMatchObject({ code, [stream]: expect.stringContaining('npm run test:dynamodb-local') });
  });
});
