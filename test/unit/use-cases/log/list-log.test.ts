import { describe, expect, it } from '@jest/globals';
import type { ImportSums } from '../../../../shared/domain/audit-entry.ts';
import type { Logs, LogEntry } from '../../../../shared/domain/logs.ts';
import {
  listLog,
  viewLogEntry,
  type LogQuery,
  type LogStores,
  type LogEntryView,
} from '../../../../shared/use-cases/log/list-log.ts';
import { listNewUsers } from '../../../../shared/use-cases/log/list-new-users.ts';
import type { User } from '../../../../shared/domain/user.ts';
import { aCheckinEntry, anAuditEntry } from '../../../support/log-entries.ts';
import { readPages } from '../../../support/read-pages.ts';
import { makeInMemoryLogs, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 21, 8);
const retention = { checkinLogDays: 1_000, adminLogDays: 1_000 };

const checkin = (receivedAt: number, changes: object = {}): LogEntry => aCheckinEntry({ receivedAt, ...changes });
const action = (receivedAt: number, changes: object = {}): LogEntry => anAuditEntry({ receivedAt, ...changes });

const fill = async (entries: readonly LogEntry[], people: readonly User[] = []): Promise<LogStores> => {
  const log = makeInMemoryLogs(retention, () => NOW);
  for (const entry of entries) {
    if (entry.kind === 'checkin') await log.recordCheckins([entry]);
    else await log.recordAuditEntry(entry);
  }
  return { log, users: makeInMemoryUsers(people) };
};

const timesOf = (items: readonly LogEntryView[]): number[] => items.map(({ receivedAt }) => Date.parse(receivedAt));

/** Returns the times of receipt of the entries on all pages. */
const listAll = async (stores: LogStores, query: Omit<LogQuery, 'companyId'>): Promise<number[]> => {
  const pages = await readPages((next?: string) => listLog(stores, { companyId: 'acme', ...query, next }));
  for (const { items } of pages) expect(items.length).toBeLessThanOrEqual(query.limit);
  return pages.flatMap(({ items }) => timesOf(items));
};

describe('The log of a company', () => {
  const entries = ['gate', 'hr', 'gate', 'hr', 'gate'].flatMap((clientId, index) => [
    checkin(NOW - 3 * index, { clientId, code: index < 2 ? 'checked_in' : 'user_not_found' }),
    action(NOW - 3 * index - 1, { target: { clientId }, action: index < 3 ? 'clients.rotate' : 'checkins.undo' }),
    action(NOW - 3 * index - 2, { target: { userId: 1 } }),
  ]);

  it.each<[Partial<LogQuery>, number[]]>([
    [{}, entries.map((_, index) => index)],
    [{ clientId: 'hr' }, [3, 4, 9, 10]],
    [{ result: 'checked_in' }, [0, 3]],
    [{ clientId: 'gate', result: 'clients.rotate' }, [1, 7]],
    [{ clientId: 'gate', result: 'checkins.undo' }, [13]],
  ])('lists every entry that matches %j once, newest first, on pages of any size', async (filter, ages) => {
    const stores = await fill(entries);
    for (const limit of [1, 2, 5, 20])
      expect(await listAll(stores, { from: NOW - DAY, ...filter, limit })).toEqual(ages.map((age) => NOW - age));
  });

  it.each([
    ['a filter, of many entries at once', 'c', 1_000],
    ['no filter, of many entries at once only after the first read', undefined, undefined],
  ])('is read at most 16 times for one page with %s, and the next page continues there', async (_, clientId, first) => {
    const { log, users } = await fill([]);
    const reads: unknown[] = [];
    const listByUser: Logs['listByUser'] = async (_user, range, { limit, next, atOnce }) => {
      reads.push([range.clientId, limit, next, atOnce]);
      const items = next === '9' || next === '16' ? [checkin(NOW), action(NOW)] : [];
      return { items, ...(next !== '16' && { next: `${reads.length}` }) };
    };
    const stores = { log: { ...log, listByUser }, users };
    const isShown = ({ kind }: LogEntryView) => kind === 'checkin';
    const query = { companyId: 'acme', userId: 1, clientId, limit: 2, isShown };
    const { items, next } = await listLog(stores, query);
    expect([timesOf(items), next]).toEqual([[NOW], '16']);
    expect(reads).toEqual(
      Array.from({ length: 16 }, (_read, index) =>
        index === 0 ? [clientId, 2, undefined, first] : [clientId, index < 10 ? 2 : 1, `${index}`, 1_000],
      ),
    );
    expect(timesOf((await listLog(stores, { ...query, next })).items)).toEqual([NOW]);
  });
});

describe('An entry of the log', () => {
  it('is shown with RFC 3339 date-times', () => {
    const closed = { bookingId: 'desk', result: 'closed' };
    const parking = { bookingId: 'parking', kind: 'parking', result: 'too_early' };
    const near = { ...parking, checkinOpensAt: NOW + 1, noShowAt: NOW + 2 };
    expect(viewLogEntry(checkin(NOW, { bookings: [closed, near] }))).toMatchObject({
      receivedAt: '2026-11-21T08:00:00.000Z',
      at: '2026-11-21T08:00:00.000Z',
      bookings: [
        closed,
        { ...parking, checkinOpensAt: '2026-11-21T08:00:00.001Z', noShowAt: '2026-11-21T08:00:00.002Z' },
      ],
    });
  });

  it('is joined with the current name of the company’s user, with one read for a page', async () => {
    const people = [
      { companyId: 'acme', id: 1, name: 'Ada', devices: [] },
      { companyId: 'acme', id: 2, devices: [] },
      { companyId: 'globex', id: 3, name: 'Gil', devices: [] },
    ];
    const entries = [1, 2, undefined].map((userId, index) => checkin(NOW - index, { userId }));
    entries.push(...[1, 3, undefined].map((userId, index) => action(NOW - 3 - index, { target: { userId } })));
    const { log, users } = await fill(entries, people);
    const idsRead: (readonly number[])[] = [];
    const findStates: typeof users.findStates = (companyId, userIds) => {
      idsRead.push(userIds);
      return users.findStates(companyId, userIds);
    };
    const { items } = await listLog({ log, users: { findStates } }, { companyId: 'acme', limit: 10 });
    expect(items.map(({ userName }) => userName)).toEqual(['Ada', undefined, undefined, 'Ada', undefined, undefined]);
    expect(items[1]).not.toHaveProperty('userName');
    expect(idsRead).toStrictEqual([[1, 2, 3]]);
  });
});

it('An entry that stands for an import has the sums of all its parts', async () => {
  const target = { importId: 'i' };
  const { log, users } = await fill([action(NOW, { target }), action(NOW - 1, { target: { ...target, userId: 1 } })]);
  const sums = { lines: 7, written: 3, isUnfinished: true, lastAt: NOW } as unknown as ImportSums;
  const findImports: Logs['findImports'] = async (_, importIds) => new Map([[importIds.join(), sums]]);
  const list = async () =>
    (await listLog({ log: { ...log, findImports }, users }, { companyId: 'acme', importId: 'i', limit: 9 })).items;
  const shown = { lines: 7, written: 3, lastAt: '2026-11-21T08:00:00.000Z' };
  expect((await list()).map((one) => one.import)).toEqual([{ ...shown, unfinished: true }, undefined]);
  Object.assign(sums, { isUnfinished: false });
  expect((await list())[0]?.import).toStrictEqual(shown);
});

it('Those whom an import has created are listed as they are now, or only by id if they have been removed since', async () => {
  const { log } = await fill([]);
  const ids = [1, 2, 3, 4, 5];
  const people = ids.slice(0, 3).map((id) => ({ companyId: 'acme', id, name: `P${id}`, uid: `E-${id}`, devices: [] }));
  const users = makeInMemoryUsers(people);
  for (const userId of [2, 3]) await users.change({ companyId: 'acme', userId }, () => undefined);
  const by = { actor: { through: 'cli', id: 'olive' }, now: () => NOW + 1 } as const;
  const successor = { companyId: 'acme', id: 3, name: 'Bob' };
  await users.change({ companyId: 'acme', userId: 3 }, () => successor, undefined, { by });
  await users.save({ companyId: 'acme', id: 4, email: 'd@acme.example', uid: 'E-4', uids: ['E-4', 'E-9'] });
  const ref = { companyId: 'acme', importId: 'i' };
  expect(await listNewUsers({ log, users }, ref)).toEqual({ items: [] });
  await log.recordNewUsers(ref, ids, NOW);
  await log.recordNewUsers(ref, [6], NOW + 1);
  const { items, next } = await listNewUsers({ log, users }, ref);
  expect(items).toEqual([
    { id: 1, name: 'P1', uids: ['E-1'] },
    { id: 2, uids: [] },
    { id: 3, uids: [] },
    { id: 4, email: 'd@acme.example', uids: ['E-4', 'E-9'] },
    { id: 5, uids: [] },
  ]);
  expect(await listNewUsers({ log, users }, ref, next)).toEqual({ items: [{ id: 6, uids: [] }] });
});

describe('The log of a removed person', () => {
  const ada = { companyId: 'acme', id: 1, name: 'Ada', devices: [] };
  const takenAt = NOW - 5;

  const removeAfterwards = async (successor?: User) => {
    const change = { before: { name: 'A.' }, after: { name: 'Ada' }, reason: 'married' };
    const stores = await fill([
      checkin(NOW - 9),
      action(NOW - 8, { action: 'users.update', target: { userId: 1 }, ...change }),
      checkin(NOW - 2),
    ]);
    // The swipe and the change were under way when the person was removed, so the removal has not deleted them.
    const users = makeInMemoryUsers([ada]);
    const by = { actor: { through: 'cli', id: 'olive' }, now: () => takenAt } as const;
    const ref = { companyId: 'acme', userId: 1 };
    await users.change(ref, () => undefined);
    if (successor) await users.change(ref, () => successor, undefined, { by });
    return (await listLog({ ...stores, users }, { companyId: 'acme', limit: 10 })).items;
  };

  it('has no check-ins, and of changes only who changed what', async () => {
    const items = await removeAfterwards();
    const change = { kind: 'admin', action: 'users.update', target: { userId: 1 }, changed: ['name'] };
    expect(items).toMatchObject([change]);
    for (const member of ['before', 'after', 'reason', 'userName']) expect(items[0]).not.toHaveProperty(member);
  });

  it('is not shown as that of another person who has the id now', async () => {
    const items = await removeAfterwards({ ...ada, name: 'Bob' });
    expect(items.map(({ kind, userName }) => [kind, userName])).toEqual([
      ['checkin', 'Bob'],
      ['admin', undefined],
    ]);
  });
});
