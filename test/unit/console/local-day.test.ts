import { afterEach, describe, expect, it } from '@jest/globals';
import { dayAfter, isDay, startOfDay, today } from '../../../lib/console/browser/components/local-day.ts';
import { changeForFile } from '../../support/run/change-for-file.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('A day', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('is %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['', 'abc', '2026-02-31', '2026-02-29', '2026-13-01', '2026-2-3', '2026-02'])('is not %j', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each([
    ['Europe/Berlin', '2026-11-22'],
    ['UTC', '2026-11-21'],
    ['America/New_York', '2026-11-21'],
  ])('that is today in %s is %s', (timeZone, day) => {
    process.env['TZ'] = timeZone;
    changeForFile(Date, { now: () => Date.parse('2026-11-21T23:30:00Z') });
    expect(today()).toBe(day);
  });

  it.each([
    ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    // The clocks change: 23 and 25 hours.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  ])('in %s has its own length: %s', (timeZone, day, from, until) => {
    process.env['TZ'] = timeZone;
    expect([startOfDay(day), startOfDay(day, 1)]).toEqual([from, until]);
    expect(dayAfter(dayAfter(day, 1), -1)).toBe(day);
  });
});
