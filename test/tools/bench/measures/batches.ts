import { routes } from '../../../../shared/routes.ts';
import { compare, interleave, type Measure } from '../harness/figures.ts';
import { bearer, sendAll, type Request } from '../harness/load.ts';
import { CHECKIN_AT, inWorld } from '../harness/world.ts';

const ROUNDS = 5;
const SWIPES = 200;
/** Each person has two swipes, one in each batch. */
const BATCH = 100;

/** Sends the queue of a reader that was offline, over one connection. */
export const measure: Measure = () =>
  inWorld(async ({ service, token, addUsers }) => {
    const date = new Date(CHECKIN_AT).toISOString();
    const makeSwipes = async () => {
      const ids = await addUsers(BATCH);
      return Array.from({ length: SWIPES }, (_, index) => ({ key: `swipe-${index}`, id: ids[index % BATCH], date }));
    };
    type Swipe = Awaited<ReturnType<typeof makeSwipes>>[number];
    const toBatch = (items: readonly Swipe[]): Request => ({
      ...routes.batch,
      headers: bearer(token),
      body: JSON.stringify({ items }),
      status: 200,
    });
    const toCheckin = ({ key, ...swipe }: Swipe): Request => ({
      ...routes.checkin,
      headers: { ...bearer(token), 'idempotency-key': key },
      body: JSON.stringify(swipe),
      status: 200,
    });
    const millisecondsPerSwipe = async (requests: readonly Request[]): Promise<number> => {
      const startedAt = performance.now();
      const { bodies } = await sendAll(service, requests, 1);
      const milliseconds = performance.now() - startedAt;
      // A batch is 200 even if an item has failed.
      const failed = bodies.find((body) => /"statusCode":(?!200)/.test(body));
      if (failed !== undefined) throw new Error(`${service.url} responded ${failed}`);
      return milliseconds / SWIPES;
    };
    const { inBatches, oneByOne } = await interleave(
      {
        inBatches: async () => {
          const swipes = await makeSwipes();
          return millisecondsPerSwipe([toBatch(swipes.slice(0, BATCH)), toBatch(swipes.slice(BATCH))]);
        },
        oneByOne: async () => millisecondsPerSwipe((await makeSwipes()).map(toCheckin)),
      },
      ROUNDS,
    );
    const peer = { peer: 'one by one', theirs: oneByOne };
    return [compare({ what: 'a swipe, in batches', unit: 'ms', ours: inBatches, ...peer, goal: 1 / 3 })];
  });
