import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { OperatedApi } from '../deploy/company.ts';
import { makeSender, type Send } from '../deploy/send.ts';
import { runCommand, startProgram, type Program } from '../processes.ts';

export interface RunningApi {
  /** `npm start` */
  readonly service: Program;
  /** `npm run sam` */
  readonly sam: Program;
  readonly send: Send;
  /** Sends a request once, without retrying a temporary failure. */
  readonly sendOnce: Send;
  /** Runs the command line on the service. */
  readonly tryAdmin: OperatedApi['tryAdmin'];
}

const findFreePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
};

/**
 * Starts the local service, as `npm start` does, and then the API in containers, with `npm run sam`.
 * @param environment the variables of `npm run sam` @param options the options of `sam local start-api`
 */
export const startApi = async (
  environment: NodeJS.ProcessEnv,
  options: readonly string[],
  defer: (stop: () => Promise<void>) => void,
): Promise<RunningApi> => {
  const ports = { PORT: await findFreePort(), DYNAMODB_PORT: await findFreePort() };
  const local = { PATH: process.env['PATH'], ...ports };
  const service = await startProgram(process.execPath, ['bin/local.ts'], local, (output) =>
    output.includes('Ready on'),
  );
  defer(service.stop);
  const apiPort = await findFreePort();
  const words = ['run', '--silent', 'sam', '--', '--port', apiPort, ...options];
  const url = `http://127.0.0.1:${apiPort}`;
  const sam = await startProgram('npm', words, { ...environment, ...ports }, (output) =>
    output.includes(`Running on ${url}`),
  );
  defer(sam.stop);
  const tryAdmin: RunningApi['tryAdmin'] = (...more) =>
    runCommand(process.execPath, ['bin/admin.ts', ...more, '--local', '--json'], { ...process.env, ...ports });
  return { service, sam, ...makeSender(url), tryAdmin };
};
