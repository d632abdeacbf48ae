import { describe, expect, it } from '@jest/globals';
import { importChunk } from '../../../../shared/use-cases/import/import-chunk.ts';
import { makeUserImporter } from '../../../../shared/use-cases/import/user-records.ts';
import { makeBookingImporter } from '../../../../shared/use-cases/import/booking-importer.ts';
import { makeInMemoryBookings } from '../../../support/fakes/in-memory-bookings.ts';
import { makeInMemoryUsers } from '../../../support/fakes/in-memory-users.ts';

const openImporter = (companyId?: string) => {
  const users = makeInMemoryUsers();
  return { users, importer: makeUserImporter({ users, removeUser: async () => 'deleted' }, companyId) };
};

describe('A chunk of a file', () => {
  it('of CSV reports invalid lines by their number in the file, and may omit the company', async () => {
    const { users, importer } = openImporter('acme');
    const text = 'id,uid\n1,Zoë\n0,b\n2,"x\ny"\nx,c\n';
    expect(await importChunk({ format: 'csv', text, firstLine: 101 }, importer)).toEqual({
      read: 4,
      written: 2,
      unchanged: 0,
      deleted: 0,
      failed: 2,
      errors: [
        { line: 102, reason: 'id must be an integer from 1 to 9007199254740991' },
        { line: 105, reason: 'id must be an integer from 1 to 9007199254740991' },
      ],
    });
    expect(await users.findId('acme', { uid: 'Zoë' })).toBe(1);
  });

  it('of JSON Lines has no header row', async () => {
    const { importer } = openImporter('acme');
    const text = '{"id":1}\n{"id":2,"companyId":"globex"}\n';
    expect(await importChunk({ format: 'ndjson', text, firstLine: 11 }, importer)).toMatchObject({
      written: 1,
      errors: [{ line: 12, reason: 'companyId must be acme, or omitted' }],
    });
  });

  it.each([
    ['acme', 'uid\n1'],
    [undefined, 'id\n1'],
  ])('for the company %s without a required column is refused', async (companyId, text) => {
    const { importer } = openImporter(companyId);
    const chunk = { format: 'csv', text, firstLine: 2 } as const;
    await expect(importChunk(chunk, importer)).rejects.toMatchObject({ code: 'unreadable_file' });
  });

  it('of bookings may omit the company too', async () => {
    const bookings = makeInMemoryBookings();
    const stores = { users: makeInMemoryUsers(), bookings, now: () => 0 };
    const importer = makeBookingImporter(stores, { companyId: 'acme', allowUnknownUsers: true });
    const text = 'bookingId,userId,kind,checkinOpensAt,noShowAt\nb,1,parking,2026-11-21T08:00Z,2026-11-21T09:00Z\n';
    const complete = text.replaceAll('00Z', '00:00Z');
    expect(await importChunk({ format: 'csv', text: complete, firstLine: 2 }, importer)).toMatchObject({ written: 1 });
  });
});
