import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { User } from '../../../../shared/domain/user.ts';
import { makeDryRunBookings } from '../../../../shared/use-cases/import/dry-run.ts';
import { makeBookingImporter } from '../../../../shared/use-cases/import/booking-records.ts';
import { makeAuditedUserImporter, makeDryRunUserImporter } from '../../../../shared/use-cases/import/user-records.ts';
import { aBooking } from '../../../support/bookings.ts';
import { makeInMemoryBookings, makeInMemoryLogs, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const companyId = 'acme';
const ana: User = { companyId, id: 1, uid: 'a', email: 'a@b', devices: [] };

const now = () => 1_800_000_000_000;

describe('A dry run', () => {
  it('predicts the outcomes of an import of users, however it is split into batches, and changes nothing', async () => {
    const record = fc.record(
      {
        id: fc.integer({ min: 1, max: 3 }),
        uid: fc.constantFrom('a', 'b', null),
        email: fc.constantFrom('a@b', 'c@d', null),
        deleted: fc.constantFrom(true, false, false),
      },
      { requiredKeys: ['id'] },
    );
    const batches = fc.array(fc.array(record, { maxLength: 5 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const users = makeInMemoryUsers([ana]);
        // The bookings of 3 have no user.
        const bookings = makeInMemoryBookings([1, 3].map((userId) => aBooking({ user: { companyId, userId } })));
        const dryRun = makeDryRunUserImporter({ users, bookings }, companyId);
        const predicted = [];
        for (const batch of all) predicted.push(await dryRun.apply(batch));
        expect(await users.find({ companyId, userId: 1 })).toEqual(ana);
        expect(await users.find({ companyId, userId: 2 })).toBeUndefined();
        expect(await bookings.list({ companyId, userId: 3 })).toHaveLength(1);
        const log = makeInMemoryLogs(undefined, now);
        const context = { users, bookings, log, actor: { through: 'cli', id: 'ops' }, now, importId: 'i' } as const;
        const importer = makeAuditedUserImporter(context, companyId);
        const applied = [];
        for (const batch of all) applied.push(await importer.apply(batch));
        expect(predicted).toEqual(applied);
      }),
    );
  });

  it('predicts the outcomes of an import of bookings, however it is split into batches, and changes nothing', async () => {
    const period = { checkinOpensAt: '2026-11-21T08:00:00Z', noShowAt: '2026-11-21T09:00:00Z' };
    const record = fc.record(
      {
        bookingId: fc.constantFrom('a', 'b'),
        userId: fc.constantFrom(1, 2),
        kind: fc.constantFrom('position', 'parking'),
        name: fc.constantFrom('Desk', null),
        period: fc.constant(period),
        deleted: fc.constantFrom(true, false, false),
      },
      { requiredKeys: ['bookingId', 'userId'] },
    );
    const batches = fc.array(fc.array(record, { maxLength: 5 }), { maxLength: 3 });
    const existing = aBooking({ bookingId: 'a' });
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const [bookings, users] = [makeInMemoryBookings([existing]), makeInMemoryUsers([ana])];
        const apply = async (store: Parameters<typeof makeBookingImporter>[0]['bookings']) => {
          const importer = makeBookingImporter({ users, bookings: store, now: () => 0 }, { companyId });
          const outcomes = [];
          for (const batch of all)
            outcomes.push(await importer.apply(batch.map(({ period: times, ...rest }) => ({ ...rest, ...times }))));
          return outcomes;
        };
        const predicted = await apply(makeDryRunBookings(bookings));
        for (const userId of [1, 2])
          expect(await bookings.list({ companyId, userId })).toEqual(userId === 1 ? [existing] : []);
        expect(await apply(bookings)).toEqual(predicted);
      }),
    );
  });
});
