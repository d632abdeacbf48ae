import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A program that loads deployed bundles one after another, and sends the error message of each bundle, or null. */
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

/** A program that handles one event with a deployed bundle, as Lambda does. It sends the result by IPC, not on stdout. */
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
  // Starts in a bundle's folder, from where Node.js cannot find the project's packages.
  spawn(process.execPath, ['-e', program, ...directories.map((directory) => join(directory, 'index.js'))], {
    cwd: directories[0],
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/** Receives the first message of a program. @throws Error with the stderr of the program if it ends without a message */
const receive = async (child: ReturnType<typeof start>): Promise<unknown> => {
  const stderr = text(child.stderr as Readable);
  const ended = once(child, 'close').then(async () => {
    throw new Error(`the bundle ended without a result: ${await stderr}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  ended.catch(() => undefined);
  return message;
};

/** Loads bundles in a bare Node process with only this environment. @returns the error message of each bundle, or null */
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
