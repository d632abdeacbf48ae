import { describe, expect, it } from '@jest/globals';
import type { CheckinLogEntry } from '../../../shared/console-api/log.ts';
import { readWeek } from '../../../lib/console/browser/pages/clients/week.ts';

const swipe = (day: number, code = 'checked_in'): CheckinLogEntry => ({
  kind: 'checkin',
  receivedAt: new Date(2026, 10, day, 12).toISOString(),
  at: new Date(2026, 10, day, 12).toISOString(),
  requestId: 'r',
  clientId: 'c',
  identifiers: {},
  statusCode: code === 'user_not_found' ? 404 : 200,
  code,
  checkinCount: 0,
  bookings: [],
});

describe('The last seven days of a client', () => {
  it('have counts for each day, even for days without swipes', async () => {
    const items = [swipe(21), swipe(21, 'user_not_found'), swipe(15), swipe(14)];
    const { days, hasMore } = await readWeek('2026-11-21', async () => ({ items }));
    expect(days.map(({ day, counts }) => `${day} ${counts?.swipes} ${counts?.unknown}`)).toEqual([
      '2026-11-15 1 0',
      '2026-11-16 0 0',
      '2026-11-17 0 0',
      '2026-11-18 0 0',
      '2026-11-19 0 0',
      '2026-11-20 0 0',
      '2026-11-21 2 1',
    ]);
    expect(hasMore).toBe(false);
  });

  it('are not counted, instead of zero, where the newest ten pages of the log do not reach', async () => {
    let pages = 0;
    const read = async () => {
      pages += 1;
      return { items: [swipe(pages <= 6 ? 21 : pages <= 9 ? 20 : 19)], next: String(pages) };
    };
    const { days, swipes, hasMore } = await readWeek('2026-11-21', read);
    expect([pages, swipes, hasMore]).toEqual([10, 10, true]);
    expect(days.map(({ counts }) => counts?.swipes)).toEqual([...Array<undefined>(5).fill(undefined), 3, 6]);
  });
});
