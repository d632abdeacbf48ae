import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { importThrough } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();

const MAX_TABS = 40;

/** The text of the control that has the focus, or its label. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return '';
    const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
    return focused.ariaLabel ?? (labels.map(({ textContent }) => textContent).join(' ') || (focused.textContent ?? ''));
  });

/** Presses Tab until the control with this name has the focus. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  const passed: string[] = [];
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const reached = await focusedName(page);
    if (name.test(reached)) return;
    passed.push(reached);
  }
  throw new Error(`Tab led to ${passed.join(' → ')}, and not to ${name}`);
};

const send = async (path: string, body: object, token?: string): Promise<Record<string, unknown>> => {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`;
  const response = await fetch(consoleBrowser.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
};

/**
 * Sends a swipe of José Ñandú from yesterday, like a reader that was offline. The swipe was at 09:03 (Berlin time), but
 * check-in at his desk opened only at 09:30.
 */
const swipeAt0903 = async (administratorPage: Page): Promise<void> => {
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const zone = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' });
  const offset = zone
    .formatToParts(yesterday)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', '');
  const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(yesterday);
  const at = (time: string): string => `${day}T${time}:00${offset}`;
  await importThrough(administratorPage, 'users', ['id,name,uids', '19,José Ñandú,BADGE-0019 BADGE-1019']);
  await importThrough(administratorPage, 'bookings', [
    'bookingId,userId,kind,name,checkinOpensAt,noShowAt',
    `early,19,position,Desk 3.07,${at('09:30')},${at('10:30')}`,
  ]);
  const [clientId, clientSecret] = ['clientId', 'clientSecret'].map(
    (name) => new RegExp(`"${name}":"([^"]+)"`).exec(consoleBrowser.greeting)?.[1],
  );
  const { accessToken } = await send('/auth', { clientId, clientSecret });
  const swipe = { uid: 'BADGE-1019', date: at('09:03'), reader: 'North entrance' };
  const response = await send('/scheduling/checkin', swipe, String(accessToken));
  expect(response).toMatchObject({ statusCode: 200, checkinCount: 0 });
};

const waitForHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Opens the page of José Ñandú from a person's first page. */
const openJose = async (page: Page, firstPage: string): Promise<void> => {
  await waitForHeading(page, firstPage);
  await tabTo(page, /^Users$/);
  await page.keyboard.press('Enter');
  await waitForHeading(page, 'Users');
  await tabTo(page, /^Find a person$/);
  await page.keyboard.type('jose n');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await waitForHeading(page, 'José Ñandú');
};

it('Without a mouse, reception finds out why a swipe did nothing, and an administrator adds a spare badge', async () => {
  const administratorPage = await consoleBrowser.signIn('Ana');
  await swipeAt0903(administratorPage);
  const page = await consoleBrowser.signIn('Rita');
  await openJose(page, 'Today');
  await page.getByRole('table', { name: 'Last swipes' }).waitFor();
  await tabTo(page, /^Why\?/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/What the swipe saw for .*09:03/).waitFor();
  expect(await dialog.getByRole('row', { name: 'Desk 3.07' }).innerText()).toMatch(/Too early\s.*09:30\s?–\s?10:30/);
  expect(new URL(page.url()).pathname).toBe('/console/users/19');

  await openJose(administratorPage, 'API clients');
  await tabTo(administratorPage, /^Edit$/);
  await administratorPage.keyboard.press('Enter');
  await tabTo(administratorPage, /^Badge 3$/);
  await administratorPage.keyboard.type('SPARE-7');
  await administratorPage.keyboard.press('Enter');
  await administratorPage.getByRole('status').filter({ hasText: 'José Ñandú has been saved.' }).waitFor();
  await administratorPage.getByText('BADGE-0019, BADGE-1019, SPARE-7').waitFor();
});
