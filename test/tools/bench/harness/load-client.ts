import { Agent, request as send } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
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

const sendOne = (
  { url, method, expectedStatus }: Omit<Load, 'connections'>,
  agent: Agent,
  { headers, body = '' }: LoadRequest,
) => {
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

/** Requests that are sent at planned moments, even if earlier ones have no response yet. */
export interface OpenLoad extends Omit<Load, 'connections'> {
  /** On average; the moments follow a Poisson process. */
  readonly perSecond: number;
}

/** Milliseconds from the planned moment of a request to its response. */
export interface OpenLoadResult {
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

const runOpen = async (load: OpenLoad): Promise<OpenLoadResult> => {
  const agent = new Agent({ keepAlive: true });
  const latencies = createHistogram();
  let failures = 0;
  const drive = async (request: LoadRequest, plannedAt: number): Promise<void> => {
    try {
      await sendOne(load, agent, request);
    } catch {
      failures += 1;
    }
    latencies.record(Math.max(1, Math.round((performance.now() - plannedAt) * 1_000)));
  };
  const underWay: Promise<void>[] = [];
  let plannedAt = performance.now();
  for (const request of load.requests) {
    plannedAt += (-Math.log(1 - Math.random()) * 1_000) / load.perSecond;
    // Timers are exact to a millisecond or two. A late request is sent at once, and its delay counts.
    const wait = plannedAt - performance.now();
    if (wait > 1) await sleep(wait);
    underWay.push(drive(request, plannedAt));
  }
  await Promise.all(underWay);
  agent.destroy();
  return { p50: latencies.percentile(50) / 1_000, p99: latencies.percentile(99) / 1_000, failures };
};

serveCommands({
  runOpen,
  /** Sends all requests over new connections, one at a time on each. @returns milliseconds until the last response */
  run: async (load: Load) => {
    const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
    const startedAt = performance.now();
    await pMap(load.requests, (one) => sendOne(load, agent, one), { concurrency: load.connections });
    const milliseconds = performance.now() - startedAt;
    agent.destroy();
    return milliseconds;
  },
});
