import { logInAt, toRequest } from './gate.ts';
import { sendAll } from './load.ts';
import { sendAtRate } from './vegeta.ts';
import type { World } from './world.ts';

export interface LoadResult {
  readonly failures: number;
  /** The duration of each request. */
  readonly milliseconds: readonly number[];
}

/** Sends check-ins of different people, at a share of the maximum rate. */
export interface OpenLoad {
  /** The maximum rate over ten connections, in check-ins per second. */
  readonly capacity: number;
  send(share: number, seconds: number): Promise<LoadResult>;
}

export const openLoad = async (world: World): Promise<OpenLoad> => {
  const server = await logInAt(world.service, world);
  const makeRequests = async (count: number) => (await world.addUsers(count)).map((id) => toRequest(server, { id }));
  await sendAll(server, await makeRequests(600));
  const { perSecond: capacity } = await sendAll(server, await makeRequests(600));
  return {
    capacity,
    async send(share, seconds) {
      const rate = Math.round(capacity * share);
      const hits = await sendAtRate(server.url, await makeRequests(rate * seconds), rate);
      return {
        failures: hits.filter(({ code }) => code !== 200).length,
        milliseconds: hits.map(({ latency }) => latency / 1e6),
      };
    },
  };
};
