import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { startAttackedService, type AttackedService } from '../../support/attacked-service.ts';
import { csv, type ConsoleResponse } from '../../support/console-service.ts';
import { writeFaults } from '../../support/faulty-writes.ts';
import { createTestClient, logIn, post, type HttpResponse } from '../../support/running-service.ts';
import { aCompany, type Company } from '../console-api/route-requests.ts';

const HOUR = 3_600_000;

let service: AttackedService;

beforeAll(async () => {
  service = await startAttackedService();
});
afterAll(() => service.stop());

/** A company with an API client, and with a person who has a badge and a booking. */
interface Target extends Company {
  readonly headers: Readonly<Record<string, string>>;
}

const aTarget = async (): Promise<Target> => {
  const company = await aCompany(service);
  const client = await createTestClient(service.stores, company.companyId, ['checkin', 'sync']);
  const { accessToken } = await logIn(service.gateUrl, client);
  return { ...company, headers: { Authorization: `Bearer ${accessToken}` } };
};

const period = () => ({
  kind: 'position',
  checkinOpensAt: formatDateTime(Date.now() - HOUR),
  noShowAt: formatDateTime(Date.now() + HOUR),
});

type Write = (target: Target) => Promise<HttpResponse | ConsoleResponse>;

/** Requests that write data about the person. */
const requests: readonly (readonly [string, Write])[] = [
  [
    'a check-in',
    ({ headers, userId }) =>
      post(`${service.gateUrl}/scheduling/checkin`, { id: userId }, { ...headers, 'Idempotency-Key': 'swipe' }),
  ],
  [
    'a batch of check-ins',
    ({ headers, userId }) => {
      const items = [{ key: 'swipe', id: userId, date: formatDateTime(Date.now()) }];
      return post(`${service.gateUrl}/scheduling/checkin/batch`, { items }, headers);
    },
  ],
  [
    'sync of users',
    ({ headers, userId }) =>
      post(`${service.gateUrl}/sync/users`, { items: [{ id: userId, name: 'Ada', language: 'es' }] }, headers),
  ],
  [
    'an import of bookings',
    ({ owner, userId }) => {
      const { kind, checkinOpensAt, noShowAt } = period();
      const header = 'userId,bookingId,kind,checkinOpensAt,noShowAt';
      return owner.call('importBookings', csv(`${header}\n${userId},new,${kind},${checkinOpensAt},${noShowAt}\n`));
    },
  ],
  [
    'a check-in by hand',
    ({ owner, userId, bookingId }) =>
      owner.call('checkIn', { body: { userId, bookingIds: [bookingId], reason: 'Ada was ill' } }),
  ],
];

const remove = async ({ owner, userId }: Target): Promise<void> => {
  const { status } = await owner.call('removeUser', { params: { userId } });
  expect(status).toBe(200);
};

/** Gives the id to another person, Grace, who has no bookings. */
const reuseId = async ({ owner, userId }: Target): Promise<void> => {
  const { status } = await owner.call('importUsers', csv(`id,name\n${userId},Grace\n`));
  expect(status).toBe(200);
};

/** Reads what the console shows about the id. */
const readShown = async ({ owner, companyId, userId }: Target) => {
  const day = new Date().toISOString().slice(0, 10);
  const { status, body } = await owner.call('getUser', { params: { userId } });
  const attendance = await owner.call('listAttendance', { query: { day } });
  const log = await owner.call('listLog', { query: { user: userId } });
  const entries = log.body.items as { kind: string; reason?: string }[];
  return {
    person: status === 404 ? undefined : body.name,
    bookings: [
      ...(await service.stores.bookings.list({ companyId, userId })),
      ...(attendance.body.items as { userId: number }[]).filter((row) => row.userId === userId),
    ],
    entries: entries.filter(({ kind, reason }) => kind === 'checkin' || reason !== undefined),
  };
};

const nothing = { person: undefined, bookings: [], entries: [] };

describe.each(writeFaults)('With the fault "%s" in one write, removing a person', (fault) => {
  // A write on hold arrives at an id that nobody has, and a stray one at an id that another person has.
  const isReused = fault !== 'hold';

  it.each(requests)('during %s leaves no data about the person', async (_, write) => {
    const undisturbed = await aTarget();
    const writes = await service.countWrites(() => write(undisturbed));
    expect(writes).toBeGreaterThan(0);
    const targets = await Promise.all(Array.from({ length: writes }, aTarget));
    for (const [index, target] of targets.entries())
      await service.attack(
        fault,
        index,
        () => write(target),
        async () => {
          await remove(target);
          if (!isReused) return;
          expect(await readShown(target)).toEqual(nothing);
          await reuseId(target);
        },
      );
    // Only housekeeping deletes the item of a write that arrived after the removal.
    await service.runHousekeeping();
    for (const target of targets)
      expect(await readShown(target)).toEqual({ ...nothing, ...(isReused && { person: 'Grace' }) });
  });
});
