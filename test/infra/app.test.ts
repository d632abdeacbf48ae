import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';

const run = (context: Record<string, unknown>) =>
  spawnSync(process.execPath, ['bin/app.ts'], {
    encoding: 'utf8',
    env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) },
  });

describe('bin/app.ts', () => {
  it('prints only the error message if the stage is invalid', () => {
    const { status, stdout, stderr } = run({ stage: 'staging' });
    expect({ status, stdout, stderr }).toStrictEqual({
      status: 1,
      stdout: '',
      stderr: 'Stage "staging" is unknown; use -c stage= with one of dev, prod.\n',
    });
  });
});
