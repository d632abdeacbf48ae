import { routes } from '../../../../shared/routes.ts';
import { logInAt, toRequest } from '../harness/gate.ts';
import { atMost, compare, interleave, type Measure } from '../harness/figures.ts';
import { bearer, sendAll, type Request } from '../harness/load.ts';
import { CHECKIN_AT, inWorld } from '../harness/world.ts';

const ROUNDS = 5;
const SWIPES = 200;
/** Each person has several swipes, but no two in the same batch. */
const PEOPLE = 100;
const BATCH = 100;

/** Sends the queue of a reader that was offline, over one connection. */
export const measure: Measure = () =>
  inWorld(async (world) => {
    const server = await logInAt(world.service, world);
    const makeSwipes = async () => {
      const ids = await world.addUsers(PEOPLE);
      return Array.from({ length: SWIPES }, (_, index) => ({
        id: ids[index % PEOPLE] as number,
        key: `swipe-${index}`,
      }));
    };
    const toBatch = (swipes: readonly { id: number; key: string }[]): Request => ({
      ...routes.batch,
      headers: bearer(server.token),
      body: JSON.stringify({ items: swipes.map((swipe) => ({ ...swipe, date: new Date(CHECKIN_AT).toISOString() })) }),
      status: 200,
    });
    const millisecondsPerSwipe = async (requests: readonly Request[]): Promise<number> =>
      (requests.length * 1_000) / (await sendAll(server, requests, 1)).perSecond / SWIPES;
    const times = await interleave(
      {
        inBatches: async () => {
          const swipes = await makeSwipes();
          const starts = Array.from({ length: SWIPES / BATCH }, (_, index) => index * BATCH);
          return millisecondsPerSwipe(starts.map((start) => toBatch(swipes.slice(start, start + BATCH))));
        },
        oneByOne: async () => millisecondsPerSwipe((await makeSwipes()).map((swipe) => toRequest(server, swipe))),
      },
      ROUNDS,
    );
    const what = 'a swipe, in batches';
    const peer = { peer: 'one by one', theirs: times.oneByOne };
    return [compare({ what, unit: 'ms', ours: times.inBatches, ...peer, goal: atMost(1 / 3) })];
  });
