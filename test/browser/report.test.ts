import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, layoutProblems } from './support/accessibility.ts';
import { callApi, download, importThrough } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();
let page: Page;

const at = (day: string): string => `${day}T08:00:00Z,${day}T10:00:00Z`;
/** Two Mondays and a Tuesday. */
const BOOKINGS = [
  'bookingId,userId,kind,name,site,checkinOpensAt,noShowAt',
  `a,1,position,Desk 1,Berlin,${at('2026-03-02')}`,
  `b,1,parking,Garage 1,Berlin,${at('2026-03-02')}`,
  `c,2,position,Desk 2,New York,${at('2026-03-02')}`,
  `d,1,position,Desk 1,,${at('2026-03-09')}`,
  `e,2,position,Desk 2,,${at('2026-03-10')}`,
];
const RANGE = 'report?from=2026-03-02&until=2026-03-10&timeZone=UTC';

beforeAll(async () => {
  page = await consoleBrowser.signIn('Ana');
  await importThrough(page, 'bookings', BOOKINGS);
  for (const body of [
    { bookingIds: ['a', 'b'], at: '2026-03-02T09:00:00Z' },
    { bookingIds: ['d'], at: '2026-03-09T09:00:00Z' },
  ])
    await callApi(page, 'POST', '/bookings/check-in', { userId: 1, reason: 'x', ...body });
});
beforeEach(() => page.setViewportSize({ width: 1280, height: 800 }));

const rowsOf = async (name: string): Promise<string[]> => {
  const rows = page.getByRole('table', { name, exact: true }).getByRole('row');
  await rows.nth(1).waitFor();
  return (await rows.allInnerTexts()).slice(1).map((text) => text.replaceAll(/\s+/g, ' ').trim());
};

describe('The page Report', () => {
  it('counts bookings and people by day, and averages the weekdays', async () => {
    await page.goto(`/console/${RANGE}`);
    await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
    await page.getByRole('table', { name: 'Attendance by day' }).getByRole('row').nth(9).waitFor();
    const days = await rowsOf('Attendance by day');
    expect(days).toHaveLength(9);
    expect(days[0]).toBe('Monday 2 March 3 2 1 66.7% 1');
    expect(days[7]).toBe('Monday 9 March 1 1 0 100% 1');
    expect(days[8]).toBe('Tuesday 10 March 1 0 1 0% 0');
    expect(await rowsOf('Averages by weekday')).toEqual(['Monday 1 1.5 0.5 75% 2', 'Tuesday 0 0 1 0% 1']);
    await page.getByText('Used (blue) and not used (red): 60% were used').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await layoutProblems(page)).toEqual([]);
  });

  it('downloads a row for each booking, with the time zone in the headings', async () => {
    await page.goto(`/console/${RANGE.replace('UTC', 'America/New_York')}`);
    await page.getByRole('table', { name: 'Attendance by day' }).waitFor();
    const lines = (await download(page, 'Download CSV')).trim().split('\r\n');
    expect(lines).toHaveLength(BOOKINGS.length);
    expect(lines[0]).toContain('Check-in from (America/New_York)');
    expect(lines.filter((line) => line.includes('ana@demo.example'))).toHaveLength(3);
    expect(lines.filter((line) => line.includes('2026-03-02 03:00:00'))).toHaveLength(3);
  });

  it('can be of one site, which is in the address', async () => {
    await page.goto(`/console/${RANGE}`);
    const site = page.getByRole('combobox', { name: 'Site' });
    await site.waitFor();
    expect(await site.getByRole('option').allTextContents()).toEqual(['All', 'Berlin', 'New York']);
    await site.selectOption('New York');
    await page.getByText('0% were used').waitFor();
    await page.reload();
    await page.getByText('0% were used').waitFor();
    expect(await site.inputValue()).toBe('New York');
    await page.goto('/console/today?day=2026-03-02&timeZone=UTC&site=Berlin');
    const rows = page.getByRole('table', { name: 'Attendance' }).getByRole('row');
    await rows.nth(2).waitFor();
    expect(await rows.count()).toBe(3);
    expect(await page.getByRole('combobox', { name: 'Site' }).inputValue()).toBe('Berlin');
  });

  it('marks a day that is still running, and leaves it out of the averages', async () => {
    await page.goto('/console/report?timeZone=Europe/Berlin');
    const rows = page.getByRole('table', { name: 'Attendance by day' }).getByRole('row');
    await rows.nth(28).waitFor();
    await rows.last().getByText('so far').waitFor();
    expect(await rows.filter({ hasText: 'so far' }).count()).toBe(1);
  });

  it('shows its progress, and can be cancelled and started again', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/attendance/report?*', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`/console/${RANGE}`);
    await page.getByRole('progressbar', { name: 'Report' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled: 0 of 9 days have been counted.').waitFor();
    release();
    await page.unroute('**/attendance/report?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Attendance by day' }).waitFor();
  });

  it.each([
    ['from=2026-03-02&until=2026-03-01', 'Until', 'Choose at most 92 days, and no end before the beginning.'],
    ['from=2026-01-01&until=2026-04-03', 'Until', 'Choose at most 92 days, and no end before the beginning.'],
    ['from=nonsense&until=2026-04-03', 'From', 'nonsense is not a valid date. Choose another.'],
  ])('says what is wrong with the days %s', async (range, field, message) => {
    await page.goto(`/console/report?${range}`);
    await page.getByText(message).waitFor();
    expect(await page.getByLabel(field).getAttribute('aria-invalid')).toBe('true');
  });
});
