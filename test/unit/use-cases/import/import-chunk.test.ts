import { describe, expect, it } from '@jest/globals';
import { describeReasons } from '../../../../shared/files/english.ts';
import { importChunk as importPart, type Chunk } from '../../../../shared/use-cases/import/import-records.ts';
import { makeUserImporter } from '../../../../shared/use-cases/import/user-records.ts';
import { makeBookingImporter } from '../../../../shared/use-cases/import/booking-records.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const openImporter = (companyId?: string) => {
  const users = makeInMemoryUsers();
  return { users, importer: makeUserImporter({ users, removeUser: async () => 'deleted' }, companyId) };
};

/** Imports a chunk, and describes the reasons of bad lines in English. */
const importChunk = async (chunk: Chunk, importer: Parameters<typeof importPart>[1]) => {
  const summary = await importPart(chunk, importer);
  return {
    ...summary,
    errors: summary.errors.map(({ line, reasons }) => ({ line, reason: describeReasons(reasons) })),
  };
};

describe('A chunk of a file', () => {
  it('in CSV format reports invalid lines by their number in the file, and can omit the company', async () => {
    const { users, importer } = openImporter('acme');
    const text = 'id,uid\n1,Zoë\n0,b\n2,"x\ny"\nx,c\n3,1E+7\n';
    expect(await importChunk({ format: 'csv', bytes: Buffer.from(text), firstLine: 101 }, importer)).toEqual({
      read: 5,
      written: 1,
      unchanged: 0,
      deleted: 0,
      failed: 4,
      errors: [
        { line: 102, reason: 'id must be an integer from 1 to 9007199254740991' },
        { line: 103, reason: 'uid "x y" looks like several badges; put them in the column uids' },
        { line: 105, reason: 'id must be an integer from 1 to 9007199254740991' },
        { line: 106, reason: expect.stringContaining('uid "1E+7" is in scientific notation') },
      ],
    });
    expect(await users.findId('acme', { uid: 'Zoë' })).toBe(1);
  });

  it('in JSON Lines format has no header row', async () => {
    const { importer } = openImporter('acme');
    const text = '{"id":1}\n{"id":2,"companyId":"globex"}\n';
    expect(await importChunk({ format: 'ndjson', bytes: Buffer.from(text), firstLine: 11 }, importer)).toMatchObject({
      written: 1,
      errors: [{ line: 12, reason: 'companyId must be acme, or omitted' }],
    });
  });

  it.each([
    ['acme', 'uid\n1'],
    [undefined, 'id\n1'],
  ])('without a required column is rejected (company: %s)', async (companyId, text) => {
    const { importer } = openImporter(companyId);
    const chunk = { format: 'csv', bytes: Buffer.from(text), firstLine: 2 } as const;
    await expect(importChunk(chunk, importer)).rejects.toMatchObject({ code: 'unreadable_file' });
  });

  it('with bookings instead of users can omit the company too', async () => {
    const stores = { users: makeInMemoryUsers(), bookings: makeInMemoryBookings(), now: () => 0 };
    const importer = makeBookingImporter(stores, { companyId: 'acme', allowUnknownUsers: true });
    const text = [
      'bookingId,userId,kind,startsAt,checkinAdvanceMinutes,noShowMinutes',
      'b,1,parking,2026-11-21T08:00:00Z,60,240',
      '1E+7,1,parking,2026-11-21T08:00:00Z,60,240',
    ].join('\n');
    expect(await importChunk({ format: 'csv', bytes: Buffer.from(text), firstLine: 2 }, importer)).toMatchObject({
      written: 1,
      errors: [{ line: 3, reason: expect.stringContaining('bookingId "1E+7" is in scientific notation') }],
    });
  });
});
