import { describe, expect, it } from '@jest/globals';
import type { Booking, BookingOutcome, CheckinRecord } from '../../../shared/domain/booking.ts';
import { tally } from '../../../shared/domain/checkin.ts';

const ownRecord: CheckinRecord = {
  at: 2_000,
  receivedAt: 2_000,
  clientId: 'gate',
  requestId: 'request-2',
  checkinId: 'request-2',
  notify: false,
};
const ownRecordWithKey: CheckinRecord = { ...ownRecord, idempotencyKey: 'swipe-1' };

const desk: Booking = {
  openSince: 0,
  user: { companyId: 'acme', userId: 1 },
  bookingId: 'desk',
  kind: 'position',
  checkinOpensAt: 0,
  noShowAt: 9_000,
};
const checkedIn: BookingOutcome = { kind: 'checked-in', booking: { ...desk, checkin: ownRecord } };
const closed: BookingOutcome = { kind: 'closed' };

const checkedInEarlier = (record: Partial<CheckinRecord>): BookingOutcome => ({
  kind: 'already-checked-in',
  booking: { ...desk, checkin: { ...ownRecord, requestId: 'request-1', checkinId: 'request-1', at: 1_000, ...record } },
});

describe('The outcome of a check-in', () => {
  it('counts the bookings that the request checked in', () => {
    expect(tally([checkedIn, checkedIn, closed], ownRecord)).toEqual({
      checkinCount: 2,
    });
  });

  it('counts a booking that the same check-in has already checked in, for example before a lost response', () => {
    expect(tally([checkedInEarlier({ checkinId: ownRecord.checkinId })], ownRecord)).toEqual({ checkinCount: 1 });
  });

  it.each([
    ['another check-in', {}, ownRecord],
    ['an earlier check-in whose identical key has expired', { idempotencyKey: 'swipe-1' }, ownRecordWithKey],
  ])('does not count a booking that was checked in by %s', (_, record, current) => {
    expect(tally([checkedInEarlier(record)], current)).toEqual({ checkinCount: 0, checkedInSince: 1_000 });
  });

  it('has the time of the earliest check-in if all bookings were checked in before', () => {
    expect(tally([checkedInEarlier({ at: 900 }), checkedInEarlier({ at: 700 }), closed], ownRecord)).toEqual({
      checkinCount: 0,
      checkedInSince: 700,
    });
  });

  it('does not mention earlier check-ins if the request checked a booking in', () => {
    expect(tally([checkedInEarlier({}), checkedIn], ownRecord)).toEqual({ checkinCount: 1 });
  });

  it('has the count 0 if no booking was open', () => {
    expect(tally([], ownRecord)).toEqual({ checkinCount: 0 });
  });
});
