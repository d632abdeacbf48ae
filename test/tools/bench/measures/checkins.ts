import { routes } from '../../../../shared/routes.ts';
import { atLeast, atMost, compare, interleave, type Measure, type Row } from '../harness/figures.ts';
import { logInAt, toRequest, type CheckinServer } from '../harness/gate.ts';
import { bearer, sendAll, type Request } from '../harness/load.ts';
import { bookingsOfDay, DAY, inWorld, MOMENT, type World } from '../harness/world.ts';

const ROUNDS = 5;
const REQUESTS = 300;
const LONG_REQUESTS = 40;
/** Days before and after those that are checked in, two bookings each. */
const HISTORY_DAYS = 500;

/** @throws Error if a server does less than the contract says, because it could be faster */
const assertConforms = async (server: CheckinServer, { addUsers }: World): Promise<void> => {
  const [id = 0] = await addUsers(1);
  const good = toRequest(server, { id });
  const { bodies } = await sendAll(server, [good, good], 1);
  const counts = bodies.map((body) => (JSON.parse(body) as { checkinCount: number }).checkinCount);
  if (String(counts) !== '2,0') throw new Error(`${server.url} checked in ${counts} bookings`);
  await sendAll(server, [
    { ...toRequest(server, { id: 999_999 }), status: 404 },
    { ...good, body: '{}', status: 400 },
    { ...good, body: '{', status: 400 },
    { ...good, headers: bearer(`${server.token.slice(0, -8)}AAAAAAAA`), status: 401 },
    { ...good, headers: {}, status: 401 },
  ]);
};

/** Requests for different users, each with the bookings of the day. */
const shortTurn =
  (server: CheckinServer, { addUsers }: World) =>
  async (): Promise<number> => {
    const ids = await addUsers(REQUESTS);
    return (
      await sendAll(
        server,
        ids.map((id) => toRequest(server, { id })),
      )
    ).perSecond;
  };

/** Requests for one user with a long history, whose days are checked in one after the other. */
const makeLongTurn = async (server: CheckinServer, { addUsers, stores, client }: World) => {
  const [id = 0] = await addUsers(1);
  const days = Array.from({ length: 2 * HISTORY_DAYS + LONG_REQUESTS * (ROUNDS + 1) }, (_, day) => day - HISTORY_DAYS);
  await stores.createBookings(days.filter(Boolean).flatMap((day) => bookingsOfDay(client.companyId, id, day)));
  let day = 0;
  return async (): Promise<number> => {
    const requests = Array.from({ length: LONG_REQUESTS }, () => toRequest(server, { id }, MOMENT + DAY * day++));
    return (await sendAll(server, requests)).perSecond;
  };
};

const compareExpress = async (ours: CheckinServer, express: CheckinServer, world: World): Promise<Row[]> => {
  const rates = await interleave(
    {
      ours: shortTurn(ours, world),
      express: shortTurn(express, world),
      long: await makeLongTurn(ours, world),
      longExpress: await makeLongTurn(express, world),
    },
    ROUNDS,
  );
  const long = `the same, ${2 * HISTORY_DAYS} past and as many future bookings`;
  const against = { unit: '/s', peer: 'Express' };
  const what = 'check-in over HTTP, requests a second';
  return [
    compare({ ...against, what, ours: rates.ours, peers: rates.express, goal: atLeast(0.95) }),
    compare({ ...against, what: long, ours: rates.long, peers: rates.longExpress, goal: atLeast(1.2) }),
  ];
};

/** The queue of a reader that was offline, over one connection. No two swipes of a person are in one batch. */
const compareBatches = async (server: CheckinServer, { addUsers }: World): Promise<Row> => {
  const PEOPLE = 300;
  const makeSwipes = async (swipes: number, people: number) => {
    const ids = await addUsers(people);
    return Array.from({ length: swipes }, (_, index) => ({ id: ids[index % people] as number, key: `swipe-${index}` }));
  };
  const toItem = ({ id, key }: { id: number; key: string }) => ({ id, key, date: new Date(MOMENT).toISOString() });
  const inBatches = async (): Promise<number> => {
    const swipes = await makeSwipes(1_000, PEOPLE);
    const batches = Array.from({ length: 10 }, (_, index) => swipes.slice(index * 100, (index + 1) * 100));
    const toBatch = (items: typeof swipes): Request => ({
      ...routes.batch,
      headers: bearer(server.token),
      body: JSON.stringify({ items: items.map(toItem) }),
      status: 200,
    });
    return 10 / (await sendAll(server, batches.map(toBatch), 1)).perSecond;
  };
  const oneByOne = async (): Promise<number> => {
    // A quarter of the queue, because it takes so long; with as many swipes a person.
    const swipes = await makeSwipes(250, PEOPLE / 4);
    return (
      1_000 /
      (
        await sendAll(
          server,
          swipes.map((swipe) => toRequest(server, swipe)),
          1,
        )
      ).perSecond
    );
  };
  const seconds = await interleave({ inBatches, oneByOne }, 3);
  return compare({
    what: '1000 swipes of 300 people in batches of 100',
    unit: 's',
    ours: seconds.inBatches,
    peer: 'one request a swipe',
    peers: seconds.oneByOne,
    goal: atMost(0.33),
  });
};

export const measure: Measure = () =>
  inWorld(async (world, start) => {
    const ours = await logInAt(world.service, world);
    const express = await logInAt(await start('express'), world);
    for (const server of [ours, express]) await assertConforms(server, world);
    return [...(await compareExpress(ours, express, world)), await compareBatches(ours, world)];
  });
