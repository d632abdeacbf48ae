import type { Checks } from '../run-tool.ts';
import { runCommand, type Outcome } from '../processes.ts';

export const STACK = 'checkin-dev';
/** The event bus of the stage. */
export const EVENT_BUS = 'desks';
export const CONTEXT = ['-c', `eventBus=${EVENT_BUS}`];

/** The identity that runs a command: its environment variables have the credentials and the address of AWS. */
export interface Operator {
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs the CDK that the project pins, as `npx cdk` does. */
export const cdk = ({ environment }: Operator, ...words: string[]): Promise<Outcome> =>
  runCommand(process.execPath, ['node_modules/aws-cdk/bin/cdk', ...words], environment);

/** @param assembly the folder for the cloud assembly */
export const deploy = (operator: Operator, assembly: string, ...words: string[]): Promise<Outcome> =>
  cdk(operator, 'deploy', ...CONTEXT, '-o', assembly, '--require-approval', 'never', ...words);

/** Checks that a command succeeds. @returns its output @throws Error if it fails */
export const mustRun = async ({ check }: Checks, what: string, command: Promise<Outcome>): Promise<string> => {
  const { code, stdout, stderr } = await command;
  check(what, code === 0, (stderr + stdout).slice(-3000));
  if (code !== 0) throw new Error(`${what} failed.`);
  return stdout + stderr;
};
