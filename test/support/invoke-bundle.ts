import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Loads deployed bundles, each in turn, and sends what each throws. */
const LOADER = `
  const load = (file) => {
    try {
      require(file);
      return null;
    } catch (error) {
      return error.message;
    }
  };
  process.send(process.argv.slice(1).map(load), () => process.exit(0));
`;

/** Loads a deployed bundle and handles one event, as Lambda's runtime does. The result uses a separate channel. */
const RUNTIME = `
  const { handler } = require(process.argv[1]);
  const context = { awsRequestId: 'invocation', functionName: 'bundle', getRemainingTimeInMillis: () => 5000 };
  process.once('message', (event) => {
    handler(event, context).then((result) => process.send(result, () => process.exit(0)));
  });
`;

export interface Invocation {
  readonly result: unknown;
  /** The lines that the function logged. */
  readonly log: readonly Record<string, unknown>[];
}

const parseLog = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const start = (program: string, directories: readonly string[], environment: Record<string, string>) =>
  // Started in a bundle's folder, from which no package of the project can be found.
  spawn(process.execPath, ['-e', program, ...directories.map((directory) => join(directory, 'index.js'))], {
    cwd: directories[0],
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/** @returns the first message of a program, or an error with what it wrote to stderr if it ends without one */
const receive = async (child: ReturnType<typeof start>): Promise<unknown> => {
  const stderr = text(child.stderr as Readable);
  const ended = once(child, 'close').then(async () => {
    throw new Error(`the bundle ended without a result: ${await stderr}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  ended.catch(() => undefined);
  return message;
};

/** Loads bundles in a bare Node process with only this environment. @returns each one's error message, or null */
export const loadBundles = (directories: readonly string[], environment: Record<string, string>): Promise<unknown> =>
  receive(start(LOADER, directories, environment));

/** Handles one event with a bundle, in a bare Node process with only this environment. */
export const invokeBundle = async (
  directory: string,
  environment: Record<string, string>,
  event: object,
): Promise<Invocation> => {
  const child = start(RUNTIME, [directory], environment);
  const stdout = text(child.stdout as Readable);
  child.send(event);
  const result = await receive(child);
  return { result, log: parseLog(await stdout) };
};
