import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { rebook, reopen, type Booking } from '../../../shared/domain/booking.ts';
import {
  toBookingEvent,
  toCloudEvent,
  type BookingChange,
  type ServiceEvent,
} from '../../../shared/domain/service-event.ts';
import { eventProblems } from '../../support/events-schema.ts';

const HOUR = 60 * 60_000;
const OPENS = Date.UTC(2026, 10, 21, 8);
const user = { companyId: 'acme/eu', userId: 42 };
const details = { user, bookingId: 'desk 4', kind: 'position', name: 'Jo’s desk', checkinOpensAt: OPENS } as const;
const booking: Booking = { ...details, noShowAt: OPENS + HOUR, openSince: OPENS };
const checkedIn = (checkinId: string, before: Booking = booking): Booking => ({
  ...before,
  checkin: {
    at: OPENS + 1,
    receivedAt: OPENS + 2,
    by: { through: 'console', id: 'jo@example.com' },
    reader: 'Door of Jo',
    requestId: 'request',
    idempotencyKey: 'swipe',
    checkinId,
    notify: true,
  },
});

const eventOf = (before: Booking | undefined, after: Booking | undefined, more: Partial<BookingChange> = {}) =>
  toBookingEvent({ before, after, changedAt: OPENS + 3, sequence: '1', isExpiry: false, ...more });

const data = {
  ...user,
  bookingId: 'desk 4',
  kind: 'position',
  checkinOpensAt: '2026-11-21T08:00:00.000Z',
  noShowAt: '2026-11-21T09:00:00.000Z',
};
const checkin = { checkinId: 'a', checkedInAt: '2026-11-21T08:00:00.001Z' };

describe('A change of a booking', () => {
  it('makes an event that contains only ids, times and the kind, and whose subject starts with the company', () => {
    expect(eventOf(booking, checkedIn('a'))).toEqual({
      type: 'checkin.performed',
      id: expect.stringMatching(/^[\w-]{22}$/),
      subject: 'acme%2Feu/users/42/bookings/desk%204',
      time: OPENS + 3,
      sequence: '1',
      data: { ...data, ...checkin },
    });
  });

  const moved = rebook(checkedIn('a'), { ...details, checkinOpensAt: OPENS + HOUR, noShowAt: OPENS + 2 * HOUR }, OPENS);
  const restored = { ...booking, checkin: { ...checkedIn('b').checkin, restored: true } } as Booking;
  it.each<[string, Booking | undefined, Booking | undefined, ServiceEvent['type'] | undefined]>([
    ['is created with a check-in', undefined, checkedIn('a'), 'checkin.performed'],
    ['is created', undefined, booking, undefined],
    ['gets its check-in back from a copy of the table', booking, restored, undefined],
    ['comes from a copy of the table, with its check-in', undefined, restored, undefined],
  ])('makes the right event, or none, when the booking %s', (_, before, after, type) => {
    expect(eventOf(before, after)?.type).toBe(type);
  });

  it('makes no event when the booking is deleted because its time to live has ended', () => {
    expect(eventOf(checkedIn('a'), undefined, { isExpiry: true })).toBeUndefined();
  });

  it('makes an event with the undone check-in and the booking’s new period when it undoes a check-in', () => {
    expect(eventOf(checkedIn('a'), moved)?.data).toEqual({
      ...data,
      checkinOpensAt: '2026-11-21T09:00:00.000Z',
      noShowAt: '2026-11-21T10:00:00.000Z',
      ...checkin,
    });
  });
});

/** Sequences of changes to a booking. */
const steps = fc.array(fc.constantFrom('create', 'check in', 'undo', 'move', 'rename', 'cancel'), { maxLength: 30 });

const applyStep = (before: Booking | undefined, step: string, stepNumber: number): Booking | undefined => {
  if (!before) return step === 'create' ? booking : undefined;
  const period = { checkinOpensAt: OPENS + stepNumber * 2 * HOUR, noShowAt: OPENS + stepNumber * 2 * HOUR + HOUR };
  if (step === 'check in') return before.checkin ? before : checkedIn(`check-in ${stepNumber}`, before);
  if (step === 'undo') return before.checkin ? reopen(before, before.checkin, OPENS) : before;
  if (step === 'move') return rebook(before, { ...details, ...period }, OPENS);
  return step === 'cancel' ? undefined : { ...before, name: `Desk ${stepNumber}` };
};

const historyOf = (all: readonly string[]): { changes: BookingChange[]; last: Booking | undefined } => {
  let before: Booking | undefined;
  const changes = all.flatMap((step, index): BookingChange[] => {
    const after = applyStep(before, step, index + 1);
    const change = { before, after, changedAt: OPENS, sequence: String(index).padStart(5, '0'), isExpiry: false };
    before = after;
    return change.before || change.after ? [change] : [];
  });
  return { changes, last: before };
};

const eventsOf = (changes: readonly BookingChange[]): ServiceEvent[] =>
  changes.flatMap((each) => toBookingEvent(each) ?? []);

describe('The events of a booking', () => {
  it('show whether the booking is checked in, and by which check-in, whatever the order and however often they arrive', () => {
    const disorder = fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(steps, disorder, (all, weights) => {
        const { changes, last } = historyOf(all);
        const events = eventsOf(changes);
        const weightOf = (index: number) => weights[index % weights.length] ?? 0;
        const delivered = [...events, ...events]
          .map((event, index) => [weightOf(index), event] as const)
          .toSorted(([one], [other]) => one - other);
        const known = new Map(delivered.map(([, event]) => [event.id, event]));
        expect(known.size).toBe(events.length);
        const newest = [...known.values()].reduce<ServiceEvent | undefined>(
          (one, other) => (one && String(one.sequence) > String(other.sequence) ? one : other),
          undefined,
        );
        const performed = newest?.type === 'checkin.performed' ? (newest.data as { checkinId: string }) : undefined;
        expect(performed?.checkinId).toBe(last?.checkin?.checkinId);
      }),
    );
  });

  it('are the same when the same changes are processed again, and contain no name, reader or other text', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { changes } = historyOf(all);
        const events = eventsOf(changes);
        expect(eventsOf(structuredClone(changes))).toEqual(events);
        for (const event of events) {
          const detail = toCloudEvent(event, 'https://checkin.example.com');
          expect(eventProblems(detail)).toEqual([]);
          expect(JSON.stringify(detail)).not.toMatch(/\bJo\b|@|swipe|request/);
        }
      }),
    );
  });
});
