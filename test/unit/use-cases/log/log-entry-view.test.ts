import { expect, it } from '@jest/globals';
import type { CheckinEntry } from '../../../../shared/domain/activity-log.ts';
import { viewLogEntry } from '../../../../shared/use-cases/log/log-entry-view.ts';

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
