import { describe, expect, it } from '@jest/globals';
import { applyRecords, outcomeForImport, type Importer } from '../../../../shared/use-cases/import/apply-records.ts';
import { makeBookingImporter } from '../../../../shared/use-cases/import/booking-records.ts';
import {
  importChunk as importPart,
  importRecords,
  trackReplacedLines,
  type Chunk,
} from '../../../../shared/use-cases/import/import-records.ts';
import { makeUserImporter } from '../../../../shared/use-cases/import/user-records.ts';
import { describeReasons } from '../../../../shared/files/english.ts';
import type { SourceRecord } from '../../../../shared/files/read-record.ts';
import type { ChangeOutcome } from '../../../../shared/domain/write-outcome.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';
import { describeOutcomes, rejected } from './describe-outcomes.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

const unreadable = (line: number): SourceRecord => ({ line, reasons: [{ code: 'not_an_object', values: {} }] });

async function* recordsWithKeys(...keys: string[]): AsyncGenerator<readonly SourceRecord[]> {
  for (const [index, one] of keys.entries())
    yield [one === '' ? unreadable(index + 1) : { line: index + 1, fields: { keys: one } }];
}

/** Makes an importer that uses each letter of a record as a key. The test provides `apply`. */
const makeImporter = (
  apply: (keys: string) => Promise<ChangeOutcome>,
  beforeApplied: (keys: readonly string[]) => Promise<void> = async () => {},
): Pick<Importer, 'apply'> => ({
  apply: (records) =>
    applyRecords(
      records,
      ({ keys }) => keys as string,
      async (all) => {
        await beforeApplied(all);
        return { keysOf: (keys) => keys.split('') as [string], apply };
      },
    ),
});

const write = async (): Promise<ChangeOutcome> => 'written';

describe('importRecords', () => {
  it('counts the outcome of each record, and reports the rejected records in order', async () => {
    const importer = makeImporter(async (keys) => {
      if (keys === 'r') throw rejected('missing');
      return keys === 'u' ? 'unchanged' : 'deleted';
    });
    expect(await importRecords(recordsWithKeys('u', '', 'r', 'd', ''), importer)).toEqual({
      summary: {
        read: 5,
        written: 0,
        unchanged: 1,
        deleted: 1,
        failed: 3,
        errors: [
          { line: 2, reasons: [{ code: 'not_an_object', values: {} }] },
          { line: 3, reasons: [{ code: 'missing', values: { field: 'id' } }] },
          { line: 5, reasons: [{ code: 'not_an_object', values: {} }] },
        ],
      },
    });
  });

  it('keeps the order of records that have a key in common, even if one is slow', async () => {
    const applied: string[] = [];
    const importer = makeImporter(async (keys) => {
      for (let ticks = 30 - 10 * applied.length; ticks > 0; ticks -= 1) await tick();
      applied.push(keys);
      return 'written';
    });
    await importRecords(recordsWithKeys('ab', 'x', 'bc', 'y', 'cd', 'ad'), importer);
    expect(applied.filter((keys) => keys.length > 1)).toEqual(['ab', 'bc', 'cd', 'ad']);
    expect(applied.indexOf('y')).toBeLessThan(applied.indexOf('cd'));
  });

  it('applies records in parallel, and reads only a limited number of them ahead', async () => {
    let [running, mostRunning, read, mostReadAhead, applied] = [0, 0, 0, 0, 0];
    const source = async function* (): AsyncGenerator<readonly SourceRecord[]> {
      for (const line of Array.from({ length: 5_000 }).keys()) {
        mostReadAhead = Math.max(mostReadAhead, (read += 1) - applied);
        yield [{ line, fields: { keys: String.fromCodePoint(0x4e00 + line) } }];
      }
    };
    const importer = makeImporter(async () => {
      mostRunning = Math.max(mostRunning, (running += 1));
      await tick();
      running -= 1;
      applied += 1;
      return 'written';
    });
    const { summary } = await importRecords(source(), importer);
    expect(summary.written).toBe(5_000);
    expect(mostRunning).toBe(64);
    expect(mostReadAhead).toBeLessThanOrEqual(500);
  });

  it('stops if the database fails, and counts the records that were applied until then', async () => {
    const failure = new Error('away');
    const applied: string[] = [];
    const importer = makeImporter(async (keys) => {
      applied.push(keys);
      if (keys.includes('c')) throw failure;
      if (keys.includes('b')) throw rejected();
      return 'written';
    });
    const result = await importRecords(recordsWithKeys('a', 'ab', 'bc', 'cd'), importer);
    expect(result).toMatchObject({ stoppedBy: failure, summary: { read: 2, written: 1, failed: 1 } });
    expect(applied).toEqual(['a', 'ab', 'bc']);
  });

  it('counts the records that were applied before a batch whose stored items cannot be read', async () => {
    const failure = new Error('away');
    const keys = Array.from({ length: 1_200 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const importer = makeImporter(write, async ([first]) => {
      if (first === keys[500]) throw failure;
    });
    const result = await importRecords(recordsWithKeys(...keys), importer);
    expect(result).toMatchObject({ stoppedBy: failure, summary: { read: 500, written: 500 } });
  });

  it('reports the outcome of each record that could be read, in the order of the file', async () => {
    const importer = makeImporter(async (keys) => (keys === 'a' ? 'written' : 'unchanged'));
    const outcomes: unknown[] = [];
    await importRecords(recordsWithKeys('a', '', 'b'), importer, undefined, ({ line }, outcome) =>
      outcomes.push([line, outcome]),
    );
    expect(outcomes).toEqual([
      [1, { outcome: 'written' }],
      [3, { outcome: 'unchanged' }],
    ]);
  });

  it('reports its progress', async () => {
    const seen: number[] = [];
    const keys = Array.from({ length: 2_500 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    await importRecords(recordsWithKeys(...keys), makeImporter(write), ({ read }) => seen.push(read));
    expect(seen).toEqual([500, 1_000, 1_500, 2_000, 2_500]);
  });
});

describe('What an earlier attempt at an import has written', () => {
  const outcomeOf = (
    outcome: ChangeOutcome,
    isFirst: boolean,
    requestId?: string,
    earlierRequestIds = ['r0', 'r1'],
  ) => {
    const changedBy = { through: 'console', id: 'ana', at: 0, ...(requestId !== undefined && { requestId }) } as const;
    return outcomeForImport({ outcome, before: { changedBy } }, isFirst, { earlierRequestIds });
  };

  it('counts as written by the import', () => {
    expect(outcomeOf('unchanged', true, 'r1')).toBe('written');
  });

  it('does not, if another record or request wrote it, or if it is deleted now', () => {
    expect(outcomeOf('unchanged', false, 'r1')).toBe('unchanged');
    for (const requestId of ['r2', undefined]) expect(outcomeOf('unchanged', true, requestId)).toBe('unchanged');
    expect(outcomeOf('deleted', true, 'r1')).toBe('deleted');
    for (const before of [undefined, {}])
      expect(outcomeForImport({ outcome: 'unchanged', before }, true, { earlierRequestIds: ['r1'] })).toBe('unchanged');
  });
});

describe('Records that cannot be parsed', () => {
  const apply = (parse: (fields: object) => string) =>
    applyRecords([null, 42, 'text', [{}], {}], parse, async () => ({ keysOf: () => ['key'], apply: write }));
  const notObject = { outcome: 'refused', reason: 'is not a JSON object' };

  it('are rejected, and the others are applied', async () => {
    const { outcomes } = await apply(() => 'parsed');
    expect(describeOutcomes(outcomes)).toEqual([...Array.from({ length: 4 }, () => notObject), { outcome: 'written' }]);
  });

  it('are rejected for the parser’s reason, but any other error than a RecordRejected stops the import', async () => {
    const fail = (error: Error) => () => {
      throw error;
    };
    const { outcomes } = await apply(fail(rejected()));
    expect(describeOutcomes(outcomes).at(-1)).toEqual({ outcome: 'refused', reason: 'is not a JSON object' });
    expect(await apply(fail(new Error('a defect')))).toMatchObject({ stoppedBy: new Error('a defect') });
  });
});

it('Finds each line that changes a record which an earlier line of the file wrote', () => {
  const { replaced, onOutcome } = trackReplacedLines('users');
  const noteUser = (line: number, id: unknown, outcome: 'written' | 'unchanged' | 'deleted', companyId = 'acme') =>
    onOutcome({ line, fields: { companyId, id } }, { outcome });
  noteUser(2, 1, 'written');
  noteUser(3, 2, 'written');
  noteUser(4, 1, 'written', 'globex');
  expect(replaced).toEqual([]);
  noteUser(5, 1, 'deleted', 'acme ');
  noteUser(6, 2, 'unchanged');
  onOutcome({ line: 7, fields: { companyId: 'acme', id: 2 } }, { outcome: 'refused', reasons: [] });
  noteUser(8, 2, 'written');
  expect(replaced).toEqual([
    { line: 5, earlierLine: 2 },
    { line: 8, earlierLine: 6 },
  ]);
});

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
    expect(await users.findId('acme', ['uid', 'Zoë'])).toBe(1);
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
    const details = { reason: expect.stringContaining('lacks the column') };
    await expect(importChunk(chunk, importer)).rejects.toMatchObject({ code: 'unreadable_file', details });
  });

  it('without a header row is rejected with its first row, which is not in the message that is logged', async () => {
    const bytes = Buffer.from('7,Ada Lovelace,B-7,ada@example.com\n');
    const failure = importChunk({ format: 'csv', bytes, firstLine: 2 }, openImporter('acme').importer);
    const reason = expect.stringContaining('Ada Lovelace');
    await expect(failure).rejects.toMatchObject({ message: 'unreadable_file {}', details: { reason } });
  });

  it('fails with the error that stops its import', async () => {
    const away = new Error('away');
    const importer = { ...openImporter('acme').importer, apply: () => Promise.reject(away) };
    await expect(importChunk({ format: 'csv', bytes: Buffer.from('id\n1'), firstLine: 2 }, importer)).rejects.toBe(
      away,
    );
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
