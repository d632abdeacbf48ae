import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

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

const start = (directory: string, environment: Record<string, string>) =>
  // Started in the bundle's folder, from which no package of the project can be found.
  spawn(process.execPath, ['-e', RUNTIME, join(directory, 'index.js')], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/** Handles one event with a bundle, in a bare Node process with only this environment. */
export const invokeBundle = async (
  directory: string,
  environment: Record<string, string>,
  event: object,
): Promise<Invocation> => {
  const child = start(directory, environment);
  const [stdout, stderr] = [text(child.stdout as Readable), text(child.stderr as Readable)];
  const ended = once(child, 'close').then(async () => {
    throw new Error(`the bundle ended without a result: ${await stderr}`);
  });
  child.send(event);
  const [result] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return { result, log: parseLog(await stdout) };
};
