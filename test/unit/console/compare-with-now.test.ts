import { describe, expect, it } from '@jest/globals';
import { compareWithNow } from '../../../lib/console/browser/pages/log/compare-with-now.ts';
import { MAX_LOGGED_NEAR } from '../../../shared/use-cases/checkin/checkin-log.ts';

const receivedAt = '2026-11-21T09:03:00.000Z';
const later = '2026-11-21T19:13:00.000Z';
const period = { checkinOpensAt: '2026-11-21T08:00:00.000Z', noShowAt: '2026-11-21T10:00:00.000Z' };
const evening = { checkinOpensAt: '2026-11-21T18:00:00.000Z', noShowAt: '2026-11-21T20:00:00.000Z' };

const openSince = '2026-11-01T00:00:00.000Z';
const desk = { bookingId: 'desk', kind: 'position' as const, openSince };
const open = { ...desk, result: 'open' as const, ...period };
const early = { ...desk, result: 'too_early' as const, ...evening };

const code = 'nothing_open';
const differencesOf = (...parameters: Parameters<typeof compareWithNow>) =>
  compareWithNow(...parameters).map(({ bookingId, difference, since }) => [bookingId, difference, since]);

describe('The dialog "Why?" compares bookings with those of the swipe, and shows one', () => {
  it('as added, with the time, if it was added after the swipe', () => {
    const compared = compareWithNow({ code, receivedAt, bookings: [] }, [{ ...open, openSince: later }]);
    expect(compared).toEqual([
      { bookingId: 'desk', now: { ...open, openSince: later }, difference: 'added', since: later },
    ]);
    expect(compared[0]).not.toHaveProperty('seen');
  });

  it('as added, without a time, if it was moved to its present period from an overlapping one', () => {
    expect(differencesOf({ code, receivedAt, bookings: [] }, [open])).toEqual([['desk', 'added', undefined]]);
  });

  it('as added only if it is newer than the swipe, because a swipe in the period of a booking logs no other bookings', () => {
    const done = { bookingId: 'morning', result: 'already_checked_in' as const };
    const logged = { code: 'already_checked_in', receivedAt, bookings: [done] };
    const now = [{ ...open, bookingId: 'morning', result: 'already_checked_in' as const }, early];
    expect(differencesOf(logged, now)).toEqual([['morning', 'same', undefined]]);
    expect(differencesOf(logged, [{ ...early, openSince: later }]).at(-1)).toEqual(['desk', 'added', later]);
  });

  it('as the same, moved or gone if it was logged with its period', () => {
    const logged = { code, receivedAt, bookings: [early] };
    expect(differencesOf(logged, [early])).toEqual([['desk', 'same', undefined]]);
    expect(differencesOf(logged, [open])).toEqual([['desk', 'moved', undefined]]);
    expect(differencesOf(logged, [{ ...early, noShowAt: later }])).toEqual([['desk', 'moved', undefined]]);
    expect(differencesOf(logged, [])).toEqual([['desk', 'gone', undefined]]);
  });

  it('as the same or moved if it was logged without its period', () => {
    const closed = { code, receivedAt, bookings: [{ bookingId: 'desk', result: 'closed' as const }] };
    expect(differencesOf(closed, [early])).toEqual([['desk', 'moved', undefined]]);
    expect(differencesOf(closed, [open])).toEqual([['desk', 'same', undefined]]);
    const done = { code, receivedAt, bookings: [{ bookingId: 'desk', result: 'already_checked_in' as const }] };
    expect(differencesOf(done, [{ ...open, result: 'already_checked_in' }])).toEqual([['desk', 'same', undefined]]);
  });

  it('as added only if it was added after the swipe, because a full log entry might have omitted older bookings', () => {
    const bookings = Array.from({ length: MAX_LOGGED_NEAR }, (_, index) => ({ ...early, bookingId: `b${index}` }));
    const now = [...bookings, open, { ...open, bookingId: 'new', openSince: later }];
    const differences = differencesOf({ code, receivedAt, bookings }, now);
    expect(differences.slice(MAX_LOGGED_NEAR)).toEqual([['new', 'added', later]]);
  });
});
