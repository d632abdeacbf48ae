import { describe, expect, it } from '@jest/globals';
import { isDay } from '../../../lib/console/browser/components/local-day.ts';

describe('A day', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('is %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['', 'abc', '2026-02-31', '2026-02-29', '2026-13-01', '2026-2-3', '2026-02'])('is not %j', (text) => {
    expect(isDay(text)).toBe(false);
  });
});
