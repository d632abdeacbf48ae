import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * A program that loads a function's index.js and handles events one after the other, as Lambda's runtime does. It sends results
 * through a separate channel, because what the function prints is its log.
 */
const RUNTIME = `
  const [, file, timeoutMilliseconds] = process.argv;
  process.on('message', async (event) => {
    if (event === 'stop') process.exit(0);
    const endsAt = Date.now() + Number(timeoutMilliseconds);
    const context = { awsRequestId: 'invocation', functionName: 'bundle', getRemainingTimeInMillis: () => endsAt - Date.now() };
    try {
      process.send({ result: await require(file).handler(event, context) });
    } catch (error) {
      process.send({ error: String(error) });
    }
  });
`;

/** The outcome of one invocation: a result, or the error that Lambda would report. */
export interface Outcome {
  readonly result?: unknown;
  readonly error?: string;
}

interface RuntimeProps {
  /** The folder with the unpacked code. It must be outside the project, so that the code cannot load the project's packages. */
  readonly directory: string;
  /** All environment variables of the process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
}

/** Makes an execution environment for a function. The environment starts at its first event and then stays warm. */
export const makeRuntime = ({ directory, environment, timeoutSeconds }: RuntimeProps) => {
  const outputs: Promise<string>[] = [];
  let child: ChildProcess | undefined;

  const start = (): ChildProcess => {
    const started = spawn(
      process.execPath,
      ['-e', RUNTIME, join(directory, 'index.js'), String(timeoutSeconds * 1000)],
      { cwd: directory, env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    );
    // Warnings and errors go to stderr. In Lambda, both stdout and stderr go to the log.
    outputs.push(text(started.stdout as Readable), text(started.stderr as Readable));
    return started;
  };

  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null;

  return {
    /** Handles an event. The caller must wait for its outcome before sending the next event. */
    invoke: async (event: object): Promise<Outcome> => {
      const running = child && isRunning() ? child : (child = start());
      const controller = new AbortController();
      const { signal } = controller;
      const ended = once(running, 'close', { signal }).then(async () => ({ error: await (outputs.at(-1) ?? '') }));
      const returned = once(running, 'message', { signal }).then(([outcome]) => outcome as Outcome);
      running.send(event, () => undefined);
      try {
        return await Promise.race([returned, ended]);
      } finally {
        // Cancels the wait that is still pending.
        controller.abort();
        await Promise.allSettled([returned, ended]);
      }
    },
    /** Ends the environment, as Lambda does some time after the last event. The next event has a cold start. */
    stop: async (): Promise<void> => {
      if (!child || !isRunning()) return;
      const closed = once(child, 'close');
      child.send('stop', () => undefined);
      await closed;
    },
    /** Waits until every process has ended, and returns the lines that the function logged in all of them. */
    readLog: async (): Promise<Record<string, unknown>[]> =>
      (await Promise.all(outputs))
        .flatMap((printed) => printed.split('\n'))
        // After a crash, Node.js prints the reason, which is not JSON.
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
};

export type Runtime = ReturnType<typeof makeRuntime>;
