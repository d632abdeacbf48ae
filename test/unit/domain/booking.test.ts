import { describe, expect, it } from '@jest/globals';
import { rebook, reopen, type Booking, type CheckinRecord } from '../../../shared/domain/booking.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
const recordOf = (checkinId: string): CheckinRecord => ({
  at,
  receivedAt: at,
  clientId: 'gate',
  requestId: checkinId,
  checkinId,
  notify: false,
});
const details = {
  user: { companyId: 'acme', userId: 1 },
  bookingId: 'desk',
  kind: 'position',
  checkinOpensAt: at - HOUR,
  noShowAt: at + HOUR,
} as const;
const tomorrow = { ...details, checkinOpensAt: at + 24 * HOUR, noShowAt: at + 26 * HOUR };

describe('A booking that is opened again', () => {
  it('has no check-in, and keeps the ids of its last 50 undone check-ins', () => {
    let booking: Booking = details;
    for (let index = 0; index <= 50; index += 1) {
      const checkin = recordOf(`c${index}`);
      booking = reopen({ ...booking, checkin }, checkin, at + index);
    }
    expect(booking).not.toHaveProperty('checkin');
    expect(booking.undone).toEqual(Array.from({ length: 50 }, (_, index) => `c${index + 1}`));
    expect(booking.openSince).toBe(at + 50);
  });
});

describe('A booking with new details', () => {
  const undone: Booking = { ...details, undone: ['c0'], undoId: 'undo-1', openSince: at - 5 };

  it('keeps the id of its last undo, so that a retry of the undo does not undo a later check-in', () => {
    expect(rebook(undone, { ...details, name: 'Desk 7' }, at)).toEqual({ ...undone, name: 'Desk 7' });
  });

  it('that is moved away from its check-in keeps its `openSince` if the time of the move is not given', () => {
    const moved = rebook({ ...undone, checkin: recordOf('c1') }, tomorrow);
    expect(moved).toEqual({ ...undone, ...tomorrow, undone: ['c0', 'c1'] });
    expect(moved).not.toHaveProperty('checkin');
  });
});
