import { atMost, compare, interleave, type Measure } from '../harness/figures.ts';
import { logInAt, toRequest } from '../harness/gate.ts';
import { sendAll } from '../harness/load.ts';
import type { Server } from '../harness/process.ts';
import { inWorld } from '../harness/world.ts';

const ROUNDS = 7;
const REQUESTS = 200;
const WARM_UP = 1_500;

/** Measures the processor time of the server for a check-in of two bookings, with ten connections. */
export const measure: Measure = () =>
  inWorld(async (world, start) => {
    const { token } = await logInAt(world.service, world);
    const checkIn = async (server: Server, count: number): Promise<number> => {
      const requests = (await world.addUsers(count)).map((id) => toRequest({ ...server, token }, { id }));
      const { cpu, bodies } = await sendAll(server, requests);
      const wrong = bodies.find((body) => (JSON.parse(body) as { checkinCount?: number }).checkinCount !== 2);
      if (wrong !== undefined) throw new Error(`${server.url} responded ${wrong}`);
      return cpu;
    };
    const servers = { ours: world.service, express: await start('express'), hono: await start('hono') };
    for (const server of Object.values(servers)) await checkIn(server, WARM_UP);
    const times = await interleave(
      {
        ours: () => checkIn(servers.ours, REQUESTS),
        express: () => checkIn(servers.express, REQUESTS),
        hono: () => checkIn(servers.hono, REQUESTS),
      },
      ROUNDS,
    );
    return (['express', 'hono'] as const).map((peer) =>
      compare({ what: 'check-in', unit: 'µs', ours: times.ours, peer, theirs: times[peer], goal: atMost(1.35) }),
    );
  });
