import { mock } from 'node:test';
import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { isTimeZone } from '../../../shared/rules/value-formats.ts';

const acceptedByTemporal = (timeZone: string): boolean => {
  try {
    Temporal.PlainDate.from('2026-11-21').toZonedDateTime(timeZone);
    return true;
  } catch {
    return false;
  }
};

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** All names of three letters that `Intl` knows end with one of these. */
const LAST_LETTERS = ['C', 'K', 'T'];
const abbreviations = LETTERS.flatMap((one) =>
  LETTERS.flatMap((two) => LAST_LETTERS.map((three) => one + two + three)),
);

describe('A time zone is valid exactly if Temporal accepts it:', () => {
  it.each<[string, readonly string[]]>([
    ['all names of the database', Intl.supportedValuesOf('timeZone')],
    ['old names', ['GMT0', 'US/Pacific', 'EST5EDT', 'Etc/GMT+5', 'Zulu', 'Asia/Calcutta', 'europe/berlin', 'UTC']],
    ['offsets', ['+01:00', '-0330', '+01', '+14:00', '-00:00', '+23:59', '+24:00', '+1', '+01:0', '+01:00:00']],
    ['others', ['', ' UTC', 'Berlin', 'Europe/Berlin ', 'Z', 'Local', '\u221201:00', 'Etc/Unknown', 'a'.repeat(99)]],
    ['three letters', abbreviations],
  ])('%s', (_, names) => {
    expect(names.filter(isTimeZone)).toEqual(names.filter(acceptedByTemporal));
  });

  it('offsets also where Intl knows none, as in Node 20', () => {
    const noOffsets = mock.method(Intl, 'DateTimeFormat', () => {
      throw new RangeError('Invalid time zone specified');
    });
    const accepted = ['+01:00', '-0330', '+14', '+24:00', '+1', 'Berlin'].filter(isTimeZone);
    noOffsets.mock.restore();
    expect(accepted).toEqual(['+01:00', '-0330', '+14']);
  });

  it('but not a date-time with a time zone', () => {
    expect(isTimeZone('2026-11-21T00:00+01:00[Europe/Berlin]')).toBe(false);
    expect([['UTC'], 'Berlin'].map(isTimeZone)).toEqual([false, false]);
  });
});
