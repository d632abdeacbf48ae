import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { spawnLocal } from '../../support/spawn-local.ts';
import type { OperatedApi } from '../deploy/company.ts';
import type { Response } from '../deploy/deployed-stack.ts';
import type { Request } from '../deploy/gateway-event.ts';
import { runCommand, watchProcess } from '../processes.ts';

/** The number of attempts is enough for the synthesis and the start of SAM on a busy machine. */
const START_ATTEMPTS = 600;
const STOP_MILLISECONDS = 30_000;
/** Statuses of temporary failures, which a gate retries. On a busy machine, functions can miss their deadlines. */
const TEMPORARY: ReadonlySet<number> = new Set([502, 503, 504]);
const MAX_ATTEMPTS = 6;

export interface RunningApi {
  /** The output of `npm start` until it was ready. */
  readonly greeting: string;
  /** The output of `npm start` after the greeting. */
  readonly printed: () => string;
  /** The output of `npm run sam` so far. */
  readonly samPrinted: () => string;
  /** @param route such as `POST /auth` */
  readonly send: (route: string, request?: Request) => Promise<Response>;
  /** Sends a request once, without retrying a temporary failure. */
  readonly sendOnce: (route: string, request?: Request) => Promise<Response>;
  /** Runs the command line on the service. */
  readonly tryAdmin: OperatedApi['tryAdmin'];
  /** Stops `npm start`. */
  readonly stopService: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const makeSender =
  (url: string): RunningApi['sendOnce'] =>
  async (route, { token, headers, body } = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Response['body'];
    return { status: response.status, headers: Object.fromEntries(response.headers), body: answer };
  };

const repeatIfTemporary =
  (sendOnce: RunningApi['sendOnce']): RunningApi['send'] =>
  async (route, request) => {
    let response = await sendOnce(route, request);
    for (let attempt = 1; attempt < MAX_ATTEMPTS && TEMPORARY.has(response.status); attempt += 1) {
      response = await sendOnce(route, request);
    }
    return response;
  };

/** Ends a process. Resolves when it and its child processes have closed their output. */
const end = async (child: ReturnType<typeof spawn>): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill();
  await Promise.race([closed, setTimeout(STOP_MILLISECONDS, undefined, { ref: false })]);
};

/**
 * Starts the local service, as `npm start` does, and then the API in containers, with `npm run sam`.
 * @param environment the variables of `npm run sam`; `npm start` gets only its DYNAMODB_PORT
 * @param options the options of `sam local start-api`
 */
export const startApi = async (
  environment: Readonly<Record<string, string | undefined>> & { readonly DYNAMODB_PORT: string },
  options: readonly string[],
): Promise<RunningApi> => {
  const { DYNAMODB_PORT } = environment;
  const local = await spawnLocal({ DYNAMODB_PORT });
  let printed = '';
  local.process.stdout?.on('data', (part: string) => (printed += part));
  const ports = { PORT: new URL(local.url).port, DYNAMODB_PORT };
  const apiPort = await findFreePort();
  const words = ['run', '--silent', 'sam', '--', '--port', String(apiPort), ...options];
  const child = spawn('npm', words, { env: { ...environment, ...ports }, stdio: ['ignore', 'pipe', 'pipe'] });
  const sam = watchProcess(child);
  const stopService = () => end(local.process);
  const stop = async (): Promise<void> => {
    await end(child);
    await stopService();
  };
  for (let attempt = 0; !sam.output().includes(`Running on http://127.0.0.1:${apiPort}`); attempt += 1) {
    if (attempt === START_ATTEMPTS || sam.hasEnded()) {
      await stop();
      throw new Error(`npm run sam did not start: ${sam.output()}`);
    }
    await setTimeout(500);
  }
  const sendOnce = makeSender(`http://127.0.0.1:${apiPort}`);
  return {
    greeting: local.greeting,
    printed: () => printed,
    samPrinted: sam.output,
    sendOnce,
    send: repeatIfTemporary(sendOnce),
    tryAdmin: (...more) =>
      runCommand(process.execPath, ['bin/admin.ts', ...more, '--local', '--json'], { ...process.env, ...ports }),
    stopService,
    stop,
  };
};
