import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Scope } from '../../shared/rules/api-clients.ts';
import { units } from '../support/cost-model.ts';
import { syncDeadline } from '../../shared/rules/deadline.ts';
import { withCutOff } from '../support/cut-off.ts';
import { interceptDatabase } from '../support/intercept-database.ts';
import { meterDatabase, type DatabaseMeter, type MeteredCall } from '../support/meter-database.ts';
import { takeErrors } from '../support/run/service-log.ts';
import { post, type HttpResponse } from '../support/running-service.ts';
import { useServiceInMemory } from '../support/use-service.ts';

const period = { checkinOpensAt: '2026-11-21T07:00:00Z', noShowAt: '2026-11-21T09:00:00Z' };

let meter: DatabaseMeter;
const service = useServiceInMemory();

beforeAll(async () => {
  meter = meterDatabase();
  // Makes the function's first call, which also reads the public keys, so that no test counts that read.
  const { users } = await openCompany();
  await users({ id: 1 });
});

/** Creates an API client with these scopes, and returns functions that send its requests. */
const openCompany = async (scopes: readonly Scope[] = ['sync'], companyId?: string) => {
  const client = await service.aClient(companyId, scopes);
  const { accessToken } = await service.logIn(client);
  const send = (path: 'users' | 'bookings' | 'bookings/read', body: unknown): Promise<HttpResponse> =>
    post(`${service.url}/sync/${path}`, body, { Authorization: `Bearer ${accessToken}` });
  return {
    companyId: client.companyId,
    send,
    users: (...items: unknown[]) => send('users', { items }),
    bookings: (...items: unknown[]) => send('bookings', { items }),
    read: (...items: unknown[]) => send('bookings/read', { items }),
  };
};

const aBooking = (index: number) => ({ bookingId: `b-${index}`, userId: 1, kind: 'position', ...period });

describe('POST /sync/users', () => {
  it('creates, changes and removes users of the client’s company, and returns the outcome of each item', async () => {
    const { companyId, users, bookings } = await openCompany();
    const created = await users({ id: 1, uid: 'E-1', language: 'es' }, { companyId, id: 2, email: 'B@A.example' });
    expect(created).toMatchObject({
      status: 200,
      body: { statusCode: 200, items: [{ outcome: 'written' }, { outcome: 'written' }] },
    });
    await bookings(aBooking(1));
    const changed = await users(
      { id: 1, deleted: true },
      { id: 2, uid: 'E-1' },
      { id: 2, email: null },
      { id: 2, uid: 'E-1' },
      { id: 3, deleted: true },
    );
    expect(changed.body.items).toEqual([
      { outcome: 'deleted' },
      { outcome: 'written' },
      { outcome: 'written' },
      { outcome: 'unchanged' },
      { outcome: 'unchanged' },
    ]);
    expect(await service.stores.users.find({ companyId, userId: 1 })).toBeUndefined();
    expect(await service.stores.bookings.list({ companyId, userId: 1 })).toEqual([]);
    expect(await service.stores.users.find({ companyId, userId: 2 })).toEqual({
      changedBy: {
        through: 'sync',
        id: expect.stringMatching(/^ckc_/),
        requestId: expect.any(String),
        at: expect.any(Number),
      },
      companyId,
      id: 2,
      uid: 'E-1',
      devices: [],
    });
  });

  it('stores text as it was sent, also what an import rejects as damaged by a spreadsheet', async () => {
    const { companyId, users } = await openCompany();
    const sent = await users({ id: 1, name: 'NULL', uid: '#N/A' }, { id: 2, name: 'None', uid: '5010.0' });
    expect(sent.body.items).toEqual([{ outcome: 'written' }, { outcome: 'written' }]);
    const stored = await service.stores.users.find({ companyId, userId: 1 });
    expect(stored).toMatchObject({ name: 'NULL', uid: '#N/A' });
  });

  it('never reads or changes another company’s users, even if ids are equal', async () => {
    const [acme, globex] = [await openCompany(), await openCompany()];
    await acme.users({ id: 1, uid: 'E-1' });
    expect((await globex.users({ id: 1, uid: 'E-1' })).body.items).toEqual([{ outcome: 'written' }]);
    await globex.users({ id: 1, deleted: true });
    expect((await globex.bookings(aBooking(1))).body.items).toEqual([
      { outcome: 'refused', reason: 'the company has no user 1' },
    ]);
    expect(await service.stores.users.find({ companyId: acme.companyId, userId: 1 })).toMatchObject({ uid: 'E-1' });
  });
});

describe('POST /sync/bookings/read', () => {
  const HOUR = 60 * 60_000;
  const fromNow = (opens: number, ends: number) => ({
    checkinOpensAt: new Date(Date.now() + opens * HOUR).toISOString(),
    noShowAt: new Date(Date.now() + ends * HOUR).toISOString(),
  });
  const checkIn = (companyId: string, at: number, reader?: string) =>
    service.stores.bookings.checkIn({ companyId, userId: 1 }, 'b-1', {
      at,
      receivedAt: at,
      clientId: 'c',
      requestId: 'r',
      checkinId: 'r',
      notify: false,
      ...(reader !== undefined && { reader }),
    });
  const idsOf = (index: number) => ({ bookingId: `b-${index}`, userId: 1 });

  it('returns the state of each booking in the order of the request, even if the request names a booking twice', async () => {
    const { companyId, users, bookings, read } = await openCompany();
    await users({ id: 1 });
    await bookings(
      { ...aBooking(1), ...fromNow(-2, -1) },
      { ...aBooking(2), ...fromNow(-2, -1) },
      { ...aBooking(3), ...fromNow(-1, 1) },
      { ...aBooking(4), ...fromNow(1, 2) },
    );
    const checkedInAt = Date.now() - 1.5 * HOUR;
    await checkIn(companyId, checkedInAt, 'North');
    const response = await read(idsOf(4), idsOf(1), idsOf(2), idsOf(3), { bookingId: 'b-1', userId: 2 }, idsOf(1));
    const checkedIn = {
      ...idsOf(1),
      result: 'checked_in',
      checkedInAt: new Date(checkedInAt).toISOString(),
      reader: 'North',
    };
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      statusCode: 200,
      items: [
        { ...idsOf(4), result: 'upcoming' },
        checkedIn,
        { ...idsOf(2), result: 'no_show' },
        { ...idsOf(3), result: 'open' },
        { bookingId: 'b-1', userId: 2, result: 'unknown' },
        checkedIn,
      ],
    });
  });

  it('finds no booking of another company, even if ids are equal', async () => {
    const [acme, globex] = [await openCompany(), await openCompany()];
    await acme.users({ id: 1 });
    await acme.bookings(aBooking(1));
    expect((await globex.read({ ...idsOf(1), companyId: acme.companyId })).body.items).toEqual([
      { ...idsOf(1), result: 'unknown' },
    ]);
  });

  it('reads a hundred bookings with one call, and the users of those that are new with another, and writes nothing', async () => {
    const { bookings, read, users } = await openCompany();
    await users({ id: 1 });
    const items = Array.from({ length: 100 }, (_, index) => idsOf(index));
    await bookings(...items.map((_, index) => aBooking(index)));
    meter.takeCalls();
    expect((await read(...items)).body.items).toHaveLength(100);
    const calls = meter.takeCalls();
    expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'BatchGetItem', 'BatchGetItem']);
    expect(calls[1]?.units).toBe(100 * units.bookingState.reads);
    expect(calls[2]?.units).toBe(1);
  });
});

describe('The DynamoDB units of sync in the table of costs', () => {
  const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

  /** The units of all calls except those to the table of API clients. */
  const unitsOf = (calls: readonly MeteredCall[]) => {
    const itemCalls = calls.filter(({ tables: [id] }) => id !== 'apiClients');
    const [readCalls, writeCalls] = [true, false].map((isRead) =>
      itemCalls.filter(({ operation }) => READS.has(operation) === isRead),
    ) as [MeteredCall[], MeteredCall[]];
    const sum = (all: readonly MeteredCall[]) => all.reduce((total, call) => total + call.units, 0);
    return { reads: sum(readCalls), writes: sum(writeCalls) };
  };

  it('equal the measured units for new users, new bookings and unchanged records', async () => {
    const { users, bookings } = await openCompany();
    const measure = async (
      send: () => Promise<HttpResponse>,
      outcome: string,
      logged: number = units.syncRequest.writes,
    ) => {
      meter.takeCalls();
      expect((await send()).body.items).toEqual([{ outcome }]);
      const calls = meter.takeCalls();
      const isLog = ({ tables: [id] }: MeteredCall): boolean => id === 'auditLog';
      expect(unitsOf(calls.filter(isLog))).toEqual({ reads: 0, writes: logged });
      return unitsOf(calls.filter((call) => !isLog(call)));
    };
    const withNewUsers = units.syncRequest.writes + units.newUsersOfRequest.writes;
    const user = { id: 1, uid: 'E-1', email: 'e1@a.example' };
    expect(await measure(() => users(user), 'written', withNewUsers)).toEqual(units.newUser);
    expect(await measure(() => bookings(aBooking(1)), 'written')).toEqual(units.newBooking);
    expect(await measure(() => bookings(aBooking(1)), 'unchanged')).toEqual(units.unchanged);
    expect(await measure(() => users(user), 'unchanged')).toEqual(units.unchanged);
    const userWithName = { id: 2, uid: 'E-2', email: 'e2@a.example', name: 'José Ñandú' };
    expect(await measure(() => users(userWithName), 'written', withNewUsers)).toEqual({
      ...units.newUser,
      writes: units.newUser.writes + 2 * units.nameWord.writes,
    });
  });
});

it('A sync that the deadline cut off is in the log with what it wrote', async () => {
  const { companyId, users } = await openCompany();
  const send = () => users({ id: 1, uid: 'E-1' }, { id: 2, uid: 'E-hangs' });
  expect((await withCutOff(syncDeadline, 'E-hangs', send)).status).toBe(503);
  expect(takeErrors()).toEqual(['sync 503']);
  const { log } = service.stores;
  const [entry] = (await log.listByCompany(companyId, {}, { limit: 1 })).items;
  const { importId } = entry?.kind === 'admin' ? entry.target : {};
  const imports = await log.findImports(companyId, [String(importId)]);
  expect([...imports.values()]).toMatchObject([{ written: 1, failed: 0, isUnfinished: true }]);
});

it('A sync of which a write fails gets 503, so that the caller retries', async () => {
  const { companyId, users, bookings } = await openCompany();
  await users({ id: 1 });
  interceptDatabase(({ constructor, input }, send) =>
    /Put|Update|Write/.test(constructor.name) &&
    /Users|Bookings/.test(JSON.stringify(input)) &&
    JSON.stringify(input).includes(companyId)
      ? Promise.reject(new ThrottlingException({ message: 'too many', $metadata: {} }))
      : send(),
  );
  for (const { status, body } of [await users({ id: 2 }), await bookings(aBooking(1))])
    expect([status, body.code]).toEqual([503, 'dependency_unavailable']);
  expect(takeErrors()).toEqual(['sync 503', 'sync 503']);
});
