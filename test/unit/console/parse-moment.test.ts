import { describe, expect, it } from '@jest/globals';
import { parseMoment } from '../../../lib/console/browser/pages/try/parse-moment.ts';

const now = new Date(2026, 10, 21, 15, 30);

describe('A time that a person types', () => {
  it.each([
    ['09:03', new Date(2026, 10, 21, 9, 3)],
    [' 9:03 ', new Date(2026, 10, 21, 9, 3)],
    ['09:03:27', new Date(2026, 10, 21, 9, 3, 27)],
    ['2026-11-20 09:03', new Date(2026, 10, 20, 9, 3)],
    ['2026-11-20T09:03', new Date(2026, 10, 20, 9, 3)],
  ])('is read in the time zone of the browser: %j', (text, expected) => {
    expect(parseMoment(text, now)).toBe(expected.toISOString());
  });

  it('is not changed if it has an offset', () => {
    expect(parseMoment('2026-11-21T09:03:00+01:00', now)).toBe('2026-11-21T09:03:00+01:00');
  });

  it.each(['', 'now', '25:00', '09:60', '2026-02-30 09:03', '2026-11-21', '9', '2026-13-01T09:03:00Z'])(
    'is rejected: %j',
    (text) => expect(parseMoment(text, now)).toBeUndefined(),
  );
});
