import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDateTime, isRfc3339, parseDateTime } from '../../../shared/domain/instant.ts';

describe('parseDateTime', () => {
  it.each([
    ['UTC', '2026-11-21T08:30:15Z', Date.UTC(2026, 10, 21, 8, 30, 15)],
    ['an offset ahead of UTC', '2026-11-21T08:30:15+05:45', Date.UTC(2026, 10, 21, 2, 45, 15)],
    ['an offset behind UTC', '2026-11-21T08:30:15-03:00', Date.UTC(2026, 10, 21, 11, 30, 15)],
    ['the largest offsets', '2026-11-21T23:59:00+23:59', Date.UTC(2026, 10, 21)],
    ['lower-case t and z', '2026-11-21t08:30:15z', Date.UTC(2026, 10, 21, 8, 30, 15)],
    ['a fraction of one digit', '2026-11-21T08:30:15.5Z', Date.UTC(2026, 10, 21, 8, 30, 15, 500)],
    ['more digits, and cuts them off', '2026-11-21T08:30:15.9999999Z', Date.UTC(2026, 10, 21, 8, 30, 15, 999)],
    ['a leap day', '2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['a leap second', '2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['a leap second with an offset', '1998-12-31T15:59:60-08:00', Date.UTC(1999, 0, 1)],
    ['a leap second with a fraction', '2016-12-31T23:59:60.75Z', Date.UTC(2017, 0, 1)],
    ['the first possible moment', '0000-01-01T00:00:00Z', -62_167_219_200_000],
    ['a year below 100', '0099-03-01T00:00:00Z', -59_037_897_600_000],
    ['the last possible moment', '9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('reads %s', (_, text, instant) => {
    expect(parseDateTime(text)).toBe(instant);
  });

  it.each([
    ['an empty text', ''],
    ['a time without an offset', '2026-11-21T08:30:15'],
    ['a blank in place of the T', '2026-11-21 08:30:15Z'],
    ['a leading blank', ' 2026-11-21T08:30:15Z'],
    ['a line break at the end', '2026-11-21T08:30:15Z\n'],
    ['30 February', '2026-02-30T00:00:00Z'],
    ['month 13', '2026-13-10T00:00:00Z'],
    ['day 0', '2026-11-00T00:00:00Z'],
    ['hour 24', '2026-11-21T24:00:00Z'],
    ['minute 60', '2026-11-21T08:60:00Z'],
    ['second 61', '2016-12-31T23:59:61Z'],
    ['a leap second in another minute', '2016-12-31T23:58:60Z'],
    ['a leap second that is not at the end of a day in UTC', '2016-12-31T23:59:60+01:00'],
    ['a leap second in the first minutes of a month', '2017-01-01T00:01:60Z'],
    ['a leap second within a month', '2016-12-30T23:59:60Z'],
    ['an offset that makes the year later than 9999', '9999-12-31T23:59:59.999-00:01'],
    ['an offset that makes the year earlier than 0', '0000-01-01T00:00:00+00:01'],
    ['an offset of 24 hours', '2026-11-21T08:30:15+24:00'],
    ['an offset of 60 minutes', '2026-11-21T08:30:15+01:60'],
    ['a fraction without digits', '2026-11-21T08:30:15.Z'],
    ['digits of another script', '2026-11-2১T08:30:15Z'],
  ])('rejects %s', (_, text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  it('reads every instant correctly, with every offset', () => {
    const instants = fc.integer({ min: Date.UTC(1, 0, 2), max: Date.UTC(9999, 11, 30) });
    const offsets = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 });
    fc.assert(
      fc.property(instants, offsets, (instant, minutes) => {
        const local = new Date(instant + minutes * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(minutes);
        const clock = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0')).join(':');
        expect(parseDateTime(`${local}${minutes < 0 ? '-' : '+'}${clock}`)).toBe(instant);
      }),
    );
  });
});

it('isRfc3339 accepts the years 0000 to 9999', () => {
  const [first, last] = [-62_167_219_200_000, Date.UTC(9999, 11, 31, 23, 59, 59, 999)];
  expect([first - 1, first, last, last + 1].map(isRfc3339)).toEqual([false, true, true, false]);
});

it('formatDateTime writes an instant in UTC, to the millisecond', () => {
  expect(formatDateTime(Date.UTC(2026, 10, 21, 8, 0, 0, 7))).toBe('2026-11-21T08:00:00.007Z');
});
