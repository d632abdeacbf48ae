import { describe, expect, it } from '@jest/globals';
import { makeReadLocalTime } from '../../../../shared/use-cases/import/local-time.ts';

const read = makeReadLocalTime('Europe/Berlin');

describe('A local time', () => {
  it.each([
    ['2026-11-21T08:00', '2026-11-21T07:00:00Z'],
    ['2026-07-21 08:00:30', '2026-07-21T06:00:30Z'],
    ['2026-07-21t08:00:30.25', '2026-07-21T06:00:30.250Z'],
  ])('%s in Berlin is %s', (local, utc) => {
    expect(read(local)).toBe(Date.parse(utc));
  });

  it('that occurs twice is rejected, and the error names both offsets', () => {
    expect(() => read('2026-10-25T02:30')).toThrow(
      '2026-10-25 02:30 occurs twice in Europe/Berlin: give the offset, +02:00 or +01:00',
    );
  });

  it('that clocks skip is rejected', () => {
    expect(() => read('2026-03-29T02:30')).toThrow('2026-03-29 02:30 does not exist in Europe/Berlin: clocks skip it');
  });

  it.each(['2026-02-30T08:00', '2026-11-21T08:00:60', '2026-11-21', '+002026-11-21T08:00', '2026-11-21T08:00+01:00'])(
    'cannot be %s',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});
