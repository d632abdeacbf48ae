import { expect, it } from '@jest/globals';
import type { CheckinEntry } from '../../../../shared/domain/activity-log.ts';
import { joinNames, viewLogEntry, type LogEntryView } from '../../../../shared/use-cases/log/list-log.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const entry: CheckinEntry = {
  kind: 'checkin',
  companyId: 'acme',
  receivedAt: NOW,
  requestId: 'r',
  clientId: 'gate',
  identifiers: {},
  userId: 42,
  at: NOW,
  statusCode: 200,
  code: 'nothing_open',
  checkinCount: 0,
  bookings: [
    { bookingId: 'desk', result: 'closed' },
    { bookingId: 'parking', kind: 'parking', result: 'too_early', checkinOpensAt: NOW + 1, noShowAt: NOW + 2 },
  ],
};

it('An entry of the log is shown with RFC 3339 date-times', () => {
  expect(viewLogEntry(entry)).toMatchObject({
    receivedAt: '2026-11-21T08:00:00.000Z',
    at: '2026-11-21T08:00:00.000Z',
    bookings: [
      { bookingId: 'desk', result: 'closed' },
      {
        bookingId: 'parking',
        kind: 'parking',
        result: 'too_early',
        checkinOpensAt: '2026-11-21T08:00:00.001Z',
        noShowAt: '2026-11-21T08:00:00.002Z',
      },
    ],
  });
});

it('The names in a page of the log are the current names of the company’s users, and come from one read', async () => {
  const store = makeInMemoryUsers([
    { companyId: 'acme', id: 1, name: 'Ada', devices: [] },
    { companyId: 'acme', id: 2, devices: [] },
    { companyId: 'globex', id: 3, name: 'Gil', devices: [] },
  ]);
  const idsRead: number[][] = [];
  const users = {
    findAll: (refs: Parameters<typeof store.findAll>[0]) => {
      idsRead.push(refs.map(({ userId }) => userId));
      return store.findAll(refs);
    },
  };
  const checkin = (userId?: number) => ({ kind: 'checkin', userId }) as unknown as LogEntryView;
  const action = (userId?: number) => ({ kind: 'admin', target: { userId } }) as unknown as LogEntryView;
  const entries = [checkin(1), action(1), checkin(2), action(3), checkin(), action()];
  const joined = await joinNames(users, 'acme', entries);
  expect(joined).toEqual([{ ...checkin(1), userName: 'Ada' }, { ...action(1), userName: 'Ada' }, ...entries.slice(2)]);
  expect(joined.map((one) => 'userName' in one)).toEqual([true, true, false, false, false, false]);
  expect(idsRead).toStrictEqual([[1, 2, 3]]);
});
