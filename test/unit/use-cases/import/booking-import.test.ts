import { describe, expect, it } from '@jest/globals';
import { parseBooking } from '../../../../shared/use-cases/import/booking-import.ts';

const base = { companyId: 'acme', bookingId: 'b-1', userId: 42, kind: 'position' };
const moments = { checkinOpensAt: '2026-11-21T08:00:00+01:00', noShowAt: '2026-11-21t12:00:00.5z' };
const start = { startsAt: '2026-11-21T08:00:00Z', checkinAdvanceMinutes: 60, noShowMinutes: 240 };

const item = { user: { companyId: 'acme', userId: 42 }, bookingId: 'b-1', kind: 'position' };
const utc = (text: string): number => Date.parse(text);

const PERIOD_FORMS = 'give checkinOpensAt and noShowAt, or startsAt, checkinAdvanceMinutes, noShowMinutes';
const DATE_TIME = 'must be a date-time of RFC 3339 with its offset, as 2026-11-21T08:00:00+01:00';

describe('parseBooking', () => {
  it('reads the two moments of the check-in period', () => {
    const period = { checkinOpensAt: utc('2026-11-21T07:00:00Z'), noShowAt: utc('2026-11-21T12:00:00.500Z') };
    expect(parseBooking({ ...base, ...moments })).toEqual({ item: { ...item, ...period } });
  });

  it('reckons the two moments from the start and the minutes around it', () => {
    const period = { checkinOpensAt: utc('2026-11-21T07:00:00Z'), noShowAt: utc('2026-11-21T12:00:00Z') };
    expect(parseBooking({ ...base, ...start })).toEqual({ item: { ...item, ...period } });
  });

  it('takes a parking place with a name', () => {
    const parsed = parseBooking({ ...base, ...moments, kind: 'parking', name: 'P 7' });
    expect(parsed).toMatchObject({ item: { kind: 'parking', name: 'P 7' } });
  });

  it('takes 72 hours and no advance', () => {
    const longest = { ...base, startsAt: start.startsAt, checkinAdvanceMinutes: 0, noShowMinutes: 72 * 60 };
    expect(parseBooking(longest)).toHaveProperty('item');
  });

  it.each([
    [{ ...base, ...moments, kind: 'desk' }, 'kind must be position or parking'],
    [{ ...base, ...moments, bookingId: 'b'.repeat(129) }, 'bookingId must have 1 to 128 characters'],
    [{ ...base, ...moments, userId: '42' }, 'userId must be an integer from 1 to 9007199254740991'],
    [{ ...base, ...moments, name: 'n'.repeat(257) }, 'name must have 1 to 256 characters'],
    [{ ...base, ...moments, noShowAt: '2026-11-21T12:00:00' }, `noShowAt ${DATE_TIME}`],
    [{ ...base, ...moments, noShowAt: 1_795_000_000_000 }, `noShowAt ${DATE_TIME}`],
    [{ ...base, ...start, noShowMinutes: -1 }, 'noShowMinutes must be a whole number of minutes, 0 or more'],
    [
      { ...base, ...start, checkinAdvanceMinutes: 0.5 },
      'checkinAdvanceMinutes must be a whole number of minutes, 0 or more',
    ],
    [base, `the check-in period is missing: ${PERIOD_FORMS}`],
    [{ ...base, ...moments, ...start }, `startsAt does not go with checkinOpensAt: ${PERIOD_FORMS}`],
    [{ ...base, ...start, noShowAt: moments.noShowAt }, `startsAt does not go with noShowAt: ${PERIOD_FORMS}`],
    [{ ...base, ...moments, noShowAt: null }, 'noShowAt is missing'],
    [{ ...base, noShowAt: moments.noShowAt }, 'checkinOpensAt is missing'],
    [{ ...base, ...start, startsAt: null }, 'startsAt is missing'],
    [{ ...base, ...start, checkinAdvanceMinutes: null }, 'checkinAdvanceMinutes is missing'],
    [{ ...base, ...start, noShowMinutes: null }, 'noShowMinutes is missing'],
    [{ ...base, ...start, noShowMinutes: 72 * 60 }, 'the check-in period is longer than 72 hours'],
    [
      { ...base, ...start, checkinAdvanceMinutes: 0, noShowMinutes: 0 },
      'the no-show moment must be later than the moment check-in opens',
    ],
  ])('says what to mend in %j', (fields, reason) => {
    expect(parseBooking(fields)).toEqual({ reason });
  });
});
