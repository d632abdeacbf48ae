import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readRunbooks } from '../../service/read-runbooks.ts';
import { runCommand } from '../processes.ts';
import { mustRun } from './cdk-commands.ts';
import type { Checks } from '../run-tool.ts';
import type { Moto } from './moto.ts';

/** The AWS command line that the CDK's own functions use. It knows every parameter from AWS's own models. */
const AWS_COMMAND_LINE = 'node_modules/@aws-cdk/asset-awscli-v1/lib/layer.zip';

interface Operated {
  readonly moto: Moto;
  /** A folder for files. */
  readonly folder: string;
  readonly checks: Checks;
  readonly operatorEnvironment: NodeJS.ProcessEnv;
}

/** Makes a folder with `aws`, and with a `sleep` that hardly waits. */
const makePrograms = async ({ moto, folder, checks }: Operated): Promise<string> => {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const unpack = ['-m', 'zipfile', '-e', AWS_COMMAND_LINE, folder];
  await mustRun(checks, 'the AWS command line is unpacked', runCommand(moto.python, unpack, moto.environment));
  const scripts = { aws: `exec "${moto.python}" "${folder}/awscli/aws" "$@"`, sleep: 'exec /bin/sleep 0.01' };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  return programs;
};

/** Returns a function that runs the commands of a runbook for the drills' stage, as an operator would in a new shell. */
export const openRunbooks = async (operated: Operated) => {
  const { prelude, byName } = readRunbooks(readFileSync('docs/runbooks.md', 'utf8'));
  const programs = await makePrograms(operated);
  /** @param overrides shell functions for what cannot run here */
  return async (section: string, variables: Readonly<Record<string, string>>, overrides = ''): Promise<string> => {
    const commands = byName.get(section);
    if (commands === undefined) throw new Error(`docs/runbooks.md has no commands for "${section}".`);
    const script = [prelude.replace(/^STAGE=\w+/m, 'STAGE=dev'), overrides, commands].join('\n');
    const words = ['--norc', '-euo', 'pipefail', '-c', script];
    const environment = {
      ...operated.operatorEnvironment,
      ...variables,
      AWS_PAGER: '',
      PATH: [programs, join(process.execPath, '..'), process.env['PATH']].join(delimiter),
    };
    return mustRun(operated.checks, `the commands of "${section}" succeed`, runCommand('bash', words, environment));
  };
};
