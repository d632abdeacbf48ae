import { routes } from '../../../../shared/routes.ts';
import { compare, interleave, type Measure } from '../harness/figures.ts';
import { bearer, sendAll, type Request } from '../harness/load.ts';
import type { Server } from '../harness/process.ts';
import { CHECKIN_AT, inWorld } from '../harness/world.ts';

const ROUNDS = 7;
const REQUESTS = 200;
const WARM_UP = 1_500;

const toRequest = (id: number, token: string): Request => ({
  ...routes.checkin,
  headers: bearer(token),
  body: JSON.stringify({ id, date: new Date(CHECKIN_AT).toISOString() }),
  status: 200,
});

/** Measures the processor time of the server for a check-in of two bookings, with ten connections. */
export const measure: Measure = () =>
  inWorld(async (world, start) => {
    const { token } = world;
    /** A server that did less could be faster, so each must reject what the service rejects. */
    const checkRejections = async (server: Server): Promise<void> => {
      const [id = 0] = await world.addUsers(1);
      const checkin = toRequest(id, token);
      const forged = toRequest(id, `${token.slice(0, -8)}AAAAAAAA`);
      const stranger = toRequest(99_999_999, token);
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
      const requests = (await world.addUsers(count)).map((id) => toRequest(id, token));
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
      compare({ what: 'check-in', unit: 'µs', ours: times.ours, peer, theirs: times[peer], goal: 1.35 }),
    );
  });
