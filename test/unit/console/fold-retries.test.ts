import { describe, expect, it } from '@jest/globals';
import { foldRetries } from '../../../lib/console/browser/pages/log/fold-retries.ts';
import type { AuditLogEntry, CheckinLogEntry } from '../../../shared/console-api/log.ts';

const swipe = (requestId: string, changes: Partial<CheckinLogEntry> = {}): CheckinLogEntry => ({
  kind: 'checkin',
  receivedAt: '2026-11-21T08:00:00.000Z',
  at: '2026-11-21T08:00:00.000Z',
  requestId,
  idempotencyKey: 'k-1',
  clientId: 'gate',
  identifiers: {},
  userId: 1,
  statusCode: 200,
  code: 'checked_in',
  checkinCount: 1,
  bookings: [],
  ...changes,
});
const unavailable = { statusCode: 503, code: 'dependency_unavailable', checkinCount: 0 } as const;
const action: AuditLogEntry = {
  kind: 'admin',
  receivedAt: '2026-11-21T08:00:00.000Z',
  actor: { through: 'console', id: 'ana' },
  action: 'users.remove',
  target: { userId: 1 },
};

describe('A swipe that was sent again', () => {
  it('is one row with the last attempt, whether or not the first found the person', () => {
    const { userId: _, ...unknown } = swipe('r-1', { ...unavailable, identifiers: { uid: 'B-1' } });
    const second = swipe('r-2', unavailable);
    const third = swipe('r-3', { repeated: true });
    expect(foldRetries([third, action, second, unknown])).toEqual([{ ...third, attempts: [second, unknown] }, action]);
  });

  it.each<[string, Partial<CheckinLogEntry>]>([
    ['about another person', { userId: 2 }],
    ['with another key', { idempotencyKey: 'k-2' }],
    ['of another gate', { clientId: 'other' }],
  ])('is not folded with one %s', (_, changes) => {
    const entries = [swipe('r-2'), swipe('r-1', changes)];
    expect(foldRetries(entries)).toEqual(entries);
  });

  it('is a row for each attempt if it has no key', () => {
    const attempts = ['r-2', 'r-1'].map((requestId) => {
      const { idempotencyKey: _, ...entry } = swipe(requestId);
      return entry;
    });
    expect(foldRetries(attempts)).toEqual(attempts);
  });
});
