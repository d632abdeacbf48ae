import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  makeAuditedUserImporter,
  makeUserImporter,
  parseUser,
} from '../../../../shared/use-cases/import/user-records.ts';
import { UseCaseError } from '../../../../shared/domain/use-case-error.ts';
import type { User } from '../../../../shared/domain/user.ts';
import { aBooking } from '../../../support/bookings.ts';
import { countParallel } from '../../../support/count-parallel.ts';
import { makeInMemoryLogs, makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const user = { companyId: 'acme', id: 42 };

const ref = { companyId: 'acme', userId: 42 };

describe('parseUser', () => {
  it('cleans text, and folds the e-mail address', () => {
    expect(parseUser({ ...user, uid: ' 007 Ä', email: 'Ada@Exa\u0308mple.COM ', language: 'de' })).toMatchObject({
      changes: { uid: '007 Ä', email: 'ada@ex\u00e4mple.com', language: 'de' },
    });
  });

  it('distinguishes cleared from omitted attributes', () => {
    expect(parseUser({ ...user, uid: null, deleted: null })).toEqual({
      ref,
      isDeleted: false,
      changes: { uid: null },
    });
    expect(parseUser({ ...user, deleted: true })).toMatchObject({ isDeleted: true });
  });

  it('accepts the company that all records belong to, and no other', () => {
    expect(parseUser({ id: 42 }, 'acme')).toMatchObject({ ref });
    for (const companyId of [null, 'acme\u00a0'])
      expect(parseUser({ ...user, companyId }, 'acme')).toMatchObject({ ref });
    expect(() => parseUser({ ...user, companyId: 'globex' }, 'acme')).toThrow('companyId must be acme, or omitted');
  });

  it.each([
    [{ id: 42 }, 'companyId is missing'],
    ...['E-1', []].map((uids): [Record<string, unknown>, string] => [
      { ...user, uids },
      'uids must be a list of 1 to 5 different strings of 1 to 128 characters',
    ]),
    [{ ...user, uid: 'E-1', uids: ['E-2', 'E-3'] }, 'uid must be one of uids'],
    [{ ...user, deleted: 'yes' }, 'deleted must be true or false'],
    [
      { ...user, mail: 'a@b' },
      'unknown: mail; the nearest known name to "mail" is "email" (known: companyId, id, name, uid, uids, email, language, deleted)',
    ],
    [{ ...user, mail: 'a@b', door: 8 }, 'unknown: mail, door; the nearest known name to "mail" is "email" (known: '],
    ...[20, 21].map((count): [Record<string, unknown>, string] => [
      { ...user, ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index + 10}`, 1])) },
      `x28, x29${count > 20 ? ', …' : ''} (known: `,
    ]),
    [
      { ...user, badge: 7, door: 8 },
      'unknown: badge, door (known: companyId, id, name, uid, uids, email, language, deleted)',
    ],
    [
      { id: 1.5, email: 'ada@' },
      'companyId is missing; id must be an integer from 1 to 9007199254740991; email must be one e-mail address of 3 to 254 characters, such as ada@example.com',
    ],
  ])('says what to fix in %j', (fields, reason) => {
    expect(() => parseUser(fields)).toThrow(reason);
  });
});

const ana: User = { companyId: 'acme', id: 1, uid: 'E-1', email: 'ana@a.example', language: 'es', devices: ['arn'] };

const written = { outcome: 'written' };
const unchanged = { outcome: 'unchanged' };
const deleted = { outcome: 'deleted' };

const importInto = (existing: readonly User[] = []) => {
  const users = makeInMemoryUsers(existing);
  const removeUser = async (one: typeof ref) => (await users.change(one, () => undefined)).outcome;
  const importer = makeUserImporter({ users, removeUser }, 'acme');
  const apply = async (records: readonly unknown[]) => (await importer.apply(records)).outcomes;
  return { users, apply, find: (userId: number) => users.find({ companyId: 'acme', userId }) };
};

describe('Records of users', () => {
  it('keep attributes that they omit, and clear attributes that are null', async () => {
    const { apply, find } = importInto([ana]);
    expect(await apply([{ id: 1, uid: 'E-2' }])).toEqual([written]);
    expect(await find(1)).toEqual({ ...ana, uid: 'E-2' });
    expect(await apply([{ id: 1, email: null, language: null }])).toEqual([written]);
    expect(await find(1)).toEqual({ companyId: 'acme', id: 1, uid: 'E-2', devices: ['arn'] });
    expect(await apply([{ id: 1 }, { id: 1, uid: 'E-2' }])).toEqual([unchanged, unchanged]);
  });

  const badges = (...uids: string[]) => ({ ...(uids[0] && { uid: uids[0] }), ...(uids.length > 1 && { uids }) });

  it.each([
    ['a new uid, which replaces the first badge and keeps the others', { uid: 'X' }, badges('X', 'B', 'C')],
    ['a uid that is another badge of the user, which becomes the first', { uid: 'C' }, badges('C', 'B')],
    ['a cleared uid', { uid: null }, badges('B', 'C')],
    ['uids, which replace all badges', { uids: ['C', 'X'] }, badges('C', 'X')],
    ['uids and uid, which becomes the first', { uid: 'X', uids: ['C', 'X', 'A'] }, badges('X', 'C', 'A')],
    ['uids with an empty cell for uid', { uid: null, uids: ['C', 'X'] }, badges('C', 'X')],
    ['uid with an empty cell for uids', { uid: 'X', uids: null }, badges('X')],
    ['cleared uid and uids', { uid: null, uids: null }, badges()],
  ])('determine the badges of the user: %s', async (_, values, expected) => {
    const { apply, find } = importInto([{ companyId: 'acme', id: 1, ...badges('A', 'B', 'C'), devices: [] }]);
    await apply([{ id: 1, ...values }]);
    expect(await find(1)).toEqual({ companyId: 'acme', id: 1, ...expected, devices: [] });
    const again = 'uid' in values && !('uids' in values) ? {} : values;
    expect(await apply([{ id: 1, ...again }])).toEqual([unchanged]);
  });

  it('move a badge between two users in one request if an earlier record removes it from its holder', async () => {
    const existing = [1, 2].map((id) => ({ companyId: 'acme', id, ...badges(`A${id}`, `B${id}`), devices: [] }));
    const { apply, find } = importInto(existing);
    expect(await apply([{ id: 2, uids: ['A2', 'B1'] }])).toEqual([
      { outcome: 'refused', reasons: [{ code: 'identifier_taken', values: { field: 'uid', userId: 1 } }] },
    ]);
    const [giving, taking] = [
      { id: 1, uids: ['A1'] },
      { id: 2, uids: ['A2', 'B1'] },
    ];
    expect(await apply([giving, taking])).toEqual([written, written]);
    expect([await find(1), await find(2)]).toMatchObject([badges('A1'), badges('A2', 'B1')]);
  });

  it('remove a user, and change nothing if the user does not exist', async () => {
    const { apply, find } = importInto([ana]);
    const records = [1, 2, 3].map((id) => ({ id, deleted: id < 3 }));
    expect(await apply(records)).toEqual([deleted, unchanged, written]);
    expect(await find(1)).toBeUndefined();
    expect(await find(3)).toMatchObject({ id: 3 });
  });

  it('that share no identifier are applied in parallel, and missing e-mail addresses do not count as shared', async () => {
    const users = makeInMemoryUsers();
    const parallel = countParallel();
    const change: typeof users.change = (...parameters) => parallel.run(() => users.change(...parameters));
    const importer = makeUserImporter({ users: { ...users, change }, removeUser: async () => 'deleted' }, 'acme');
    const records = [
      { id: 1, uid: 'E-1' },
      { id: 2, uid: 'E-2' },
      { id: 3, email: null },
      { id: 4, email: null },
    ];
    expect((await importer.apply(records)).outcomes).toEqual(records.map(() => written));
    expect(parallel.most()).toBe(4);
  });

  it('are not rejected as invalid if the database fails', async () => {
    const change = async () => Promise.reject(new Error('cut'));
    const users = { ...makeInMemoryUsers(), change };
    const applied = makeUserImporter({ users, removeUser: async () => 'deleted' }, 'acme').apply([{ id: 1 }]);
    expect(await applied).toEqual({ outcomes: [undefined], stoppedBy: new Error('cut') });
  });

  it('have the same result whether they are applied together or one by one', async () => {
    const record = fc.record(
      {
        id: fc.integer({ min: 1, max: 3 }),
        uid: fc.constantFrom('a', 'b', null),
        email: fc.constantFrom('a@b', 'A@B', 'c@d', null),
        deleted: fc.constantFrom(true, false, false, false),
      },
      { requiredKeys: ['id'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 12 }), async (records) => {
        const [together, single] = [importInto([ana]), importInto([ana])];
        const outcomes = [];
        for (const one of records) outcomes.push(...(await single.apply([one])));
        expect(await together.apply(records)).toEqual(outcomes);
        for (const id of [1, 2, 3]) expect(await together.find(id)).toEqual(await single.find(id));
      }),
    );
  });
});

describe('A record that removes a user', () => {
  const now = () => 1_800_000_000_000;
  const orphan = aBooking({ user: { companyId: 'acme', userId: 1 } });
  const open = (existing: readonly User[], bookings: Parameters<typeof makeInMemoryBookings>[0] = []) => ({
    users: makeInMemoryUsers(existing),
    bookings: makeInMemoryBookings(bookings),
    log: makeInMemoryLogs(undefined, now),
    actor: { through: 'cli', id: 'olive' } as const,
    now,
    importId: 'import-1',
  });
  const removal = { id: 1, deleted: true };

  it.each([
    ['a user', open([ana])],
    ['bookings of somebody who is not a user', open([], [orphan])],
  ])('deletes %s, and changes nothing the second time', async (_, context) => {
    const { apply } = makeAuditedUserImporter(context, 'acme');
    expect((await apply([removal])).outcomes).toEqual([deleted]);
    expect([await context.users.find(orphan.user), await context.bookings.list(orphan.user)]).toEqual([undefined, []]);
    expect((await apply([removal])).outcomes).toEqual([unchanged]);
  });

  it('belongs to its import in the log, also if there are only bookings', async () => {
    const context = open([], [orphan]);
    await makeAuditedUserImporter(context, 'acme').apply([removal]);
    // The entry of the import summarises it.
    expect((await context.log.listByCompany('acme', {}, { limit: 9 })).items).toEqual([]);
    const { items } = await context.log.listByCompany('acme', { importId: 'import-1' }, { limit: 9 });
    expect(items).toMatchObject([{ action: 'users.remove', target: { userId: 1 } }]);
  });

  it.each([new Error('cut'), new UseCaseError('booking_not_found')])('stops the import at %s', async (failure) => {
    const context = open([ana]);
    const users = { ...context.users, change: async () => Promise.reject(failure) };
    const { stoppedBy } = await makeAuditedUserImporter({ ...context, users }, 'acme').apply([removal]);
    expect(stoppedBy).toBe(failure);
  });

  it('is not undone by an import that began before, which notes only whom it has created', async () => {
    const context = open([ana, { companyId: 'acme', id: 2, devices: [] }]);
    const { apply } = makeAuditedUserImporter(context, 'acme');
    await apply([removal]);
    const created: unknown[] = [];
    const attempt = { begunAt: now() - 1, noteNewUser: (one: object) => created.push(one) };
    const { outcomes } = await apply(
      [1, 2, 3].map((id) => ({ id, name: 'Ada' })),
      attempt,
    );
    expect(outcomes).toEqual([unchanged, written, written]);
    expect(created).toEqual([{ companyId: 'acme', userId: 3 }]);
  });

  it('can follow one that changes the user', async () => {
    const { apply } = makeAuditedUserImporter(open([ana]), 'acme');
    const { outcomes } = await apply([{ id: 1, uid: 'E-2' }, removal]);
    expect(outcomes).toEqual([written, deleted]);
  });
});
