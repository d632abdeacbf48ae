import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readRunbooks } from '../../service/read-runbooks.ts';
import type { DrillContext } from './drill-context.ts';
import { changeDocument } from '../change-source.ts';
import { runCommand, type Outcome } from '../processes.ts';

/** The AWS command line that the CDK's own functions use. It knows every parameter from AWS's own models. */
const AWS_COMMAND_LINE = 'node_modules/@aws-cdk/asset-awscli-v1/lib/layer.zip';

/** Makes a folder with `aws`, and with a `sleep` that hardly waits. */
const makePrograms = async ({ moto, folder }: DrillContext): Promise<string> => {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const unpacked = await runCommand(moto.python, ['-m', 'zipfile', '-e', AWS_COMMAND_LINE, folder], moto.environment);
  if (unpacked.code !== 0) throw new Error(unpacked.stderr);
  const scripts = { aws: `exec "${moto.python}" "${folder}/awscli/aws" "$@"`, sleep: 'exec /bin/sleep 0.01' };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  return programs;
};

/** Runs the commands in a document's section for the drills' stage, as an operator would in a new shell. */
export const runDocumented = async (
  context: DrillContext,
  {
    file,
    section,
    variables,
    overrides = '',
  }: { file: string; section: string; variables: Readonly<Record<string, string>>; overrides?: string },
): Promise<Outcome> => {
  const document = changeDocument(file, readFileSync(file, 'utf8'), context.moto.environment);
  const { prelude, byName } = readRunbooks(document);
  const commands = byName.get(section);
  if (commands === undefined) throw new Error(`${file} has no section "${section}" with commands.`);
  const script = [prelude.replace(/^STAGE=\w+/m, 'STAGE=dev'), overrides, commands].join('\n');
  const programs = await makePrograms(context);
  return runCommand('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    ...context.operatorEnvironment,
    ...variables,
    AWS_PAGER: '',
    PATH: [programs, join(process.execPath, '..'), process.env['PATH']].join(delimiter),
  });
};
