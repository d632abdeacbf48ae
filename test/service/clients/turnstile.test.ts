import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeTurnstile, type Turnstile } from '../../../clients/typescript/examples/turnstile.ts';
import { makeCheckinClient, type CheckinError, type ClientOptions } from '../../../clients/typescript/src/client.ts';
import { openSwipeQueue, type SwipeQueue } from '../../../clients/typescript/src/swipe-queue.ts';
import type { Fault } from '../../support/faulty-proxy.ts';
import type { TestClient } from '../../support/running-service.ts';
import { useFolder } from '../../support/use-folder.ts';
import { useServiceInMemory } from '../../support/use-service.ts';
import { useFaultyProxy } from '../../support/use-faulty-proxy.ts';
import { waitUntil } from '../../support/wait-until.ts';

const CHECK_IN = 'POST /scheduling/checkin';
const UID = 'BADGE-1';

const service = useServiceInMemory();
const proxy = useFaultyProxy(service);
let client: TestClient;
let shown: string[] = [];
let reported: unknown[] = [];
const folder = useFolder();
let queue: SwipeQueue;
const turnstiles: Turnstile[] = [];

beforeEach(async () => {
  [shown, reported] = [[], []];
  queue = openSwipeQueue(folder(`${randomUUID()}.sqlite`));
  proxy.inject(() => 'none');
  client = await service.aClient();
  const { companyId } = client;
  await service.stores.users.save({ companyId, id: 1, uid: UID });
  await service.stores.book({ companyId, userId: 1 });
});
afterEach(async () => {
  // Ends the fault. Otherwise, `stop` would wait half a minute for swipes that are sent again and again.
  proxy.inject(() => 'none');
  await Promise.all(turnstiles.splice(0).map((turnstile) => turnstile.stop()));
  queue.close();
});

/** Switches on a turnstile. By default, its time limits are long enough for a busy machine. */
const switchOn = (changes: Partial<ClientOptions> = {}, showWithinMs = 60_000): Turnstile => {
  const turnstile = makeTurnstile({
    client: makeCheckinClient({ baseUrl: proxy.url, ...client, ...changes }),
    queue,
    readerId: 'gate-7',
    show: (text) => shown.push(text),
    report: (fault) => reported.push(fault),
    showWithinMs,
  });
  turnstiles.push(turnstile);
  return turnstile;
};

const CHECK_INS = new Set([CHECK_IN, `${CHECK_IN}/batch`]);
const checkins = () => proxy.sent().filter(({ line }) => CHECK_INS.has(line));
const reportedStatuses = () => reported.map((fault) => (fault as CheckinError).status);

describe('The example turnstile', () => {
  it('shows the result of a swipe', async () => {
    await switchOn().onSwipe(UID);
    expect(shown).toEqual(['Checked in to 1 booking.']);
    expect([reported, queue.size]).toEqual([[], 0]);
  });

  it.each<Fault>(['hang', 'lose', 503])(
    'shows a result quickly even if every request ends in %p, and sends the swipe later',
    async (fault) => {
      const turnstile = switchOn({}, 900);
      await turnstile.onSwipe('BADGE-2');
      await waitUntil(() => queue.size === 0);
      proxy.inject(() => fault);
      const start = performance.now();
      await turnstile.onSwipe(UID);
      // More than 0.9 s, for a busy machine, but within the 30 s that the client allows a call by default.
      expect(performance.now() - start).toBeLessThan(30_000);
      expect([shown.at(-1), queue.size]).toEqual(['Noted.', 1]);
      proxy.inject(() => 'none');
      await turnstile.stop();
      switchOn();
      await waitUntil(() => queue.size === 0);
      const { companyId } = client;
      const [booking] = await service.stores.bookings.list({ companyId, userId: 1 });
      expect(booking?.checkin).toBeDefined();
    },
  );

  it('gives every swipe a new key, even after a restart', async () => {
    const turnstile = switchOn();
    proxy.inject(() => 'none');
    await turnstile.onSwipe(UID);
    await turnstile.onSwipe(UID);
    await switchOn().onSwipe(UID);
    const keys = checkins().map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^gate-7-[!-~]{1,100}$/)));
  });

  it('shows that a badge is unknown, reports no error, and does not send the swipe again', async () => {
    const turnstile = switchOn();
    proxy.inject(() => 'none');
    await turnstile.onSwipe('BADGE-2');
    expect([shown, reported, queue.size]).toEqual([['Unknown badge.'], [], 0]);
    expect(checkins()).toHaveLength(1);
  });

  it('does not call a swipe noted that it can neither send nor store', async () => {
    queue.close();
    proxy.inject(() => 503);
    await switchOn({}, 900).onSwipe(UID);
    expect(shown).toEqual(['Please try again.']);
    queue = openSwipeQueue(folder(`${randomUUID()}.sqlite`));
  });

  it.each([
    [401, 'credentials are', () => ({ clientSecret: 'cks_wrong' })],
    [404, 'URL is', () => ({ baseUrl: `${proxy.url}/v1` })],
  ])('keeps a swipe, and reports the status %p, if the %s wrong', async (status, _, wrong) => {
    await switchOn(wrong()).onSwipe(UID);
    expect([shown, queue.size]).toEqual([['Noted.'], 1]);
    await waitUntil(() => reportedStatuses().includes(status));
  });

  it('drops and reports swipes that the service will never accept', async () => {
    await switchOn().onSwipe('');
    expect([shown, reportedStatuses(), queue.size]).toEqual([['Cannot read this badge.'], [400], 0]);
  });
});
