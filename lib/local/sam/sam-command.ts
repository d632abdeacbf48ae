import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CannotStartError } from '../cannot-start-error.ts';
import { listen } from '../listen.ts';
import type { Environment } from '../options.ts';
import type { ContainerHost } from './container-host.ts';

/** The first version of the SAM CLI that supports Node.js 24, the runtime of the functions. */
const MIN_VERSION = { major: 1, minor: 148 } as const;
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

/** SAM passes its credentials on to the containers, so it gets placeholders instead of the user's credentials. */
export const samEnvironment = ({
  AWS_PROFILE: _profile,
  AWS_DEFAULT_PROFILE: _defaultProfile,
  AWS_SESSION_TOKEN: _token,
  ...rest
}: Environment): Environment => ({
  ...rest,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  SAM_CLI_TELEMETRY: '0',
});

/**
 * @param args the options of SAM
 * @throws CannotStartError if the port of the API is in use
 */
export const assertApiPortFree = async (args: readonly string[]): Promise<void> => {
  const options = { port: { type: 'string', short: 'p', default: String(DEFAULT_API_PORT) } } as const;
  const { port } = parseArgs({ args: [...args], strict: false, options }).values;
  const server = createServer();
  await listen(server, 'the option --port', Number(port));
  server.close();
};

/** Uses a shell on Windows, where `sam` is a batch file. */
const spawnSam = (words: readonly string[], env: Environment, stdout: 'pipe' | 'inherit') =>
  spawn('sam', words, { env, stdio: ['ignore', stdout, 'inherit'], shell: process.platform === 'win32' });

/**
 * @param output such as `SAM CLI, version 1.170.0`
 * @throws CannotStartError if that version is too old
 */
export const assertSupported = (output: string): void => {
  const found = /version (?<major>\d+)\.(?<minor>\d+)/.exec(output)?.groups ?? {};
  const [major, minor] = [Number(found['major']), Number(found['minor'])];
  const { major: minMajor, minor: minMinor } = MIN_VERSION;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  throw new CannotStartError(
    `SAM CLI ${minMajor}.${minMinor} or later is needed, and "sam --version" printed "${output.trim()}": update it, see ${INSTALL}.`,
  );
};

/** @throws CannotStartError if the SAM CLI is missing or too old */
export const assertSamInstalled = async (environment: Environment): Promise<void> => {
  const child = spawnSam(['--version'], samEnvironment(environment), 'pipe');
  const [output] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), once(child, 'close')]).catch(
    (error: unknown): never => {
      throw new CannotStartError(`The command sam was not found: install the SAM CLI, see ${INSTALL}.`, {
        cause: error,
      });
    },
  );
  assertSupported(output);
};

/** Ctrl-C reaches SAM too, which then removes its containers. SAM is killed if it takes longer than this. */
const STOP_TIMEOUT_MILLISECONDS = 3_000;

/**
 * Runs SAM in this terminal until it ends.
 * @param end resolves when SAM should end
 * @returns SAM's exit code, or 0 if `end` resolved first
 */
export const runSamCommand = async (words: readonly string[], environment: Environment, end: Promise<void>) => {
  const child = spawnSam(words, samEnvironment(environment), 'inherit');
  const closed = once(child, 'close') as Promise<[number | null]>;
  const closedByItself = await Promise.race([closed, end]);
  if (closedByItself) return closedByItself[0] ?? 1;
  const overdue = setTimeout(() => child.kill(), STOP_TIMEOUT_MILLISECONDS);
  await closed;
  clearTimeout(overdue);
  return 0;
};
