import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { User } from '../../../../shared/domain/user.ts';
import { makeDryRunBookings, makeDryRunUsers } from '../../../../shared/use-cases/import/dry-run.ts';
import { makeBookingImporter } from '../../../../shared/use-cases/import/booking-importer.ts';
import { makeUserImporter, type UserImportStores } from '../../../../shared/use-cases/import/user-records.ts';
import { makeInMemoryBookings } from '../../../support/fakes/in-memory-bookings.ts';
import { makeInMemoryUsers } from '../../../support/fakes/in-memory-users.ts';

const companyId = 'acme';
const ana: User = { companyId, id: 1, uid: 'a', email: 'a@b', devices: [] };

const importerFor = (users: UserImportStores['users']) =>
  makeUserImporter({ users, removeUser: async (ref) => (await users.change(ref, () => undefined)).outcome }, companyId);

describe('A dry run', () => {
  it('reports for users what the import then does, with any batches, and changes nothing', async () => {
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
        const dryRun = importerFor(makeDryRunUsers(users));
        const said = [];
        for (const batch of all) said.push(await dryRun.apply(batch));
        expect(await users.find({ companyId, userId: 1 })).toEqual(ana);
        expect(await users.find({ companyId, userId: 2 })).toBeUndefined();
        const importer = importerFor(users);
        const done = [];
        for (const batch of all) done.push(await importer.apply(batch));
        expect(said).toEqual(done);
      }),
    );
  });

  it('reports for bookings what the import then does, and changes nothing', async () => {
    const [bookings, users] = [makeInMemoryBookings(), makeInMemoryUsers([ana])];
    const booking = { companyId, bookingId: 'b', userId: 1 };
    const period = { checkinOpensAt: '2026-11-21T08:00:00Z', noShowAt: '2026-11-21T09:00:00Z' };
    const batches = [
      [
        { ...booking, kind: 'position', ...period },
        { ...booking, name: 'Desk' },
      ],
      [{ ...booking, name: 'Desk' }, { ...booking, deleted: true }, booking],
    ];
    const apply = async (store: Parameters<typeof makeBookingImporter>[0]['bookings']) => {
      const importer = makeBookingImporter({ users, bookings: store, now: () => 0 });
      const outcomes = [];
      for (const batch of batches) outcomes.push(...(await importer.apply(batch)));
      return outcomes.map(({ outcome }) => outcome);
    };
    const said = await apply(makeDryRunBookings(bookings));
    expect(said).toEqual(['written', 'written', 'unchanged', 'deleted', 'refused']);
    expect(await bookings.list({ companyId, userId: 1 })).toEqual([]);
    expect(await apply(bookings)).toEqual(said);
  });
});
