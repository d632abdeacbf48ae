import { expect, it } from '@jest/globals';
import { rangeOfDay } from '../../../../shared/use-cases/attendance/local-day.ts';
import { formatDateTime } from '../../../../shared/domain/instant.ts';

it.each([
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // Clocks went from 23:59 on 3 November to 1:00 on the 4th.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
  // Samoa skipped 30 December, so the day is empty.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
])('A local day such as %s in %s lasts from %s until %s', (day, timeZone, from, until) => {
  const range = rangeOfDay({ day, timeZone });
  expect([formatDateTime(range.from), formatDateTime(range.until)]).toEqual([from, until]);
});
