import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withMembers, type Fault } from '../../support/faulty-proxy.ts';
import type { ReceivedResponse } from '../../support/call-server.ts';
import type { TestClient } from '../../support/running-service.ts';
import { useFolder } from '../../support/use-folder.ts';
import { useServiceInMemory } from '../../support/use-service.ts';
import { useFaultyProxy } from '../../support/use-faulty-proxy.ts';
import { serve } from '../../support/serve.ts';
import { waitUntil } from '../../support/wait-until.ts';
import {
  installedLanguages,
  startClientDriver,
  type ClientDriver,
  type ClientLanguage,
  type DriverError,
} from './client-driver.ts';

const HOUR = 60 * 60_000;
const LOG_IN = 'POST /auth';
const REFRESH = 'GET /auth/refresh-token';
const CHECK_IN = 'POST /scheduling/checkin';
const BATCH = 'POST /scheduling/checkin/batch';
const READ_BOOKINGS = 'POST /sync/bookings/read';

/** Faults of a log-in: its access token has expired, or will expire in 4 seconds, so that no test has to wait for the expiry. */
const expired = withMembers({ accessTokenExpiration: 0 });
const brief: Fault = (response) =>
  withMembers({ accessTokenExpiration: Math.floor(Date.now() / 1_000) * 1_000 + 4_000 })(response);

const withBody = (body: object): ReceivedResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

interface CheckinResult {
  readonly checkinCount: number;
}

const service = useServiceInMemory();
const proxy = useFaultyProxy(service);
let client: TestClient;
const folder = useFolder();
/** The file of the queue of a test. */
let queuePath: string;
let lastUserId = 0;
/** Client programs are reused between tests, because starting one takes longer than most tests. */
const drivers = new Set<ClientDriver>();
const idleDrivers = new Map<ClientLanguage, ClientDriver[]>();

beforeAll(async () => {
  client = await service.aClient();
});
beforeEach(() => {
  queuePath = folder(`${randomUUID()}.sqlite`);
});
afterEach(() => {
  proxy.inject(() => 'none');
  for (const driver of drivers) {
    const others = idleDrivers.get(driver.language) ?? [];
    if (driver.isRunning()) idleDrivers.set(driver.language, [...others, driver]);
  }
  drivers.clear();
});
afterAll(async () => {
  await Promise.all([...idleDrivers.values()].flat().map((driver) => driver.end()));
});

/** Creates a user with two bookings that are open at a moment. */
const aUser = async (at = Date.now()): Promise<number> => {
  const id = (lastUserId += 1);
  const { companyId } = client;
  await service.stores.users.save({ companyId, id });
  for (const bookingId of ['desk', 'parking']) await service.stores.book({ companyId, userId: id }, { bookingId, at });
  return id;
};

const createUsers = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, () => aUser()));
const requestsTo = (line: string) => proxy.sent().filter((one) => one.line === line);
const countLogInsAndRefreshes = () => [requestsTo(LOG_IN).length, requestsTo(REFRESH).length];
const now = () => new Date().toISOString();

/** A fault: the service's clock is ahead of the device's, and its bookings are hours later too. */
const aheadBy =
  (milliseconds: number): Fault =>
  (response) => {
    const changed = response.headers['content-type']?.includes('json')
      ? withLaterExpiration(milliseconds)(response)
      : response;
    const date = new Date(Date.now() + milliseconds).toUTCString();
    return { ...changed, headers: { ...changed.headers, date } };
  };
const withLaterExpiration =
  (milliseconds: number) =>
  (response: ReceivedResponse): ReceivedResponse => {
    const { accessTokenExpiration } = JSON.parse(response.body.toString()) as { accessTokenExpiration?: number };
    if (accessTokenExpiration === undefined) return response;
    return withMembers({ accessTokenExpiration: accessTokenExpiration + milliseconds })(response);
  };

describe.each(installedLanguages())('The client in %s', (language) => {
  const connect = async (
    options: object = {},
    driver = idleDrivers.get(language)?.pop() ?? startClientDriver(language),
  ): Promise<ClientDriver> => {
    drivers.add(driver);
    const { clientId, clientSecret } = client;
    const settings = { baseUrl: proxy.url, clientId, clientSecret, renewBeforeMs: 0, attemptTimeoutMs: 10_000 };
    await driver.run('connect', { options: { ...settings, ...options } });
    return driver;
  };
  const checkIn = (driver: ClientDriver, swipe: object, parameters: object = {}): Promise<CheckinResult> =>
    driver.run('checkIn', { swipe, ...parameters });
  /** Connects a client and logs it in. @param tokenFault how the proxy changes the expiration of the access token */
  const connectAndLogIn = async (
    options?: object,
    tokenFault: Fault = 'none',
    existingDriver?: ClientDriver,
  ): Promise<ClientDriver> => {
    const driver = await connect(options, existingDriver);
    proxy.inject(() => tokenFault);
    await driver.run('prepare');
    proxy.inject(() => 'none');
    return driver;
  };

  it('reads the states of bookings with credentials that have the scope sync, and waits longer than for a check-in', async () => {
    const userId = await aUser();
    const { clientId, clientSecret } = await service.aClient(client.companyId, ['sync']);
    const driver = await connect({ clientId, clientSecret, attemptTimeoutMs: 1_000 });
    const slow: Fault = async (response) => sleep(1_500, response);
    proxy.inject(({ line }) => (line === READ_BOOKINGS ? slow : 'none'));
    const bookings = [
      { bookingId: 'parking', userId },
      { bookingId: 'none', userId },
    ];
    expect(await driver.run('readBookings', { bookings })).toEqual([
      { bookingId: 'parking', userId, result: 'open' },
      { bookingId: 'none', userId, result: 'unknown' },
    ]);
    expect(requestsTo(READ_BOOKINGS)).toHaveLength(1);
  });

  describe('when it needs a token', () => {
    it('logs in only once for many parallel calls', async () => {
      const driver = await connect();
      const ids = await createUsers(5);
      proxy.inject(() => 'none');
      const results = await Promise.all(ids.map((id) => checkIn(driver, { id })));
      expect(results.map(({ checkinCount }) => checkinCount)).toEqual(ids.map(() => 2));
      expect(countLogInsAndRefreshes()).toEqual([1, 0]);
    });

    it('refreshes once for many parallel calls if the access token has expired', async () => {
      const driver = await connectAndLogIn({}, expired);
      const ids = await createUsers(5);
      proxy.inject(() => 'none');
      await Promise.all(ids.map((id) => checkIn(driver, { id })));
      expect([...countLogInsAndRefreshes(), requestsTo(CHECK_IN).length]).toEqual([0, 1, 5]);
    });

    it('replaces an access token that the service rejects, once for many parallel calls', async () => {
      const driver = await connectAndLogIn();
      const ids = await createUsers(5);
      let rejected: string | undefined;
      proxy.inject(({ line, headers }) => {
        rejected ??= headers.authorization;
        return line === CHECK_IN && headers.authorization === rejected ? 'spoil' : 'none';
      });
      const results = await Promise.all(ids.map((id) => checkIn(driver, { id })));
      expect(results.map(({ checkinCount }) => checkinCount)).toEqual([2, 2, 2, 2, 2]);
      expect(countLogInsAndRefreshes()).toEqual([0, 1]);
    });

    it('logs in again if the service rejects its refresh token', async () => {
      const driver = await connectAndLogIn();
      const id = await aUser();
      proxy.inject(({ line, earlierRequests }) => (line === REFRESH || earlierRequests === 0 ? 'spoil' : 'none'));
      expect(await checkIn(driver, { id })).toMatchObject({ checkinCount: 2 });
      expect(countLogInsAndRefreshes()).toEqual([1, 1]);
    });

    it('logs in if its last renewal failed, because the failed renewal might have used the refresh token', async () => {
      const driver = await connectAndLogIn({ callTimeoutMs: 3_000, attemptTimeoutMs: 3_000 });
      const id = await aUser();
      proxy.inject(({ line }) => (line === CHECK_IN ? 'spoil' : 503));
      await expect(checkIn(driver, { id })).rejects.toMatchObject({ isTransient: true });
      // The renewal ends later than the call. The next one is a log-in.
      await waitUntil(async () => {
        await driver.run('prepare').catch(() => undefined);
        return requestsTo(LOG_IN).length > 0;
      });
      proxy.inject(() => 'none');
      expect(await checkIn(driver, { id }, { timeoutMs: 10_000 })).toMatchObject({ checkinCount: 2 });
      expect(countLogInsAndRefreshes()).toEqual([1, 0]);
    });

    it('waits before it logs in again after a rejected log-in', async () => {
      const stranger = await connect({ clientSecret: 'cks_wrong' });
      proxy.inject(() => 'none');
      for (const id of [1, 2]) await expect(checkIn(stranger, { id })).rejects.toMatchObject({ status: 401 });
      expect(requestsTo(LOG_IN)).toHaveLength(1);
    });

    it('does not renew a token before the last quarter of its lifetime, even if renewBeforeMs is longer', async () => {
      const driver = await connectAndLogIn({ renewBeforeMs: 24 * HOUR });
      await checkIn(driver, { id: await aUser() });
      expect(countLogInsAndRefreshes()).toEqual([0, 0]);
    });

    it('renews a token in the last quarter of its lifetime', async () => {
      const driver = await connectAndLogIn({ renewBeforeMs: HOUR }, brief);
      const id = await aUser();
      // The Date header of a busy service can be a second late, which makes the lifetime 5 s.
      await new Promise((resolve) => setTimeout(resolve, 3_900));
      await checkIn(driver, { id });
      expect(countLogInsAndRefreshes()).toEqual([0, 1]);
    });
  });

  describe('when a request fails', () => {
    it.each<Fault>(['reset', 'lose', 'cut', 'hang', 408, 429, 503])(
      'after %p, retries a check-in with the same key and date, and gets the full count',
      async (fault) => {
        const driver = await connectAndLogIn({ attemptTimeoutMs: fault === 'hang' ? 1_000 : 10_000 });
        const id = await aUser();
        proxy.inject(({ line, earlierRequests }) => (line === CHECK_IN && earlierRequests === 0 ? fault : 'none'));
        expect(await checkIn(driver, { id })).toMatchObject({ checkinCount: 2 });
        const attempts = requestsTo(CHECK_IN).map(
          ({ headers, body }) => `${String(headers['idempotency-key'])} ${body}`,
        );
        expect([attempts.length, new Set(attempts).size]).toEqual([2, 1]);
      },
    );

    it.each<Fault>(['lose', 'cut', 503])('after %p, retries a log-in', async (fault) => {
      const driver = await connect();
      proxy.inject(({ line, earlierRequests }) => (line === LOG_IN && earlierRequests === 0 ? fault : 'none'));
      expect(await checkIn(driver, { id: await aUser() })).toMatchObject({ checkinCount: 2 });
      expect(requestsTo(LOG_IN)).toHaveLength(2);
    });

    it('ends a call at its deadline if the check-in or a token renewal hangs', async () => {
      let driver: ClientDriver | undefined;
      for (const tokenFault of ['none', expired] as const) {
        driver = await connectAndLogIn({ attemptTimeoutMs: 20_000 }, tokenFault, driver);
        const id = await aUser();
        proxy.inject(() => 'hang');
        const start = performance.now();
        const call = checkIn(driver, { id }, { timeoutMs: 300 });
        await expect(call).rejects.toMatchObject({ status: 0, isTransient: true });
        // Far below the 20 s of an attempt, and far above the delay of a busy machine.
        expect(performance.now() - start).toBeLessThan(10_000);
      }
      // Ends the client, because a request is still waiting.
      await driver?.end();
    });

    it('names the last error when the deadline passes', async () => {
      // Nothing listens on port 2. Port 1 cannot be used, because fetch rejects it.
      const driver = await connect({ baseUrl: 'http://127.0.0.1:2' });
      const fail = (): Promise<DriverError> =>
        driver.run<never>('checkIn', { swipe: { id: 1 }, timeoutMs: 300 }).catch((error: DriverError) => error);
      let failure = await fail();
      // On a busy machine, the first call might end before the renewal's first attempt. The renewal continues between calls.
      for (let calls = 1; calls < 30 && !/refused/i.test(String(failure.body['message'])); calls += 1)
        failure = await fail();
      expect(failure).toMatchObject({ status: 0, body: { message: expect.stringMatching(/deadline.*refused/i) } });
      // No driver.end() is needed: a renewal in progress calls port 2, so it cannot affect later tests.
    });

    it('does not retry a permanent rejection, and reports the reason in the preferred language', async () => {
      const driver = await connectAndLogIn({ language: 'es' });
      await expect(checkIn(driver, { id: 0 })).rejects.toMatchObject({
        status: 400,
        isFinal: true,
        body: { errors: [{ field: 'id', message: expect.stringContaining('debe ser') }] },
      });
      expect(requestsTo(CHECK_IN)).toHaveLength(1);
    });

    it.each(['api.example.com', 'localhost:3000', 'https://', ''])(
      'rejects the base URL %j at once',
      async (baseUrl) => {
        await expect(connect({ baseUrl })).rejects.toMatchObject({ message: expect.stringContaining('https://') });
      },
    );

    it('distinguishes an unknown user from a wrong URL', async () => {
      const driver = await connect({ baseUrl: `${proxy.url}/` });
      await expect(checkIn(driver, { uid: 'nobody' })).rejects.toMatchObject({ status: 404, isFinal: true });
      await connect({ baseUrl: `${proxy.url}/v1` }, driver);
      await expect(checkIn(driver, { uid: 'nobody' })).rejects.toMatchObject({ status: 404, isFinal: false });
    });
  });

  it('logs in again after a response without tokens', async () => {
    const tokens = { accessToken: 'a', accessTokenExpiration: Date.now() + HOUR, refreshToken: 'r' };
    let logIns = 0;
    const faulty = await serve(async (request, response) => {
      const { clientId } = (await json(request)) as { clientId?: string };
      if (clientId !== undefined) logIns += 1;
      const set = logIns === 1 ? { accessTokenExpiration: tokens.accessTokenExpiration } : tokens;
      response.end(JSON.stringify(clientId === undefined ? { checkinCount: 1 } : set));
    });
    const driver = await connect({ baseUrl: faulty.url });
    try {
      await expect(checkIn(driver, { id: 1 })).rejects.toMatchObject({ status: 0 });
      expect(await checkIn(driver, { id: 1 })).toEqual({ checkinCount: 1 });
    } finally {
      await faulty.stop();
    }
  });

  it('is not held up by connections that ended while they were idle', async () => {
    const atOnce = 8;
    const waiting: (() => void)[] = [];
    const start = (port?: number) =>
      serve(async (request, response) => {
        const { clientId } = (await json(request)) as { clientId?: string };
        const tokens = { accessToken: 'a', accessTokenExpiration: Date.now() + HOUR, refreshToken: 'r' };
        const answer = () => response.end(JSON.stringify(clientId === undefined ? { checkinCount: 1 } : tokens));
        if (clientId !== undefined || port !== undefined) return answer();
        // Each of the check-ins needs a connection of its own.
        waiting.push(answer);
        if (waiting.length === atOnce) for (const end of waiting) end();
      }, port);
    const first = await start();
    const driver = await connect({ baseUrl: first.url });
    await Promise.all(Array.from({ length: atOnce }, () => checkIn(driver, { id: 1 })));
    await first.stop();
    const restarted = await start(Number(first.port));
    try {
      expect(await checkIn(driver, { id: 1 }, { timeoutMs: 3_000 })).toEqual({ checkinCount: 1 });
    } finally {
      await restarted.stop();
    }
  });

  it('sends nothing on a connection that was idle for long, because a firewall may have dropped it', async () => {
    const lastUsed = new Map<Socket, number>();
    const firewall = await serve(async (request, response) => {
      const idleFor = performance.now() - (lastUsed.get(request.socket) ?? Infinity);
      lastUsed.set(request.socket, performance.now());
      // Otherwise, the server itself would close the connection after 5 s.
      response.once('finish', () => request.socket.setTimeout(0));
      if (idleFor > 5_500 && idleFor < Infinity) return;
      const { clientId } = (await json(request)) as { clientId?: string };
      const tokens = { accessToken: 'a', accessTokenExpiration: Date.now() + HOUR, refreshToken: 'r' };
      response.end(JSON.stringify(clientId === undefined ? { checkinCount: 1 } : tokens));
    });
    const driver = await connect({ baseUrl: firewall.url });
    await checkIn(driver, { id: 1 });
    await sleep(6_500);
    try {
      expect(await checkIn(driver, { id: 1 }, { timeoutMs: 5_000 })).toEqual({ checkinCount: 1 });
    } finally {
      await firewall.stop();
    }
  });

  describe('when the clock of the device is wrong', () => {
    const AHEAD = 3 * HOUR;

    it.each([AHEAD, -AHEAD])(
      'sends a swipe’s time on the service’s clock, %i ms ahead, and reports it',
      async (ahead) => {
        const driver = await connect();
        const [id, other] = [await aUser(Date.now() + ahead), await aUser(Date.now() + ahead)];
        proxy.inject(() => aheadBy(ahead));
        expect(await checkIn(driver, { id })).toMatchObject({ checkinCount: 2 });
        await driver.run('openQueue', { path: queuePath });
        expect(await driver.run('storeAndSend', { swipe: { id: other } })).toMatchObject({ checkinCount: 2 });
        const reported = await driver.run<number[]>('clockDifferences');
        expect(reported).toHaveLength(1);
        expect(Math.abs(Number(reported[0]) - ahead)).toBeLessThan(60_000);
      },
    );

    it('corrects a swipe that was stored before the service was reached, once, and sends the same date again', async () => {
      const driver = await connect();
      await driver.run('openQueue', { path: queuePath });
      const id = await aUser(Date.now() + AHEAD);
      await driver.run('add', { swipe: { id } });
      proxy.inject(({ line, earlierRequests }) => (line === BATCH && earlierRequests === 0 ? 'lose' : aheadBy(AHEAD)));
      expect(await driver.run('sendQueue')).toMatchObject([{ statusCode: 200, checkinCount: 2 }]);
      const dates = requestsTo(BATCH).map(
        ({ body }) => (JSON.parse(body) as { items: [{ date: string }] }).items[0].date,
      );
      expect([dates.length, new Set(dates).size]).toEqual([2, 1]);
    });

    describe('until somebody sets it', () => {
      /** Connects a client on a device whose clock is hours slow until {@link setRight}. */
      const connectSlowDevice = async (): Promise<ClientDriver> => {
        const driver = await connect();
        await driver.run('setClock', { aheadMs: -AHEAD });
        await driver.run('openQueue', { path: queuePath });
        return driver;
      };
      const setRight = (driver: ClientDriver): Promise<unknown> => driver.run('setClock', { aheadMs: 0 });

      it('sends the service’s time also after the clock is set', async () => {
        const driver = await connectSlowDevice();
        try {
          await driver.run('prepare');
        } finally {
          await setRight(driver);
        }
        expect(await checkIn(driver, { id: await aUser() })).toMatchObject({ checkinCount: 2 });
        expect(await driver.run('storeAndSend', { swipe: { id: await aUser() } })).toMatchObject({ checkinCount: 2 });
      });

      it('sends a swipe’s time that was stored before the clock was set', async () => {
        const driver = await connectSlowDevice();
        try {
          await driver.run('add', { swipe: { id: await aUser() } });
        } finally {
          await setRight(driver);
        }
        expect(await driver.run('sendQueue')).toMatchObject([{ statusCode: 200, checkinCount: 2 }]);
      });

      it('sends a swipe’s time that was stored after the clock was set, even if the process restarts before it is sent', async () => {
        const stopped = await connect();
        await stopped.run('setClock', { aheadMs: AHEAD });
        await stopped.run('openQueue', { path: queuePath });
        await stopped.run('add', { swipe: { id: await aUser(Date.now() + AHEAD) } });
        await stopped.kill();
        // Not corrected: at its start, the clock of the second process shows another time than that of the first.
        const restarted = await connect({ correctClock: false });
        await restarted.run('openQueue', { path: queuePath });
        expect(await restarted.run('sendQueue')).toMatchObject([{ statusCode: 200, checkinCount: 2 }]);
      });
    });

    it('sends a given date as it is, and the device’s time if correction is switched off', async () => {
      const driver = await connect({ correctClock: false });
      const id = await aUser(Date.now() + AHEAD);
      proxy.inject(() => aheadBy(AHEAD));
      expect(await checkIn(driver, { id })).toMatchObject({ checkinCount: 0 });
      await connect({}, driver);
      expect(await checkIn(driver, { id, date: now() })).toMatchObject({ checkinCount: 0 });
      expect(await checkIn(driver, { id })).toMatchObject({ checkinCount: 2 });
    });

    it('waits until the date in Retry-After on the service’s clock', async () => {
      const driver = await connectAndLogIn();
      proxy.inject(({ line, earlierRequests }) => {
        if (line !== CHECK_IN || earlierRequests > 0) return 'none';
        const [date, soon] = [AHEAD, AHEAD + 2_000].map((ahead) => new Date(Date.now() + ahead).toUTCString());
        return () => ({ status: 503, headers: { date, 'retry-after': soon }, body: Buffer.from('') });
      });
      expect(await checkIn(driver, { id: await aUser(), date: now() })).toMatchObject({ checkinCount: 2 });
      expect(requestsTo(CHECK_IN)).toHaveLength(2);
    });

    it('treats a date of null as left out, so that each retry sends the same moment', async () => {
      const driver = await connect();
      proxy.inject(({ line, earlierRequests }) => (line === CHECK_IN && earlierRequests === 0 ? 'lose' : 'none'));
      await checkIn(driver, { id: await aUser(), date: null });
      const dates = requestsTo(CHECK_IN).map(({ body }) => (JSON.parse(body) as { date: unknown }).date);
      expect(dates).toEqual([expect.any(String), dates[0]]);
    });

    it('leaves a difference of a few seconds alone', async () => {
      const driver = await connect();
      const id = await aUser();
      proxy.inject(() => aheadBy(-10_000));
      const before = Date.now();
      await checkIn(driver, { id });
      const { date } = JSON.parse(String(requestsTo(CHECK_IN)[0]?.body)) as { date: string };
      expect(Date.parse(date)).toBeGreaterThanOrEqual(before - 1_000);
      expect(await driver.run('clockDifferences')).toEqual([]);
    });
  });

  describe('with a queue on disk', () => {
    const connectWithQueue = async (options?: object): Promise<ClientDriver> => {
      const driver = await connect(options);
      await driver.run('openQueue', { path: queuePath });
      return driver;
    };

    it('delivers every swipe once, even if it is killed while sending', async () => {
      const killed = await connectWithQueue();
      const ids = await createUsers(6);
      for (const id of ids) await killed.run('add', { swipe: { key: `swipe-${id}`, id, date: now() } });
      proxy.inject(({ line, earlierRequests }) =>
        [CHECK_IN, BATCH].includes(line) && earlierRequests === 0 ? 'lose' : 'none',
      );
      void killed.run('sendQueue').catch(() => undefined);
      await waitUntil(() => requestsTo(BATCH).length + requestsTo(CHECK_IN).length > 0);
      await killed.kill();
      proxy.inject(() => 'none');
      const restarted = await connectWithQueue();
      const results = await restarted.run<CheckinResult[]>('sendQueue');
      expect(await restarted.run('size')).toBe(0);
      expect(results.every(({ checkinCount }) => checkinCount === 2)).toBe(true);
      const stored = await Promise.all(
        ids.map((userId) => service.stores.bookings.list({ companyId: client.companyId, userId })),
      );
      expect(stored.flat().every(({ checkin }) => checkin !== undefined)).toBe(true);
    });

    it('keeps swipes that the service could not process, and drops those that the service rejects permanently', async () => {
      const driver = await connectWithQueue({ callTimeoutMs: 4_000 });
      const id = await aUser();
      await driver.run('add', { swipe: { key: 'unknown', uid: 'nobody', date: now() } });
      await driver.run('add', { swipe: { key: `known-${id}`, id, date: now() } });
      await driver.run('prepare');
      proxy.inject(() => 503);
      const failure: Promise<DriverError> = driver.run<never>('sendQueue').catch((error: DriverError) => error);
      expect(await failure).toMatchObject({ isTransient: true });
      expect(await driver.run('size')).toBe(2);
      proxy.inject(() => 'none');
      expect(await driver.run('sendQueue')).toMatchObject([
        { key: 'unknown', statusCode: 404 },
        { key: `known-${id}`, statusCode: 200, checkinCount: 2 },
      ]);
      expect(await driver.run('size')).toBe(0);
    });

    it('waits before it retries swipes that the service had no time to process', async () => {
      const sentAt: number[] = [];
      const overloaded = await serve(async (request, response) => {
        const { items } = (await json(request)) as { items?: readonly { key: string }[] };
        if (!items)
          return response.end(
            JSON.stringify({ accessToken: 'a', accessTokenExpiration: Date.now() + HOUR, refreshToken: 'r' }),
          );
        sentAt.push(performance.now());
        const outcomes = items.map(({ key }, index) => ({
          key,
          statusCode: index === 0 ? 200 : 503,
          code: '',
          message: '',
        }));
        return response.end(JSON.stringify({ items: outcomes }));
      });
      const driver = await connectWithQueue({ baseUrl: overloaded.url });
      for (const key of ['first', 'second']) await driver.run('add', { swipe: { key, id: 1, date: now() } });
      expect(await driver.run('sendQueue')).toMatchObject([{ key: 'first' }, { key: 'second' }]);
      await overloaded.stop();
      expect(sentAt).toHaveLength(2);
      expect(Number(sentAt[1]) - Number(sentAt[0])).toBeGreaterThan(190);
    });

    it('lets no swipe block those behind it, whatever its date or key is', async () => {
      const driver = await connectWithQueue();
      const [id, one, seven, last] = await createUsers(4);
      const refused = ['2026-11-21T08:59:30', 'yesterday', 1_795_251_600, '', true, {}, '2026-13-45T99:99:99Z'];
      for (const [index, date] of refused.entries())
        await driver.run('add', { swipe: { key: `date-${index}`, id, date, notify: true } });
      for (const key of ['line\nfeed', 'k'.repeat(200), 'clé'])
        await driver.run('add', { swipe: { key, id, date: now(), notify: true } });
      const second = now().slice(0, 19);
      await driver.run('add', { swipe: { key: `one-${one}`, id: one, date: `${second}.1Z`, notify: true } });
      await driver.run('add', {
        swipe: { key: `seven-${seven}`, id: seven, date: `${second}.1234567+00:00`, notify: true },
      });
      await driver.run('add', { swipe: { key: `last-${last}`, id: last, date: now() } });
      const results = await driver.run<{ statusCode: number; checkinCount?: number }[]>('sendQueue');
      expect(results.map(({ statusCode, checkinCount }) => checkinCount ?? statusCode)).toEqual([
        ...Array.from({ length: refused.length + 3 }, () => 400),
        2,
        2,
        2,
      ]);
      expect(await driver.run('size')).toBe(0);
    });

    it.each([
      ['a date', { date: 'yesterday' }],
      ['a key', { key: 'line\nfeed' }],
    ])('refuses a swipe with %s that the service would refuse, and does not keep it', async (_, wrong) => {
      const driver = await connectWithQueue();
      await expect(driver.run('storeAndSend', { swipe: { id: 1, ...wrong } })).rejects.toMatchObject({
        status: 400,
        isFinal: true,
      });
      expect(await driver.run('size')).toBe(0);
    });

    it.each([false, true])(
      'sends a swipe although it cannot write to the file, and fails only if neither works; stored before: %p',
      async (isStored) => {
        const driver = await connectWithQueue();
        const swipe = { key: randomUUID(), id: await aUser(), date: now() };
        if (isStored) await driver.run('add', { swipe });
        // As on a full disk, nothing can be written.
        const other = new DatabaseSync(queuePath);
        other.exec('BEGIN IMMEDIATE');
        try {
          expect(await driver.run('storeAndSend', { swipe })).toMatchObject({ checkinCount: 2 });
          proxy.inject(({ line }) => (line === CHECK_IN ? 'reset' : 'none'));
          const failed = driver.run('storeAndSend', { swipe: { id: swipe.id }, timeoutMs: 3_000 });
          await expect(failed).rejects.toMatchObject({ code: 'queue_unavailable' });
        } finally {
          other.close();
        }
        expect(await driver.run('size')).toBe(Number(isStored));
      },
    );

    it('keeps swipes if the service refuses the log-in, whatever the status', async () => {
      const swipe = { id: await aUser(), date: now() };
      const driver = await connectWithQueue({ clientSecret: '' });
      await driver.run('add', { swipe });
      await expect(driver.run('sendQueue')).rejects.toMatchObject({ isFinal: false });
      await expect(driver.run('storeAndSend', { swipe })).rejects.toMatchObject({ isFinal: false });
      expect(await driver.run('size')).toBe(2);
    });

    it.each<[string, string | Buffer, string]>([
      ['a page', '<h1>Bad Request</h1>', '<h1>Bad Request</h1>'],
      ['a page that is not in UTF-8', Buffer.from('Ungültig', 'latin1'), 'Ung\uFFFDltig'],
      ['JSON that is not an object', 'null', 'null'],
      ['an error of a gateway', '{"code":"BAD_REQUEST","message":"no"}', 'no'],
      ['an error without a message', '{}', 'no message'],
    ])('keeps swipes, and reports the status, if something before the service refuses them with %s', async (...row) => {
      const [, body, message] = row;
      const driver = await connectWithQueue();
      await driver.run('prepare');
      await driver.run('add', { swipe: { id: 1, date: now() } });
      proxy.inject(() => () => ({ status: 400, headers: {}, body: Buffer.from(body) }));
      const refusal = { status: 400, isFinal: false, message: `HTTP 400: ${message}` };
      await expect(driver.run('sendQueue')).rejects.toMatchObject(refusal);
      await expect(driver.run('storeAndSend', { swipe: { id: 1 } })).rejects.toMatchObject(refusal);
      expect(await driver.run('size')).toBe(2);
    });

    it.each([301, 307])('follows no redirect: a log-in or a swipe goes to no other host, status %i', async (status) => {
      const driver = await connectWithQueue();
      await driver.run('prepare');
      proxy.inject(({ line }) =>
        line === CHECK_IN ? () => ({ status, headers: { location: '/elsewhere' }, body: Buffer.from('') }) : 'none',
      );
      await expect(driver.run('storeAndSend', { swipe: { id: 1 } })).rejects.toMatchObject({ status, isFinal: false });
      expect(proxy.sent().map(({ line }) => line)).toEqual([CHECK_IN]);
      expect(await driver.run('size')).toBe(1);
    });

    it('reports a file that it cannot open as an error of its own', async () => {
      const driver = await connect();
      await expect(driver.run('openQueue', { path: folder('none', 'swipes.sqlite') })).rejects.toMatchObject({
        status: 0,
        code: 'queue_unavailable',
      });
    });

    it.each([{}, { items: [] }, { items: [null] }, []])(
      'keeps a swipe if something other than the service responds, with %j',
      async (body) => {
        const portal = await serve((_, response) => response.end(JSON.stringify(body)));
        const driver = await connectWithQueue({ callTimeoutMs: 4_000 });
        await driver.run('prepare');
        await driver.run('add', { swipe: { key: 'kept', id: 1, date: now() } });
        proxy.inject(() => () => withBody(body));
        await expect(driver.run('sendQueue')).rejects.toMatchObject({ status: 0, isTransient: true });
        await expect(driver.run('storeAndSend', { swipe: { id: 1 } })).rejects.toMatchObject({ isTransient: true });
        const stranger = await connect({ baseUrl: portal.url, callTimeoutMs: 4_000 });
        await expect(checkIn(stranger, { id: 1 })).rejects.toMatchObject({ status: 0, isTransient: true });
        expect(await driver.run('size')).toBe(2);
        await Promise.all([driver.end(), stranger.end(), portal.stop()]);
      },
    );

    it('stores a swipe before sending it, and removes it when the service has confirmed it', async () => {
      const driver = await connectWithQueue();
      const id = await aUser();
      await driver.run('prepare');
      proxy.inject(() => 'lose');
      const swipe = { key: `stored-${id}`, id, date: now() };
      await expect(driver.run('storeAndSend', { swipe, timeoutMs: 500 })).rejects.toMatchObject({ isTransient: true });
      expect(await driver.run('size')).toBe(1);
      proxy.inject(() => 'none');
      expect(await driver.run('storeAndSend', { swipe })).toMatchObject({ checkinCount: 2 });
      const unknown = { key: 'unknown', uid: 'nobody', date: now() };
      await expect(driver.run('storeAndSend', { swipe: unknown })).rejects.toMatchObject({ isFinal: true });
      expect(await driver.run('size')).toBe(0);
    });

    it('adds a missing key and date when it stores a swipe, and uses them in retries', async () => {
      const driver = await connectWithQueue();
      const [id, other] = await createUsers(2);
      await driver.run('prepare');
      proxy.inject(({ line }) => (line === CHECK_IN ? 'lose' : 'none'));
      const call = driver.run('storeAndSend', { swipe: { id }, timeoutMs: 500 });
      await expect(call).rejects.toMatchObject({ isTransient: true });
      await driver.run('add', { swipe: { id: other } });
      const [first] = requestsTo(CHECK_IN);
      expect(await driver.run('sendQueue')).toMatchObject([
        { key: first?.headers['idempotency-key'], statusCode: 200, checkinCount: 2 },
        { key: expect.stringMatching(/^[0-9a-f-]{36}$/), statusCode: 200, checkinCount: 2 },
      ]);
      const { items } = JSON.parse(String(requestsTo(BATCH)[0]?.body)) as { items: { date: string }[] };
      expect(items.map(({ date }) => date)).toEqual([JSON.parse(String(first?.body)).date, expect.any(String)]);
    });
  });
});
