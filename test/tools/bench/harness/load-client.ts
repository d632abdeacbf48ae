import { Agent, request as send } from 'node:http';
import pMap from 'p-map';
import { serveCommands } from './serve-commands.ts';

export interface LoadRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly requests: readonly LoadRequest[];
  readonly expectedStatus: number;
  readonly connections: number;
}

const sendOne = ({ url, method, expectedStatus }: Load, agent: Agent, { headers, body = '' }: LoadRequest) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const options = { method, agent, headers: { ...headers, ...(body && length) } };
  send(url, options, (answer) => {
    const isExpected = answer.statusCode === expectedStatus;
    answer.resume().once('error', reject);
    answer.once('end', () => {
      if (isExpected) resolve();
      else reject(new Error(`${method} ${url} answered ${answer.statusCode}`));
    });
  })
    .once('error', reject)
    .end(body);
  return promise;
};

serveCommands({
  /** Sends all requests, as many at once as there are connections, which are new. @returns milliseconds until the last response */
  run: async (load: Load) => {
    const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
    const startedAt = performance.now();
    await pMap(load.requests, (one) => sendOne(load, agent, one), { concurrency: load.connections });
    const milliseconds = performance.now() - startedAt;
    agent.destroy();
    return milliseconds;
  },
});
