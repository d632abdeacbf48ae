import { describe, expect, it } from '@jest/globals';
import { findOrder, readDateTime } from '../../../shared/files/date-times.ts';

describe('readDateTime', () => {
  it.each([
    ['2026-11-30 08:00', '2026-11-30T08:00:00'],
    ['2026-11-30T08:00:15', '2026-11-30T08:00:15'],
    ['2026-11-30 08:00:15.250', '2026-11-30T08:00:15.250'],
    ['30.11.2026 08:00', '2026-11-30T08:00:00'],
    ['3.4.2026 8:05', '2026-04-03T08:05:00'],
    ['30.11.2026, 08:00', '2026-11-30T08:00:00'],
    ['30/11/2026 08:00:30', '2026-11-30T08:00:30'],
    ['30/11/2026 8:00 a. m.', '2026-11-30T08:00:00'],
    ['30/11/2026 12:30 p.m.', '2026-11-30T12:30:00'],
    ['30/11/2026 12:00 AM', '2026-11-30T00:00:00'],
    ['2026-12-31 24:00', '2027-01-01T00:00:00'],
    ['28.02.2028 24:00:00', '2028-02-29T00:00:00'],
    ['2026-11-29T10:00:00Z', '2026-11-29T10:00:00Z'],
    ['2026-11-29 10:00:00+00:00', '2026-11-29T10:00:00+00:00'],
    ['2026-11-29 10:00:00.5-03:00', '2026-11-29T10:00:00.5-03:00'],
  ])('reads %j', (text, dateTime) => {
    expect(readDateTime(text, 'dmy')).toEqual({ dateTime });
  });

  it.each([
    ['tomorrow', 'date_unreadable'],
    ['x 30.11.2026 08:00', 'date_unreadable'],
    ['30.11.26 08:00', 'date_unreadable'],
    ['30.11/2026 08:00', 'date_unreadable'],
    ['30.11.2026 8', 'date_unreadable'],
    ['30.11.2026 08:60', 'date_unreadable'],
    ['30.11.2026 25:00', 'date_unreadable'],
    ['30.11.2026 24:01', 'date_unreadable'],
    ['30.11.2026 13:00 PM', 'date_unreadable'],
    ['30.11.2026 0:00 AM', 'date_unreadable'],
    ['46356.33', 'date_unreadable'],
    ['08:00', 'date_unreadable'],
    ['30.11.2026', 'date_without_time'],
    ['2026-11-30', 'date_without_time'],
    ['31.11.2026 08:00', 'date_not_in_calendar'],
    ['2026-02-29 08:00', 'date_not_in_calendar'],
    ['12/31/2026 08:00', 'date_not_in_calendar'],
  ])('rejects %j: %s', (text, code) => {
    expect(readDateTime(text, 'dmy')).toBe(code);
  });

  it('rejects a date with slashes of which nothing says the order', () => {
    expect(readDateTime('03/04/2026 08:00', undefined)).toBe('date_order_unknown');
    expect(readDateTime('04/04/2026 08:00', undefined)).toEqual({ dateTime: '2026-04-04T08:00:00' });
  });
});

it.each([
  ['13/04/2026', 'dmy'],
  ['04/13/2026 08:00', 'mdy'],
  ['03/04/2026', 'unknown'],
  ['04/04/2026', undefined],
  ['13/13/2026', undefined],
  ['13.04.2026', undefined],
  ['03/04/20261', undefined],
  ['a', undefined],
])('The order of day and month in %j is %s', (text, order) => {
  expect(findOrder(text)).toBe(order);
});
