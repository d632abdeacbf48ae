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
    /** A server that did less could be faster, so each must reject what the service rejects. */
    const checkRejections = async (server: Server): Promise<void> => {
      const [id = 0] = await world.addUsers(1);
      const checkin = toRequest({ ...server, token }, { id });
      const forged = toRequest({ ...server, token: `${token.slice(0, -8)}AAAAAAAA` }, { id });
      const stranger = toRequest({ ...server, token }, { id: 99_999_999 });
      await sendAll(server, [
        { ...forged, status: 401 },
        { ...stranger, status: 404 },
        { ...checkin, body: '{}', status: 400 },
      ]);
      const { bodies } = await sendAll(server, [checkin, checkin], 1);
      const counts = bodies.map((body) => (JSON.parse(body) as { checkinCount: number }).checkinCount);
      if (counts.join() !== '2,0') throw new Error(`${server.url} checked in ${counts.join()} bookings instead of 2,0`);
    };
    const checkIn = async (server: Server, count: number): Promise<number> => {
      const requests = (await world.addUsers(count)).map((id) => toRequest({ ...server, token }, { id }));
      const { cpu, bodies } = await sendAll(server, requests);
      const wrong = bodies.find((body) => (JSON.parse(body) as { checkinCount?: number }).checkinCount !== 2);
      if (wrong !== undefined) throw new Error(`${server.url} responded ${wrong}`);
      return cpu;
    };
    const servers = { ours: world.service, express: await start('express'), hono: await start('hono') };
    for (const server of Object.values(servers)) {
      await checkRejections(server);
      await checkIn(server, WARM_UP);
    }
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
