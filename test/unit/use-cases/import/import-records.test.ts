import { describe, expect, it } from '@jest/globals';
import type { ImportKind } from '../../../../shared/use-cases/import/import-kind.ts';
import { importRecords } from '../../../../shared/use-cases/import/import-records.ts';
import type { SourceRecord } from '../../../../shared/use-cases/import/source-record.ts';
import { makeUserImport } from '../../../../shared/use-cases/import/user-import.ts';
import { IdentifierTaken } from '../../../../shared/domain/user.ts';
import type { WriteOutcome } from '../../../../shared/domain/write-outcome.ts';
import { makeInMemoryUsers } from '../../../support/fakes/in-memory-users.ts';

const ignore = (): void => {};

async function* records(lines: readonly Record<string, unknown>[]): AsyncGenerator<SourceRecord> {
  for (const [index, fields] of lines.entries()) yield { line: index + 1, fields };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Lines are their keys; `save` does what the test says. */
const makeKind = (save: (keys: string) => Promise<WriteOutcome>): ImportKind<string> => ({
  columns: { required: [], optional: [], numeric: [] },
  parse: ({ keys }) => ({ item: keys as string }),
  keysOf: (keys) => keys.split(''),
  save,
});

const keyed = (...keys: string[]) => records(keys.map((one) => ({ keys: one })));

describe('importRecords', () => {
  it('counts what became of each record, and names the bad ones in their order', async () => {
    const lines = [{ companyId: 'a', id: 1 }, { id: 2 }, { companyId: 'a', id: 1 }, { companyId: 'a', id: 0 }];
    const { summary } = await importRecords(records(lines), makeUserImport(makeInMemoryUsers()), ignore);
    expect(summary).toEqual({
      read: 4,
      written: 1,
      unchanged: 1,
      failed: 2,
      errors: [
        { line: 2, reason: 'companyId is missing' },
        { line: 4, reason: 'id must be an integer from 1 to 9007199254740991' },
      ],
    });
  });

  it('lets no record overtake another that it has a key in common with, however slow that is', async () => {
    const saved: string[] = [];
    const kind = makeKind(async (keys) => {
      for (let ticks = 30 - 10 * saved.length; ticks > 0; ticks -= 1) await tick();
      saved.push(keys);
      return 'written';
    });
    await importRecords(keyed('ab', 'x', 'bc', 'y', 'cd', 'ad'), kind, ignore);
    expect(saved.filter((keys) => keys.length > 1)).toEqual(['ab', 'bc', 'cd', 'ad']);
    expect(saved.indexOf('y')).toBeLessThan(saved.indexOf('cd'));
  });

  it('saves records side by side, and reads no further ahead than it must', async () => {
    let [underWay, most, read, furthest, done] = [0, 0, 0, 0, 0];
    const source = async function* () {
      for (const line of Array.from({ length: 2_000 }).keys()) {
        furthest = Math.max(furthest, (read += 1) - done);
        yield { line, fields: { keys: String.fromCodePoint(0x4e00 + line) } };
      }
    };
    const kind = makeKind(async () => {
      most = Math.max(most, (underWay += 1));
      await tick();
      underWay -= 1;
      done += 1;
      return 'written';
    });
    const { summary } = await importRecords(source(), kind, ignore);
    expect(summary.written).toBe(2_000);
    expect(most).toBe(64);
    expect(furthest).toBeLessThan(500);
  });

  it('lets a user take the uid that another gives up on an earlier line, which has another key', async () => {
    const users = makeInMemoryUsers([{ companyId: 'a', id: 1, uid: 'badge', devices: [] }]);
    const { save, ...kind } = makeUserImport(users);
    const slowFirst = async (user: Parameters<typeof save>[0]) => {
      if (user.id === 1) for (let ticks = 5; ticks > 0; ticks -= 1) await tick();
      return save(user);
    };
    const lines = [
      { companyId: 'a', id: 1 },
      { companyId: 'a', id: 2, uid: 'badge' },
    ];
    const { summary } = await importRecords(records(lines), { ...kind, save: slowFirst }, ignore);
    expect(summary).toMatchObject({ written: 2, failed: 0 });
    expect(await users.findId('a', { uid: 'badge' })).toBe(2);
  });

  it("reports the line of a user whose e-mail address is another's, and goes on", async () => {
    const lines = [1, 2, 3].map((id) => ({ companyId: 'a', id, email: id === 3 ? 'c@d' : 'A@b' }));
    const { summary } = await importRecords(records(lines), makeUserImport(makeInMemoryUsers()), ignore);
    expect(summary).toMatchObject({ written: 2, errors: [{ line: 2, reason: "email is user 1's" }] });
  });

  it('stops where a record cannot be saved, and tells what was done until then', async () => {
    const failure = new Error('away');
    const kind = makeKind(async (keys) => {
      if (keys === 'c') throw failure;
      if (keys === 'b') throw new IdentifierTaken('taken');
      return 'written';
    });
    const ended = await importRecords(keyed('a', 'b', 'c', 'd'), kind, ignore);
    expect(ended).toMatchObject({ stoppedBy: failure, summary: { read: 2, written: 1, failed: 1 } });
  });

  it('tells after each record how far it has come', async () => {
    const seen: number[] = [];
    await importRecords(
      keyed('a', 'b', 'c'),
      makeKind(async () => 'written'),
      ({ read }) => seen.push(read),
    );
    expect(seen).toEqual([1, 2, 3]);
  });
});
