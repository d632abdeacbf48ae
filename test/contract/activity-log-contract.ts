import { expect, it } from '@jest/globals';
import type { ActivityLog, CheckinEntry, LogEntry } from '../../shared/domain/activity-log.ts';
import type { AdminEntry } from '../../shared/domain/audit-entry.ts';
import type { LogRetention } from '../../shared/domain/retention.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 10, 21, 8);
const retention: LogRetention = { checkinLogDays: 90, adminLogDays: 400 };

const aCheckin = (companyId: string, changes: Partial<CheckinEntry> = {}): CheckinEntry => ({
  kind: 'checkin',
  companyId,
  receivedAt: now,
  requestId: `request-${changes.receivedAt ?? now}`,
  clientId: 'gate',
  reader: 'Main entrance',
  identifiers: {},
  userId: 1,
  at: now,
  statusCode: 200,
  code: 'checked_in',
  checkinCount: 1,
  bookings: [{ bookingId: 'desk', result: 'checked_in' }],
  ...changes,
});

const anAction = (companyId: string, changes: Partial<AdminEntry> = {}): AdminEntry => ({
  kind: 'admin',
  companyId,
  receivedAt: now,
  actor: { through: 'cli', id: 'ana' },
  action: 'checkins.undo',
  target: { userId: 1, bookingId: 'desk' },
  reason: 'wrong person',
  before: { checkedInAt: now - HOUR },
  ...changes,
});

/** The tests for every {@link ActivityLog}, on any storage. The time is 2026-11-21, 8:00 UTC. */
export const describeActivityLog = (open: (retention: LogRetention, now: () => number) => ActivityLog): void => {
  const openLog = (changes: Partial<LogRetention> = {}) => open({ ...retention, ...changes }, () => now);

  const recordAll = async (log: ActivityLog, entries: readonly LogEntry[]): Promise<void> => {
    for (const entry of entries) await (entry.kind === 'admin' ? log.recordAdmin(entry) : log.recordCheckins([entry]));
  };

  /** All entries of a list, and the number of entries on each page. */
  const readAll = async (list: (next: string | undefined) => ReturnType<ActivityLog['listByUser']>) => {
    const entries: LogEntry[] = [];
    const sizes: number[] = [];
    let next: string | undefined;
    do {
      const page = await list(next);
      entries.push(...page.entries);
      sizes.push(page.entries.length);
      next = page.next;
    } while (next !== undefined);
    return { entries, sizes };
  };

  it('keeps entries as they were recorded, and lists those about a user newest first', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const checkin = aCheckin(companyId, { receivedAt: now - 2 * HOUR });
    const undo = anAction(companyId, { receivedAt: now - HOUR });
    const unknown = aCheckin(companyId, {
      receivedAt: now - 3 * HOUR,
      userId: undefined as never,
      identifiers: { email: 'a@b.example' },
    });
    await recordAll(log, [undo, checkin, unknown, aCheckin(companyId, { userId: 12 }), aCheckin(freshCompanyId())]);
    const { entries } = await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 });
    expect(entries).toEqual([undo, checkin]);
  });

  it('lists a company’s entries newest first, even across days without entries', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const { userId: _, ...unknown } = aCheckin(companyId, { receivedAt: now - 20 * DAY, requestId: 'unknown' });
    const entries: LogEntry[] = [
      aCheckin(companyId, { receivedAt: now - 1 }),
      aCheckin(companyId, { receivedAt: now - 9 * HOUR, userId: 2 }),
      anAction(companyId, { receivedAt: now - 3 * DAY, action: 'clients.create', target: { clientId: 'ckc_1' } }),
      unknown,
      aCheckin(companyId, { receivedAt: now - 45 * DAY }),
    ];
    await recordAll(log, entries.toReversed());
    await recordAll(log, [aCheckin(freshCompanyId()), aCheckin(`${companyId}#2026`)]);
    const list = await readAll((next) => log.listByCompany(companyId, { from: now - 50 * DAY }, { limit: 10, next }));
    expect(list.entries).toEqual(entries);
  });

  it('lists entries from one time, inclusive, to another, exclusive', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const times = [now - 2 * DAY, now - 2 * DAY + 1, now - 1, now];
    await recordAll(
      log,
      times.map((receivedAt) => aCheckin(companyId, { receivedAt })),
    );
    const range = { from: now - 2 * DAY + 1, until: now };
    const byCompany = await log.listByCompany(companyId, range, { limit: 10 });
    const byUser = await log.listByUser({ companyId, userId: 1 }, range, { limit: 10 });
    expect(byCompany.entries.map(({ receivedAt }) => receivedAt)).toEqual([now - 1, now - 2 * DAY + 1]);
    expect(byUser.entries).toEqual(byCompany.entries);
  });

  it('lists nothing for a range that ends before it begins', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    await recordAll(log, [aCheckin(companyId)]);
    for (const range of [
      { from: now, until: now - HOUR },
      { from: now, until: now - 3 * DAY },
    ]) {
      const byCompany = await log.listByCompany(companyId, range, { limit: 10 });
      const byUser = await log.listByUser({ companyId, userId: 1 }, range, { limit: 10 });
      expect([byCompany, byUser]).toMatchObject([{ entries: [] }, { entries: [] }]);
    }
  });

  it('lists each entry once, page by page, even if many have the same time', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const times = [now, now, now, now - HOUR, now - DAY, now - 2 * DAY, now - 2 * DAY];
    await recordAll(
      log,
      times.map((receivedAt, index) => aCheckin(companyId, { receivedAt, requestId: `request-${index}` })),
    );
    const byCompany = await readAll((next) =>
      log.listByCompany(companyId, { from: now - 3 * DAY }, { limit: 2, next }),
    );
    const byUser = await readAll((next) => log.listByUser({ companyId, userId: 1 }, {}, { limit: 3, next }));
    expect(byCompany.sizes).toEqual([2, 2, 2, 1]);
    expect(byUser.sizes).toEqual([3, 3, 1]);
    for (const { entries } of [byCompany, byUser]) {
      expect(entries.map(({ receivedAt }) => receivedAt)).toEqual(times);
      expect(new Set(entries.map((entry) => entry.kind === 'checkin' && entry.requestId)).size).toBe(7);
    }
  });

  it('replaces the entry that the same request wrote earlier', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const corrected = aCheckin(companyId, { code: 'already_checked_in', checkinCount: 0 });
    await recordAll(log, [aCheckin(companyId), corrected]);
    expect((await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 })).entries).toEqual([corrected]);
  });

  it('lists no expired entries, and applies separate retentions to check-ins and administrative actions', async () => {
    const [log, companyId] = [openLog({ checkinLogDays: 10, adminLogDays: 20 }), freshCompanyId()];
    const kept = [
      aCheckin(companyId, { receivedAt: now - 10 * DAY + 1_000 }),
      anAction(companyId, { receivedAt: now - 20 * DAY + 1_000 }),
    ];
    const expired = [
      aCheckin(companyId, { receivedAt: now - 10 * DAY }),
      anAction(companyId, { receivedAt: now - 20 * DAY }),
    ];
    await recordAll(log, [...kept, ...expired]);
    expect((await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 })).entries).toEqual(kept);
    expect((await log.listByCompany(companyId, { from: now - 30 * DAY }, { limit: 10 })).entries).toEqual(kept);
  });

  it('records no check-ins if they are kept for 0 days', async () => {
    const [log, companyId] = [openLog({ checkinLogDays: 0 }), freshCompanyId()];
    await recordAll(log, [aCheckin(companyId), anAction(companyId)]);
    expect(log.keepsCheckins).toBe(false);
    expect((await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 })).entries).toEqual([anAction(companyId)]);
  });

  it('erases a user’s check-ins and the details of actions on the user, but no other entries', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const other = aCheckin(companyId, { userId: 2 });
    const many = Array.from({ length: 30 }, (_, index) => aCheckin(companyId, { requestId: `request-${index}` }));
    await log.recordCheckins(many);
    await recordAll(log, [anAction(companyId), other]);
    expect(await log.erase({ companyId, userId: 1 })).toBe(30);
    expect(await log.erase({ companyId, userId: 1 })).toBe(0);
    const { reason: _, before: __, ...action } = anAction(companyId);
    const erased = { ...action, changed: ['checkedInAt'] };
    const { entries } = await log.listByCompany(companyId, { from: now - DAY }, { limit: 10 });
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(expect.arrayContaining([erased, other]));
  });
};
