import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';

const run = (words: readonly string[], variables: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });

describe('A program that cannot start', () => {
  it('prints only the error message if the stage is invalid', () => {
    const { status, stdout, stderr } = run(['bin/app.ts'], { CDK_CONTEXT_JSON: '{"stage":"staging"}' });
    expect({ status, stdout, stderr }).toStrictEqual({
      status: 1,
      stdout: '',
      stderr: 'Stage "staging" is unknown; use -c stage= with one of dev, prod.\n',
    });
  });
});
