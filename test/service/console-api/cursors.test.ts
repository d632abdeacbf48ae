import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import { csv, type ConsoleRequest } from '../../support/console-service.ts';
import { meterDatabase, type DatabaseMeter } from '../../support/meter-database.ts';
import { aCompany, type Company } from './route-requests.ts';
import { useConsoleService } from '../../support/use-console.ts';

const service = useConsoleService();
let meter: DatabaseMeter;
let [own, other]: [Company, Company] = [{} as Company, {} as Company];

/** Two items more of each list, so that the first page has a next one. */
const fillLists = async ({ companyId, owner, userId }: Company): Promise<void> => {
  for (const name of ['Gate 2', 'Gate 3']) await owner.call('createClient', { body: { name } });
  for (const id of [9_001, 9_002])
    await service.stores.users.save({ companyId, id, uid: `E-${companyId}-${id}`, name: `Ana ${companyId}` });
  for (const bookingId of ['desk 2', 'desk 3'])
    await service.stores.book({ companyId, userId }, { bookingId, checkinOpensAt: Date.now() });
};

beforeAll(async () => {
  [own, other] = [await aCompany(service), await aCompany(service)];
  await Promise.all([own, other].map(fillLists));
  // In front of the database of the service, which has started.
  meter = meterDatabase();
});
afterAll(() => meter.stop());

const day = new Date().toISOString().slice(0, 10);
const [from, until] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)].map((at) =>
  at.toISOString(),
);

interface Page {
  readonly limit: number;
  readonly next?: string | undefined;
}

/** Every list, and each query of a list that takes another way through the code. */
const lists: Readonly<Record<string, (page: Page) => readonly [ConsoleRouteId, ConsoleRequest]>> = {
  clients: (page) => ['listClients', { query: withPage({}, page) }],
  'filtered clients': (page) => ['listClients', { query: withPage({ q: 'gate' }, page) }],
  users: (page) => ['searchUsers', { body: withPage({}, page) }],
  'users by text': (page) => ['searchUsers', { body: withPage({ q: 'E-' }, page) }],
  'users by words': (page) => ['searchUsers', { body: withPage({ q: 'ana c' }, page) }],
  bookings: (page) => ['listUserBookings', { params: { userId: own.userId }, query: withPage({ day }, page) }],
  attendance: (page) => ['listAttendance', { query: withPage({ day }, page) }],
  'attendance of people': (page) => ['searchAttendance', { body: withPage({ day, q: 'e-' }, page) }],
  log: (page) => ['listLog', { query: withPage({ from: from as string, until: until as string }, page) }],
  members: (page) => ['listMembers', { query: withPage({}, page) }],
};

function withPage<Query extends object>(query: Query, { limit, next }: Page): Query & { limit: number; next?: string } {
  return { ...query, limit, ...(next !== undefined && { next }) };
}

const read = async (company: Company, name: string, next?: string, limit = 1) => {
  const [route, request] = lists[name]?.({ limit, next }) ?? [];
  const ownParams = request?.params && { params: { userId: company.userId } };
  meter.takeCalls();
  const response = await company.owner.call(route as ConsoleRouteId, { ...request, ...ownParams });
  return { ...response, calls: meter.takeCalls() };
};

const write = (content: unknown): string => Buffer.from(JSON.stringify(content)).toString('base64url');
const contentOf = (cursor: string): readonly [list: string, position: unknown] =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString());

/** Values that end a range, sort before or after all others, have the wrong type or do not fit into a key. */
const texts = ['', '0', ':', ' ', '\u0000', '\ud800', '\uffff', '{', 'e-', 'ana', 'é'.repeat(600), 'x'.repeat(2_500)];
const values = [...texts, -1, 0, 1, 2, 0.5, 1e300, -1e300, 2 ** 53, Date.now(), null, true, [], {}, ['a'], { N: '1' }];

/** Replaces each part of a position by each of the values, and removes it. */
const variantsOf = (position: unknown): unknown[] => [
  ...values,
  ...(typeof position === 'string' ? [`${position}x`, position.slice(1)] : []),
  ...(typeof position === 'object'
    ? Object.entries(position as object).flatMap(([key, part]) =>
        [undefined, ...variantsOf(part)].map((variant) => ({ ...position, [key]: variant })),
      )
    : []),
];

/** A first page of a search reads the index and the people it finds in steps; other pages may look up where they begin. */
const MAX_CALLS: Readonly<Record<string, number>> = {
  'users by text': 15,
  'users by words': 15,
  'attendance of people': 25,
};

describe.each(Object.keys(lists))('A cursor of the list of %s', (name) => {
  it('that is forged finds only what is in the list, is never a 500, and costs no more than a first page may cost', async () => {
    const first = await read(own, name);
    const foreign = await read(other, name);
    const everything = await read(own, name, undefined, 100);
    expect([everything.status, everything.body.next]).toEqual([200, undefined]);
    const [list, position] = contentOf(first.body.next);
    const [, foreignPosition] = contentOf(foreign.body.next);
    for (const one of [foreignPosition, ...variantsOf(position)]) {
      const { status, body, calls } = await read(own, name, write([list, one]));
      expect([200, 400]).toContain(status);
      expect(body.code).toBe(status === 400 ? 'invalid_cursor' : undefined);
      expect(JSON.stringify(body)).not.toContain(other.companyId);
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.length).toBeLessThanOrEqual(Math.max(everything.calls.length + 1, MAX_CALLS[name] ?? 0));
    }
  });

  it('is invalid in another company', async () => {
    const { next } = (await read(other, name)).body;
    expect((await read(own, name, next)).body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  });
});

it('A cursor of the people whom an import created finds nothing else of the import if it is forged', async () => {
  const importId = '0190a1b2-3c4d-4e5f-8a6b-7c8d9e0f1a2b';
  const { owner } = await aCompany(service);
  const ids = Array.from({ length: 101 }, (_, index) => 70_000 + index);
  await owner.call('importUsers', csv(`id\n${ids.join('\n')}\n`, { importId }));
  const readNew = (next?: string) =>
    owner.call('listNewUsers', { query: { import: importId, ...(next !== undefined && { next }) } });
  const first = (await readNew()).body;
  const [list] = contentOf(first.next);
  for (const text of texts) {
    const { status, body } = await readNew(write([list, text]));
    expect([200, 400]).toContain(status);
    expect(body.code).toBe(status === 400 ? 'invalid_cursor' : undefined);
  }
  expect((await readNew(write([list, '0']))).body).toEqual(first);
});
