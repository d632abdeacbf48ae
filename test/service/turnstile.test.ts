import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeCheckinClient, type CheckinError, type ClientOptions } from '../../docs/client/checkin-client.ts';
import { makeTurnstile, type Turnstile } from '../../docs/client/turnstile.ts';
import { startFaultyWire, type FaultyWire } from '../support/faulty-wire.ts';
import { runService, type RunningService, type TestClient } from '../support/running-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR = 60 * 60_000;
const CHECK_IN = 'POST /scheduling/checkin';
const UID = 'BADGE-1';

let service: RunningService;
let wire: FaultyWire;
let client: TestClient;
let shown: string[] = [];
let reported: unknown[] = [];
const turnstiles: Turnstile[] = [];

beforeAll(async () => {
  service = await runService();
  wire = await startFaultyWire(service.url);
});
beforeEach(async () => {
  [shown, reported] = [[], []];
  wire.inject(() => 'none');
  client = await service.aClient();
  const { companyId } = client;
  await service.stores.users.save({ companyId, id: 1, uid: UID });
  const period = { checkinOpensAt: Date.now() - HOUR, noShowAt: Date.now() + HOUR };
  await service.stores.bookings.save({
    user: { companyId, userId: 1 },
    bookingId: 'desk',
    kind: 'position',
    ...period,
  });
});
afterEach(() => Promise.all(turnstiles.splice(0).map((turnstile) => turnstile.stop())));
afterAll(async () => {
  await wire.stop();
  await service.stop();
});

/** A turnstile that was just switched on. */
const switchOn = (changes: Partial<ClientOptions> = {}): Turnstile => {
  const turnstile = makeTurnstile({
    gate: makeCheckinClient({ baseUrl: wire.url, ...client, ...changes }),
    readerId: 'gate-7',
    show: (text) => shown.push(text),
    report: (fault) => reported.push(fault),
  });
  turnstiles.push(turnstile);
  return turnstile;
};

const checkins = () => wire.sent().filter(({ line }) => line === CHECK_IN);
const keys = () => checkins().map(({ headers }) => headers['idempotency-key']);
const dates = () => checkins().map(({ body }) => (JSON.parse(body) as { date: string }).date);
const statusesOf = () => reported.map((fault) => (fault as CheckinError).status);

describe('The example turnstile', () => {
  it('shows what came of a swipe', async () => {
    await switchOn().onSwipe(UID);
    expect(shown).toEqual(['Checked in on 1 booking.']);
    expect(reported).toEqual([]);
  });

  it('gives no two swipes one key, not after it was switched off either', async () => {
    const before = switchOn();
    await before.onSwipe(UID);
    await before.onSwipe(UID);
    await switchOn().onSwipe(UID);
    expect(new Set(keys()).size).toBe(3);
    expect(keys()).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^gate-7-[!-~]{1,100}$/)));
  });

  it('answers within about a second though nothing comes back, and sends the same swipe later', async () => {
    const turnstile = switchOn();
    wire.inject(({ line, before }) => (line === CHECK_IN && before === 0 ? 'hang' : 'none'));
    const start = performance.now();
    await turnstile.onSwipe(UID);
    expect(performance.now() - start).toBeLessThan(1_500);
    expect(shown).toEqual(['Noted.']);
    await waitUntil(() => checkins().length === 2);
    expect([new Set(keys()).size, new Set(dates()).size]).toEqual([1, 1]);
  });

  it('takes a badge that is nobody’s for no fault, and does not send it again', async () => {
    const turnstile = switchOn();
    wire.inject(() => 'none');
    await turnstile.onSwipe('BADGE-2');
    expect(shown).toEqual(['This badge is nobody’s here.']);
    expect(reported).toEqual([]);
    expect(checkins()).toHaveLength(1);
  });

  it.each([
    [401, 'credentials are', () => ({ clientSecret: 'cks_wrong' })],
    [404, 'URL is', () => ({ baseUrl: `${wire.url}/v1` })],
  ])('keeps a swipe and reports %p where its %s wrong', async (status, _, wrong) => {
    await switchOn(wrong()).onSwipe(UID);
    expect(shown).toEqual(['Noted.']);
    await waitUntil(() => statusesOf().includes(status));
  });

  it('reports what the service will never take', async () => {
    await switchOn().onSwipe('');
    expect([shown, statusesOf()]).toEqual([[], [400]]);
  });
});
