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

  it.each([
    ['deploy', ['bin/deploy.ts', '-c', 'stage=dev'], 1, 'No AWS region is set.'],
    ['rollback', ['bin/rollback.ts', '--stack', 'checkin-dev'], 1, 'No AWS region is set.'],
    ['rollback', ['bin/rollback.ts'], 2, '--stack STACK'],
  ])('says what is missing: %s', (_, words, code, sentence) => {
    const nowhere = { AWS_REGION: undefined, AWS_DEFAULT_REGION: undefined, AWS_CONFIG_FILE: '/nowhere' };
    const { status, stdout, stderr } = run(['--disable-warning=ExperimentalWarning', ...words], nowhere);
    expect([status, stdout + stderr]).toStrictEqual([code, expect.stringContaining(sentence)]);
  });
});
