import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems, layoutProblems } from './support/accessibility.ts';
import { download, focusedText, importThrough } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();

const HOUR_MS = 3_600_000;
const now = Date.now();
const iso = (moment: number): string => new Date(moment).toISOString();
const OPEN = [now - HOUR_MS, now + 3 * HOUR_MS].map(iso).join();
/** The day of these bookings in the browser's time zone. Shortly after midnight, this is yesterday. */
const DAY = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(now - HOUR_MS);

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe-Überschallgeschwindigkeitsmessgerät';

const USERS = [
  'id,name,uid,email',
  '7001,Maria Nascimento,MN-1,maria.n@demo.example',
  '7002,Maria Nascimento,MN-2,maria.b@demo.example',
  '7003,Tomás Prado,TP-3,',
  '7004,Wanda Without,WW-4,',
  `7005,${LONG},LONG-5,`,
  '7006,Zoe Zander,ZZ-6,',
  '7007,Yuri Young,YY-7,',
  '7008,Olga Odd,OO-8,',
  '7009,Olga Orr,OO-9,',
];
const BOOKINGS = [
  'bookingId,userId,kind,name,checkinOpensAt,noShowAt',
  `d1,7001,position,Desk 7.01,${OPEN}`,
  `g1,7001,parking,Garage 7,${OPEN}`,
  `d2,7002,position,Desk 7.02,${OPEN}`,
  `d3,7003,position,Desk 7.03,${OPEN}`,
  `d5,7005,position,${LONG},${OPEN}`,
  `d6,7006,position,Desk 7.06,${OPEN}`,
  `d7,7007,position,Desk 7.07,${OPEN}`,
  `d8,7008,position,Desk 7.08,${OPEN}`,
  `d9,7009,position,Desk 7.09,${OPEN}`,
];

const PHONE = { width: 375, height: 740 };

let page: Page;
const search = (): Locator => page.getByRole('searchbox', { name: 'Find a person' });
const table = (): Locator => page.getByRole('table', { name: 'Attendance' });
const status = (text: string): Locator => page.getByRole('status').filter({ hasText: text });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

beforeAll(async () => {
  const admin = await consoleBrowser.signIn('Ana');
  await importThrough(admin, 'users', USERS);
  await importThrough(admin, 'bookings', BOOKINGS);
  page = await consoleBrowser.signIn('Rita', `today?day=${DAY}`, { viewport: PHONE });
});

/** How far the page is scrolled, and whether an element lies inside the window. */
const isInView = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** Follows a link of the navigation, which a phone shows after "Menu". */
const openMenuLink = async (name: string): Promise<void> => {
  await button('Menu').click();
  await page.getByRole('navigation').getByRole('link', { name }).click();
};

describe('A reception with a queue, on a phone', () => {
  beforeEach(async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`/console/today?day=${DAY}`);
  });

  it('has the search in view, also after scrolling, and below it the first result', async () => {
    expect(await isInView(search())).toBe(true);
    await table().waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await isInView(search())).toBe(true);
    await search().fill('nascimento');
    await page.getByText('3 bookings found').waitFor();
    expect(await isInView(page.getByRole('button', { name: /: Maria Nascimento, Desk 7\.01$/ }))).toBe(true);
    expect([...(await accessibilityProblems(page)), ...(await layoutProblems(page))]).toEqual([]);
  });

  it('tells namesakes apart, and checks in desk and parking with one tap for the reason', async () => {
    await search().fill('nascimento');
    await table()
      .getByRole('row', { name: /Maria Nascimento\s+MN-2/ })
      .waitFor();
    await table()
      .getByRole('row', { name: /Maria Nascimento\s+MN-1/ })
      .first()
      .waitFor();
    await button('Check in: Maria Nascimento, Desk 7.01').click();
    const dialog = page.getByRole('dialog', { name: 'Check in Maria Nascimento' });
    await dialog.waitFor();
    for (const name of ['Desk 7.01', 'Garage 7'])
      expect(await dialog.getByRole('checkbox', { name }).isChecked()).toBe(true);
    expect([...(await accessibilityProblems(page)), ...(await layoutProblems(page))]).toEqual([]);
    await dialog.getByRole('button', { name: 'Badge forgotten' }).click();
    await status('Checked in Maria Nascimento: Desk 7.01 and Garage 7').waitFor();
    await button('Undo: Maria Nascimento, Garage 7').waitFor();
    expect(await search().inputValue()).toBe('nascimento');
    await table().getByText('By hand').first().waitFor();
    await table().getByText('rita@demo.example: Badge forgotten').first().waitFor();
    expect([...(await accessibilityProblems(page)), ...(await layoutProblems(page))]).toEqual([]);
  });

  it('goes on with the next row when a filter no longer shows the one that was checked in', async () => {
    await page.goto(`/console/today?day=${DAY}&result=expected`);
    await button('Check in: Olga Odd, Desk 7.08').click();
    await button('Badge forgotten').click();
    await status('Checked in Olga Odd: Desk 7.08').waitFor();
    await button('Check in: Olga Odd, Desk 7.08').waitFor({ state: 'detached' });
    expect(await focusedText(page)).toBe('Check in: Olga Orr, Desk 7.09');
  });

  it('moves no row while it reads the rows again after a check-in', async () => {
    await search().fill('desk 7.07');
    await page.getByText('1 booking found').waitFor();
    const person = table().getByRole('link', { name: 'Yuri Young' });
    const before = await person.boundingBox();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/attendance/search', async (route) => {
      await released;
      await route.continue();
    });
    await button('Check in: Yuri Young, Desk 7.07').click();
    await button('Badge forgotten').click();
    await page.getByText('1 booking found').waitFor({ state: 'hidden' });
    expect(await person.boundingBox()).toEqual(before);
    release();
    await status('Checked in Yuri Young: Desk 7.07').getByRole('button', { name: 'Undo' }).click();
    await button('Check in: Yuri Young, Desk 7.07').waitFor();
    expect(await person.boundingBox()).toEqual(before);
    await page.unroute('**/attendance/search');
  });

  it('explains what can be searched for if nothing is found', async () => {
    await search().fill('7.0X');
    await page.getByText('Nothing found. Check the spelling.').waitFor();
    await page.getByText('Name, badge, e-mail, ID or desk').waitFor();
  });

  it('undoes a wrong tap from the message', async () => {
    await button('Check in: Maria Nascimento, Desk 7.02').click();
    await button('Badge does not work').click();
    await status('Checked in Maria Nascimento: Desk 7.02').getByRole('button', { name: 'Undo' }).click();
    await status('Undid the check-in of Maria Nascimento: Desk 7.02').waitFor();
    await button('Check in: Maria Nascimento, Desk 7.02').waitFor();
    expect(await focusedText(page)).toBe('Check in: Maria Nascimento, Desk 7.02');
  });

  it('keeps the focus on the page after an undo although a filter has hidden the row meanwhile', async () => {
    await page.goto(`/console/today?day=${DAY}&result=expected`);
    await button('Check in: Maria Nascimento, Desk 7.02').click();
    await button('Badge does not work').click();
    await button('Check in: Maria Nascimento, Desk 7.02').waitFor({ state: 'detached' });
    await status('Checked in Maria Nascimento: Desk 7.02').getByRole('button', { name: 'Undo' }).click();
    await button('Check in: Maria Nascimento, Desk 7.02').waitFor();
    expect(await focusedText(page)).toBe('Today');
  });

  it('can choose another time in a dialog that is 320 pixels wide, where the field shows all of it', async () => {
    const [opens, ends] = [now - 6 * HOUR_MS, now - 2 * HOUR_MS].map(iso);
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(now - 6 * HOUR_MS);
    const admin = await consoleBrowser.signIn('Ana');
    await importThrough(admin, 'bookings', [BOOKINGS[0] ?? '', `d8,7003,position,Desk 7.08,${opens},${ends}`]);
    const us = await consoleBrowser.signIn('Rita', `today?day=${day}`, {
      locale: 'en-US',
      viewport: { width: 320, height: 640 },
    });
    await us.getByRole('button', { name: 'Check in: Tomás Prado, Desk 7.08' }).click();
    const field = us.getByLabel('Time of the check-in');
    expect(await field.inputValue()).not.toBe('');
    const [text, room] = await field.evaluate((input: HTMLInputElement) => {
      const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      context.font = font;
      // The longest text in twelve-hour time. The button that opens the calendar has the width of two letters.
      const width = context.measureText('00/00/0000, 00:00:00 AM 00').width;
      return [width, input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)] as const;
    });
    expect(text).toBeLessThanOrEqual(room);
  });

  it('offers Undo although the response to the check-in was lost, and says what is not known if nothing was done', async () => {
    await page.route('**/bookings/check-in', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button('Check in: Maria Nascimento, Desk 7.02').click();
    await button('Badge does not work').click();
    const undo = status('Checked in Maria Nascimento: Desk 7.02').getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await page.unroute('**/bookings/check-in');
    await undo.click();
    await status('Undid the check-in of Maria Nascimento: Desk 7.02').waitFor();
    await page.route('**/bookings/check-in', (route) => route.abort());
    await button('Check in: Maria Nascimento, Desk 7.02').click();
    await button('Badge does not work').click();
    await page.getByRole('dialog').getByRole('alert').getByText('The connection was lost').waitFor();
  });

  it('checks in although the first request did not arrive', async () => {
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    await page.route('**/bookings/check-in', (route) => failed.then(() => route.abort()), { times: 1 });
    await button('Check in: Maria Nascimento, Desk 7.02').click();
    await button('Badge does not work').click();
    const busy = page.locator('[aria-busy=true]');
    await busy.first().waitFor();
    expect(await busy.allInnerTexts()).toEqual(['Badge does not work']);
    fail();
    const undo = status('Checked in Maria Nascimento: Desk 7.02').getByRole('button', { name: 'Undo' });
    await undo.click();
    await status('Undid the check-in of Maria Nascimento: Desk 7.02').waitFor();
  });

  it('offers no Undo of the check-in of another member if the response to its own is lost', async () => {
    const other = await consoleBrowser.signIn('Ana', `today?day=${DAY}`);
    await button('Check in: Tomás Prado, Desk 7.03').click();
    await other.getByRole('button', { name: 'Check in: Tomás Prado, Desk 7.03' }).click();
    await other.getByRole('button', { name: 'Badge forgotten' }).click();
    await other.getByRole('status').filter({ hasText: 'Checked in Tomás Prado' }).waitFor();
    await page.route('**/bookings/check-in', (route) => route.abort());
    await button('Badge does not work').click();
    await status('Checked in Tomás Prado: Desk 7.03').waitFor();
    expect(await status('Checked in Tomás Prado: Desk 7.03').getByRole('button').count()).toBe(0);
    await page.unroute('**/bookings/check-in');
    await other.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await button('Check in: Tomás Prado, Desk 7.03').waitFor();
  });

  it('opens no dialog on the next page if the first tap on a slow network took too long', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/by-hand-dialog-*.js', async (route) => {
      await released;
      await route.fallback();
    });
    await page.reload();
    const target = button('Check in: Tomás Prado, Desk 7.03');
    await target.click();
    expect(await target.getAttribute('aria-busy')).toBe('true');
    await openMenuLink('Help');
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    const arrived = page.waitForResponse('**/by-hand-dialog-*.js');
    release();
    await (await arrived).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('can ask again for the bookings of a person that could not be read', async () => {
    await page.route(/\/users\/\d+\/bookings/, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await button('Check in: Tomás Prado, Desk 7.03').click();
    const dialog = page.getByRole('dialog', { name: 'Check in Tomás Prado' });
    await dialog.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('checkbox', { name: 'Desk 7.03' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('leaves out a booking that is not ticked, and takes another reason', async () => {
    await search().fill('prado');
    await button('Check in: Tomás Prado, Desk 7.03').click();
    const dialog = page.getByRole('dialog', { name: 'Check in Tomás Prado' });
    await dialog.getByRole('checkbox', { name: 'Desk 7.03' }).uncheck();
    expect(await dialog.getByRole('button', { name: 'Reader out of order' }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Desk 7.03' }).check();
    await dialog.getByRole('button', { name: 'Other reason' }).click();
    await page.keyboard.type('Arm in a cast');
    expect([...(await accessibilityProblems(page)), ...(await layoutProblems(page))]).toEqual([]);
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await status('Checked in Tomás Prado: Desk 7.03').waitFor();
    await table().getByText('rita@demo.example: Arm in a cast').waitFor();
    await button('Undo: Tomás Prado, Desk 7.03').click();
    const undo = page.getByRole('dialog', { name: 'Undo check-in: Tomás Prado, Desk 7.03' });
    expect([...(await accessibilityProblems(page)), ...(await layoutProblems(page))]).toEqual([]);
    await undo.getByRole('button', { name: 'Mistake' }).click();
    await status('Undid the check-in of Tomás Prado: Desk 7.03').waitFor();
  });

  it('sees who has no booking, and finds a desk by its name', async () => {
    await search().fill('wanda');
    await table()
      .getByRole('row', { name: /Wanda Without/ })
      .getByText(/No booking/)
      .waitFor();
    await page.getByText('0 bookings found, 1 person without a booking').waitFor();
    await search().fill('7.02');
    await button('Check in: Maria Nascimento, Desk 7.02').waitFor();
    expect(await table().getByRole('row').count()).toBe(2);
  });

  it('finds the people whom it searched for again after it opened one of them, without their names in an address', async () => {
    for (const [path, list] of [
      ['today', 'Attendance'],
      ['users', 'Users'],
    ] as const) {
      await page.goto(path === 'today' ? `/console/today?day=${DAY}` : '/console/users');
      await search().fill('nascimento');
      const people = page.getByRole('table', { name: list }).getByRole('link', { name: 'Maria Nascimento' });
      await page.getByText(/^\d (?:bookings|people) found/).waitFor();
      await people.first().click();
      await page.getByRole('heading', { level: 1, name: 'Maria Nascimento' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Maria Nascimento' }).waitFor();
      await page.goBack();
      await people.first().waitFor();
      expect([await search().inputValue(), page.url()]).toEqual(['nascimento', expect.not.stringMatching(/nasc/)]);
      await openMenuLink(path === 'today' ? 'Today' : 'Users');
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=search]')?.value === '');
    }
  });

  it('keeps its place on the page after a check-in from the list', async () => {
    await search().fill('');
    const target = button('Check in: Zoe Zander, Desk 7.06');
    await target.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await target.click();
    await button('Reader out of order').click();
    await button('Undo: Zoe Zander, Desk 7.06').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(await button('Undo: Zoe Zander, Desk 7.06').evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('does not scroll sideways at 320 pixels because of long names', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await search().fill('donau');
    await button(`Check in: ${LONG}, ${LONG}`).waitFor();
    expect(await layoutProblems(page)).toEqual([]);
    await button(`Check in: ${LONG}, ${LONG}`).click();
    await page.getByRole('dialog').getByRole('checkbox').waitFor();
    expect(await layoutProblems(page)).toEqual([]);
    await button('Badge forgotten').click();
    await status(`Checked in ${LONG}`).waitFor();
    expect(await layoutProblems(page)).toEqual([]);
    await page.getByRole('link', { name: LONG }).click();
    await page.getByRole('heading', { level: 1, name: LONG }).waitFor();
    await page.getByText('By hand').waitFor();
    expect(await layoutProblems(page)).toEqual([]);
  });
});

it('On a wide screen, the headings of the table stay in view below the search', async () => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto(`/console/today?day=${DAY}`);
  const heading = table().getByRole('columnheader').first();
  await heading.waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [above, below] = [await search().boundingBox(), await heading.boundingBox()];
  expect(above?.y).toBeGreaterThanOrEqual(0);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  expect(await isInView(heading)).toBe(true);
});

describe('A day', () => {
  it.each([
    ['Today', 'today', 'Day'],
    ['Report', 'report', 'From'],
  ])('can be typed on the page %s, digit by digit, and emptied to go back to the usual one', async (_, path, name) => {
    const window = await consoleBrowser.signIn('Vic', path);
    const field = window.getByLabel(name, { exact: true });
    await field.focus();
    // Whether the field begins with the day or the month depends on the machine.
    await window.keyboard.type('02022027');
    await window.waitForURL(/=2027-02-02/);
    await window.keyboard.press('Backspace');
    expect(await field.inputValue()).toBe('');
    await window.getByRole('heading', { level: 1 }).click();
    await window.waitForURL((url) => !url.href.includes('2027'));
    expect(await field.inputValue()).not.toBe('');
  });
});

describe('The time zone of a day', () => {
  it('is in the address, in the file, and moves the times on the page', async () => {
    const window = await consoleBrowser.signIn('Vic', `today?day=${DAY}`);
    await window.getByRole('table', { name: 'Attendance' }).waitFor();
    expect(new URL(window.url()).searchParams.get('timeZone')).toBe('Europe/Berlin');
    const requested = window.waitForRequest(/\/attendance\?.*timeZone=America%2FSao_Paulo/);
    await window.getByRole('combobox', { name: 'Time zone' }).selectOption('America/Sao_Paulo');
    await requested;
    await window.getByText('Times are in America/Sao_Paulo').waitFor();
    expect(new URL(window.url()).searchParams.get('timeZone')).toBe('America/Sao_Paulo');
    await window.reload();
    await window.getByText('Times are in America/Sao_Paulo').waitFor();
    expect(await window.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('America/Sao_Paulo');
    expect(await download(window, 'Download CSV')).toContain('Check-in from (America/Sao_Paulo)');
  });
});
