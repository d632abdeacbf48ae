import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { addDays, isDay, today } from '../../../lib/console/browser/components/local-day.ts';
import { momentOf, startOfDay } from '../../../lib/console/browser/components/local-time.ts';

/** Jest gives each test file a copy of the environment. Only the original one sets the time zone. */
const { env } = runInThisContext('process') as NodeJS.Process;
const zone = env['TZ'];
afterEach(() => {
  if (zone === undefined) delete env['TZ'];
  else env['TZ'] = zone;
});

describe('A day', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('is valid: %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['', 'abc', '2026-02-31', '2026-02-29', '2026-13-01', '2026-2-3', '2026-02'])('is not valid: %j', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each([
    ['Europe/Berlin', '2026-11-22'],
    ['UTC', '2026-11-21'],
    ['America/New_York', '2026-11-21'],
  ])('depends on the time zone: at 23:30 UTC on 2026-11-21, today in %s is %s', (timeZone, day) => {
    env['TZ'] = timeZone;
    Date.now = () => Date.parse('2026-11-21T23:30:00Z');
    expect(today()).toBe(day);
  });

  it.each([
    ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    // The clocks change, so these days have 23 and 25 hours.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    // Clocks skip midnight, so the second day begins at 01:00, and has 23 hours.
    ['America/Santiago', '2024-09-07', '2024-09-07T04:00:00.000Z', '2024-09-08T04:00:00.000Z'],
    ['America/Santiago', '2024-09-08', '2024-09-08T04:00:00.000Z', '2024-09-09T03:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    // The hour before midnight occurs twice.
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', '2026-10-24T22:00:00.000Z'],
    // While somebody types the year 2026, the field has the year 202. Berlin's clocks showed its solar time then.
    ['Europe/Berlin', '0202-11-21', '0202-11-20T23:06:32.000Z', '0202-11-21T23:06:32.000Z'],
    // Clocks skip the whole second day.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  ])('in %s begins and ends when the date changes: %s', (timeZone, day, from, until) => {
    env['TZ'] = timeZone;
    expect([startOfDay(day), startOfDay(day, 1)]).toEqual([from, until]);
    expect(addDays(addDays(day, 1), -1)).toBe(day);
  });
});

describe('A local date-time', () => {
  it.each([
    ['2026-11-21T08:59', '2026-11-21T07:59:00.000Z'],
    // The next two times occur twice. Of the four instants, only the second 02:30 is inside the period, 01:15Z to 05:00Z.
    ['2026-10-25T02:30', '2026-10-25T01:30:00.000Z'],
    ['2026-10-25T02:10:30', '2026-10-25T00:10:30.000Z'],
    // The clocks skip this time.
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ])('%s stands for %s, which is inside the period if possible', (local, instant) => {
    env['TZ'] = 'Europe/Berlin';
    expect(momentOf(local, '2026-10-25T01:15:00Z', '2026-10-25T05:00:00Z')).toBe(instant);
  });

  it('that occurs twice within an hour stands for the time inside the period', () => {
    env['TZ'] = 'Australia/Lord_Howe';
    // At 15:00Z, 02:00 becomes 01:30.
    expect(momentOf('2026-04-05T01:45', '2026-04-04T15:00:00Z', '2026-04-04T16:00:00Z')).toBe(
      '2026-04-04T15:15:00.000Z',
    );
  });
});
