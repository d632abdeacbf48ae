import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCheckinClient, type CheckinClient, type ClientOptions } from '../../docs/client/checkin-client.ts';
import { startFaultyWire, type FaultyWire, type WireFault } from '../support/faulty-wire.ts';
import { runService, type RunningService, type TestClient } from '../support/running-service.ts';

const HOUR = 60 * 60_000;
const LOG_IN = 'POST /auth';
const REFRESH = 'GET /auth/refresh-token';
const CHECK_IN = 'POST /scheduling/checkin';

let service: RunningService;
let wire: FaultyWire;
let client: TestClient;
let lastUserId = 0;

beforeAll(async () => {
  service = await runService({ ACCESS_TOKEN_SECONDS: '2', REFRESH_GRACE_SECONDS: '1' });
  wire = await startFaultyWire(service.url);
  client = await service.aClient();
});
afterEach(() => wire.inject(() => 'none'));
afterAll(async () => {
  await wire.stop();
  await service.stop();
});

const connect = (options: Partial<ClientOptions> = {}): CheckinClient =>
  makeCheckinClient({
    baseUrl: wire.url,
    ...client,
    renewBeforeMilliseconds: 0,
    attemptMilliseconds: 1_000,
    ...options,
  });

/** A user with two bookings that are open now. */
const aUser = async (): Promise<number> => {
  const id = (lastUserId += 1);
  const { companyId } = client;
  await service.stores.users.save({ companyId, id });
  const period = { checkinOpensAt: Date.now() - HOUR, noShowAt: Date.now() + HOUR };
  for (const bookingId of ['desk', 'parking'])
    await service.stores.bookings.save({ user: { companyId, userId: id }, bookingId, kind: 'position', ...period });
  return id;
};

const sent = (line: string) => wire.sent().filter((one) => one.line === line);
const pastTheLifetime = () => new Promise((resolve) => setTimeout(resolve, 2_100));

/** A client that has logged in. */
const connected = async (options?: Partial<ClientOptions>): Promise<CheckinClient> => {
  const gate = connect(options);
  await gate.checkIn({ id: await aUser() });
  return gate;
};

describe('The example client', () => {
  it('logs in once for many calls at once, and not again', async () => {
    const gate = connect();
    const users = await Promise.all(Array.from({ length: 20 }, aUser));
    wire.inject(() => 'none');
    const results = await Promise.all(users.map((id) => gate.checkIn({ id })));
    expect(results.map(({ checkinCount }) => checkinCount)).toEqual(users.map(() => 2));
    await gate.checkIn({ id: users[0] as number });
    expect([sent(LOG_IN).length, sent(REFRESH).length]).toEqual([1, 0]);
  });

  it('refreshes once for many calls at once when the access token has expired', async () => {
    const gate = await connected();
    await pastTheLifetime();
    const users = await Promise.all(Array.from({ length: 20 }, aUser));
    wire.inject(() => 'none');
    await Promise.all(users.map((id) => gate.checkIn({ id })));
    expect([sent(LOG_IN).length, sent(REFRESH).length, sent(CHECK_IN).length]).toEqual([0, 1, 20]);
  });

  it('gets a new access token where the service refuses the one it has, once for many calls', async () => {
    const gate = await connected();
    const users = await Promise.all(Array.from({ length: 5 }, aUser));
    wire.inject(({ line, before }) => (line === CHECK_IN && before < 5 ? 'spoil' : 'none'));
    const results = await Promise.all(users.map((id) => gate.checkIn({ id })));
    expect(results.map(({ checkinCount }) => checkinCount)).toEqual([2, 2, 2, 2, 2]);
    expect([sent(LOG_IN).length, sent(REFRESH).length]).toEqual([0, 1]);
  });

  it('logs in anew where the refresh is refused, as after a theft', async () => {
    const gate = await connected();
    wire.inject(({ line, before }) => (line === REFRESH || before === 0 ? 'spoil' : 'none'));
    expect(await gate.checkIn({ id: await aUser() })).toMatchObject({ checkinCount: 2 });
    expect([sent(LOG_IN).length, sent(REFRESH).length]).toEqual([1, 1]);
  });

  it.each<WireFault>(['reset', 'lose', 'cut', 'hang', 408, 429, 503])(
    'repeats a check-in that ends in %p with the same key, moment and count',
    async (fault) => {
      const gate = await connected();
      const id = await aUser();
      wire.inject(({ line, before }) => (line === CHECK_IN && before === 0 ? fault : 'none'));
      expect(await gate.checkIn({ id })).toMatchObject({ checkinCount: 2 });
      const attempts = sent(CHECK_IN);
      expect(attempts).toHaveLength(2);
      expect(new Set(attempts.map(({ headers, body }) => `${String(headers['idempotency-key'])} ${body}`)).size).toBe(
        1,
      );
    },
  );

  it.each<WireFault>(['lose', 'cut', 503])('gets its tokens though the answers with them end in %p', async (fault) => {
    const gate = connect();
    wire.inject(({ line, before }) => (line === LOG_IN && before === 0 ? fault : 'none'));
    await gate.checkIn({ id: await aUser() });
    wire.inject(({ line, before }) => {
      if (before > 0) return 'none';
      return line === REFRESH ? fault : 'spoil';
    });
    expect(await gate.checkIn({ id: await aUser() })).toMatchObject({ checkinCount: 2 });
    expect([sent(LOG_IN).length, sent(REFRESH).length]).toEqual([0, 2]);
  });

  it('gives up in time, and repeats the swipe later with its key, and the first count', async () => {
    const gate = await connected({ callMilliseconds: 300, attemptMilliseconds: 100 });
    const id = await aUser();
    wire.inject(() => 'lose');
    const start = performance.now();
    await expect(gate.checkIn({ id }, 'swipe-1')).rejects.toMatchObject({ status: 0, isTransient: true });
    expect(performance.now() - start).toBeLessThan(1_000);
    wire.inject(() => 'none');
    expect(await connect().checkIn({ id }, 'swipe-1')).toMatchObject({ checkinCount: 2 });
  });

  it('logs in where a renewal failed for now, for the same refresh token would look stolen later', async () => {
    const gate = await connected({ callMilliseconds: 500, attemptMilliseconds: 500 });
    const id = await aUser();
    wire.inject(({ line }) => (line === REFRESH ? 503 : 'spoil'));
    await expect(gate.checkIn({ id })).rejects.toMatchObject({ isTransient: true });
    expect(sent(REFRESH)).not.toHaveLength(0);
    wire.inject(() => 'none');
    expect(await gate.checkIn({ id })).toMatchObject({ checkinCount: 2 });
    expect([sent(LOG_IN).length, sent(REFRESH).length]).toEqual([1, 0]);
  });

  it('does not repeat what is refused for good, and says why in the language asked for', async () => {
    const gate = await connected({ language: 'es' });
    wire.inject(() => 'none');
    await expect(gate.checkIn({ id: 0 })).rejects.toMatchObject({
      status: 400,
      isTransient: false,
      body: { errors: [{ field: 'id', message: expect.stringContaining('debe ser') }] },
    });
    expect(sent(CHECK_IN)).toHaveLength(1);
  });

  it('stops where its log-in is refused', async () => {
    const stranger = connect({ clientSecret: 'cks_wrong' });
    wire.inject(() => 'none');
    await expect(stranger.checkIn({ id: 1 })).rejects.toMatchObject({ status: 401 });
    await expect(stranger.checkIn({ id: 1 })).rejects.toMatchObject({ status: 401 });
    expect(sent(LOG_IN)).toHaveLength(1);
  });

  it('has tokens ready for the first swipe where it was told to prepare', async () => {
    const gate = connect();
    await gate.prepare();
    wire.inject(() => 'none');
    await gate.checkIn({ id: await aUser() });
    expect(wire.sent().map(({ line }) => line)).toEqual([CHECK_IN]);
  });

  it('renews a token that lives shortly in the last quarter of its life, and not at every swipe', async () => {
    const gate = connect({ renewBeforeMilliseconds: 60_000 });
    const id = await aUser();
    wire.inject(() => 'none');
    await gate.checkIn({ id });
    await gate.checkIn({ id });
    expect([sent(LOG_IN).length, sent(REFRESH).length]).toEqual([1, 0]);
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    await gate.checkIn({ id });
    expect([sent(LOG_IN).length, sent(REFRESH).length]).toEqual([1, 1]);
  });

  it('tells a person whom nobody knows from a wrong URL, and takes one with a slash at its end', async () => {
    const [gate, lost] = [connect({ baseUrl: `${wire.url}/` }), connect({ baseUrl: `${wire.url}/v1` })];
    await expect(gate.checkIn({ uid: 'nobody' })).rejects.toMatchObject({ status: 404, isNobody: true });
    await expect(lost.checkIn({ uid: 'nobody' })).rejects.toMatchObject({ status: 404, isNobody: false });
  });
});
