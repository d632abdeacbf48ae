import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { logInAt, toRequest } from './gate.ts';
import { send, sendAll, type Request } from './load.ts';
import type { Server } from './process.ts';
import type { World } from './world.ts';

/** The outcome of a request. */
export interface Hit {
  readonly hasFailed: boolean;
  /** The time between the moment when the request was due and its response. */
  readonly milliseconds: number;
}

/** Sends check-ins of different people, at a share of the maximum rate. */
export interface OpenLoad {
  /** The maximum rate over ten connections, in check-ins per second. */
  readonly capacity: number;
  send(share: number, seconds: number): Promise<readonly Hit[]>;
}

/** Sends requests at a constant rate, whether or not earlier ones have a response. */
const sendAtRate = async (server: Server, requests: readonly Request[], perSecond: number): Promise<Hit[]> => {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const sendWhenDue = async (request: Request, index: number): Promise<Hit> => {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    await sleep(Math.max(0, dueAt - performance.now()));
    const hasFailed = await send(agent, server, request).then(
      () => false,
      () => true,
    );
    return { hasFailed, milliseconds: performance.now() - dueAt };
  };
  const hits = await Promise.all(requests.map(sendWhenDue));
  agent.destroy();
  return hits;
};

export const openLoad = async (world: World): Promise<OpenLoad> => {
  const server = await logInAt(world.service, world);
  const makeRequests = async (count: number) => (await world.addUsers(count)).map((id) => toRequest(server, { id }));
  await sendAll(server, await makeRequests(600));
  const { perSecond: capacity } = await sendAll(server, await makeRequests(600));
  return {
    capacity,
    async send(share, seconds) {
      const rate = Math.round(capacity * share);
      return sendAtRate(server, await makeRequests(rate * seconds), rate);
    },
  };
};
