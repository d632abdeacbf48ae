import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeBookingImporter } from '../../../../shared/use-cases/import/booking-records.ts';
import { bookingRecord } from '../../../../shared/rules/fields.ts';
import { makeDecode, readNdjson, type SourceRecord } from '../../../../shared/use-cases/import/read-lines.ts';
import { importRecords, type ImportSummary } from '../../../../shared/use-cases/import/import-records.ts';
import { readCsv } from '../../../../shared/use-cases/import/read-csv.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { formatDateTime } from '../../../../shared/domain/instant.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';
import { fileLines } from './file-bytes.ts';

type Fields = Readonly<Record<string, string | number>>;

const users = [1, 2, 3].map((userId) => ({ companyId: 'acme', userId }));
const columns = ['companyId', 'bookingId', 'userId', 'kind', 'name', 'checkinOpensAt', 'noShowAt'];

const text = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: anyCharacter });

const goodFields: fc.Arbitrary<Fields> = fc
  .record({
    bookingId: fc.oneof(fc.constantFrom('b1', 'b2'), text(5)),
    userId: fc.constantFrom(1, 2, 3),
    kind: fc.constantFrom('position', 'parking'),
    name: fc.option(fc.oneof(text(8), fc.string({ minLength: 1, unit: fc.constantFrom('"', ',', '\n', '\r', ' ') })), {
      nil: undefined,
    }),
    opens: fc.integer({ min: 0, max: 4e12 }),
    length: fc.integer({ min: 1, max: 72 * 3_600_000 }),
  })
  .map(({ opens, length, name, ...rest }) => ({
    companyId: 'acme',
    ...rest,
    ...(name !== undefined && { name }),
    checkinOpensAt: formatDateTime(opens),
    noShowAt: formatDateTime(opens + length),
  }));

const badFields: fc.Arbitrary<Fields> = fc
  .tuple(
    goodFields,
    fc.constantFrom<Fields[]>({ userId: 0 }, { kind: 'desk' }, { noShowAt: 'noon' }, { bookingId: 'b'.repeat(129) }),
  )
  .map(([good, fault]) => ({ ...good, ...fault }));

const quote = (cell: string | number): string => `"${String(cell).replaceAll('"', '""')}"`;
const toCsvRow = (fields: Fields): string => columns.map((column) => quote(fields[column] ?? '')).join(',');

const importAll = async (
  source: AsyncIterable<SourceRecord>,
): Promise<{ summary: ImportSummary; bookings: Booking[] }> => {
  const store = makeInMemoryBookings();
  const stores = { bookings: store, users: makeInMemoryUsers(), now: () => 0 };
  const { summary } = await importRecords(source, makeBookingImporter(stores, { allowUnknownUsers: true }));
  return { summary, bookings: (await Promise.all(users.map((user) => store.list(user)))).flat() };
};

const importNdjson = (lines: readonly string[], chunkSize: number) =>
  importAll(readNdjson(fileLines(lines.join('\n'), chunkSize), makeDecode()));

const importCsv = (rows: readonly Fields[], chunkSize: number) => {
  const lines = [columns.join(','), ...rows.map(toCsvRow)];
  return importAll(readCsv(fileLines(lines.join('\r\n'), chunkSize), makeDecode(), bookingRecord));
};

const chunkSizes = fc.integer({ min: 1, max: 300 });

describe('An import', () => {
  it('has the same result from NDJSON and from CSV', async () => {
    const lines = fc.array(fc.oneof({ weight: 4, arbitrary: goodFields }, badFields), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(lines, chunkSizes, async (rows, chunkSize) => {
        const fromNdjson = await importNdjson(
          // An empty cell clears the name, as null does.
          rows.map((row) => JSON.stringify({ name: null, ...row })),
          chunkSize,
        );
        const fromCsv = await importCsv(rows, chunkSize);
        const reasons = ({ summary }: typeof fromCsv) => summary.errors.map(({ reason }) => reason);
        expect(fromCsv.bookings).toEqual(fromNdjson.bookings);
        expect(reasons(fromCsv)).toEqual(reasons(fromNdjson));
      }),
    );
  });
});
