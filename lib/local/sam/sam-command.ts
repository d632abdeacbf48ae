import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { localAccount } from '../../../shared/local-service.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import type { Environment } from '../options.ts';
import type { ContainerHost } from './container-host.ts';

const INSTALL =
  'https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/install-sam-cli.html, or pip install aws-sam-cli';

/** The host name at which containers reach this machine. Docker Desktop defines the same name. */
export const HOST_NAME = 'host.docker.internal';
export const TEMPLATE = 'checkin-dev.template.json';
export const DEFAULT_API_PORT = 3001;

/**
 * @param directory the directory of the template
 * @param options added last, so that they override the default options
 */
export const samArguments = (directory: string, host: ContainerHost, options: readonly string[]): string[] => [
  'local',
  'start-api',
  '--template',
  join(directory, TEMPLATE),
  '--env-vars',
  'env.local.json',
  '--add-host',
  `${HOST_NAME}:${host === 'host-gateway' ? host : host.address}`,
  '--port',
  String(DEFAULT_API_PORT),
  ...options,
];

/** The operator's variables, but no profile, with the local account, which SAM passes on to the containers. SAM rejects empty ones. */
export const samEnvironment = ({ AWS_DEFAULT_PROFILE: _, ...environment }: Environment): Environment =>
  Object.fromEntries(
    Object.entries({ ...environment, ...localAccount, SAM_CLI_TELEMETRY: '0' }).filter(([, value]) => value !== ''),
  );

/** Ctrl-C reaches SAM too, which then removes its containers. SAM is killed if it takes longer than this. */
const STOP_TIMEOUT_MILLISECONDS = 3_000;

/**
 * Runs SAM in this terminal until it ends.
 * @param end resolves when SAM should end
 * @returns SAM's exit code, or 0 if `end` resolved first. @throws CannotStartError if SAM is not installed
 */
export const runSamCommand = async (words: readonly string[], environment: Environment, end: Promise<void>) => {
  // On Windows, `sam` is a batch file, which only a shell can run.
  const options = { env: samEnvironment(environment), shell: process.platform === 'win32' };
  const child = spawn('sam', words, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  const closed = once(child, 'close').catch((cause: unknown): never => {
    throw new CannotStartError(`The command sam was not found: install the SAM CLI, see ${INSTALL}.`, { cause });
  }) as Promise<[number | null]>;
  const closedByItself = await Promise.race([closed, end]);
  if (closedByItself) return closedByItself[0] ?? 1;
  const overdue = setTimeout(() => child.kill(), STOP_TIMEOUT_MILLISECONDS);
  await closed;
  clearTimeout(overdue);
  return 0;
};
