import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { accessibilityProblems, layoutProblems } from './support/accessibility.ts';
import { callApi, download, focusedText, importThrough, loseResponse } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();
let page: Page;

const HOUR_MS = 3_600_000;
const OPENS_AT = Date.now() - HOUR_MS;
const PERIOD = [OPENS_AT, OPENS_AT + 3 * HOUR_MS].map((time) => new Date(time).toISOString()).join();
/** The day of OPENS_AT in the browser's time zone. Between midnight and 1:00, this is yesterday. */
const OPENING_DAY = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(OPENS_AT);
const personLine = (id: number): string => `${id},P${id},p${id}@demo.example`;
const bookingLine = (number: number): string => `late-${number},${FIRST_PERSON + (number % 30)},position,${PERIOD}`;
const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);
const USERS_HEADER = 'id,uid,email';
const BOOKINGS_HEADER = 'bookingId,userId,kind,checkinOpensAt,noShowAt';

/** Thirty people have more bookings than fit on two pages of a list. */
const FIRST_PERSON = 1_000;
const BOOKINGS = numbers(0, 220);

const importLines = (...file: readonly ['users' | 'bookings', readonly string[]]) => importThrough(page, ...file);

beforeAll(async () => {
  page = await consoleBrowser.signIn('Ana');
  await importLines('users', [USERS_HEADER, ...numbers(FIRST_PERSON, 31).map(personLine)]);
  await importLines('bookings', [BOOKINGS_HEADER, ...BOOKINGS.map(bookingLine)]);
});

const waitForStatus = (text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
/** Chooses a file of users on the page Import. */
const upload = async (name: string, content: Buffer | readonly string[]): Promise<void> => {
  const buffer = Buffer.isBuffer(content) ? content : Buffer.from(content.join('\n'));
  await page.goto('/console/import');
  await page.getByLabel('File of users').setInputFiles({ name, mimeType: 'text/csv', buffer });
};

/** Confirms in a dialog. The response to the first request is lost, so the second finds that there is nothing left to do. */
const confirmTwice = async (path: string, name: string): Promise<void> => {
  await loseResponse(page, path);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name }).click();
  await dialog.getByRole('alert').getByText('The connection was lost').waitFor();
  await dialog.getByRole('button', { name }).click();
};

describe('A person', () => {
  it('is found by name with the keyboard alone; a check-in by hand can be made and undone', async () => {
    await page.goto('/console/users');
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('lovel');
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    const bookings = page.waitForRequest(/\/users\/1\/bookings/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    expect(new URL((await bookings).url()).searchParams.get('timeZone')).toBe('Europe/Berlin');
    const table = page.getByRole('table', { name: 'Bookings' });
    const row = table.getByRole('row', { name: /Desk 4\.12/ });
    await row.waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/users/1');
    await row.getByRole('button', { name: /^Check in: / }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Forgot the badge');
    await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click();
    await waitForStatus('Checked in Ada Lovelace: Desk 4.12');
    await row.getByText('Checked in', { exact: true }).first().waitFor();
    expect(await focusedText(page)).toBe('Undo check-in: Desk 4.12');
    await row.getByRole('button', { name: /^Undo check-in: / }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Was somebody else');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await waitForStatus('Undid the check-in of Ada Lovelace: Desk 4.12');
    await row.getByRole('button', { name: /^Check in: / }).waitFor();
    expect(await focusedText(page)).toBe('Check in: Desk 4.12');
    await page.getByRole('link', { name: 'Entries in the log' }).click();
    const log = page.getByRole('table', { name: 'Log' });
    await log.getByRole('row', { name: /undid the check-in of .*: Desk 4\.12.*Was somebody else/ }).waitFor();
    const byHand = log.getByRole('row', { name: /checked .* in by hand: Desk 4\.12.*Forgot the badge/ });
    await byHand.getByRole('link', { name: /User 1|Ada/ }).click();
    await row.waitFor();
    // A check-in by hand is not a swipe.
    await page.getByText('No swipe in the log yet.').waitFor();
  });

  it('can be checked in at a time in the past; a booking can be cancelled', async () => {
    await importLines('bookings', [BOOKINGS_HEADER, 'past,1003,position,2026-03-02T08:00:00Z,2026-03-02T09:00:00Z']);
    await page.goto('/console/users/1003?day=2026-03-02');
    const row = page.getByRole('table', { name: 'Bookings' }).getByRole('row', { name: /past/ });
    await row.getByRole('button', { name: 'Check in: past' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Reader was down');
    await page.getByLabel('Time of the check-in').fill('2026-03-02T09:30');
    await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click();
    await row.getByText('09:30:00').waitFor();
    await row.getByRole('button', { name: 'Cancel: past' }).click();
    await confirmTwice('/bookings/cancel', 'Cancel booking');
    await waitForStatus('past has been cancelled.');
    await row.waitFor({ state: 'detached' });
    expect(await focusedText(page)).toBe(await page.getByRole('heading', { level: 1 }).innerText());
  });

  it('is shown as it is if the response to an undo is lost', async () => {
    await importLines('bookings', [BOOKINGS_HEADER, `lost,1005,parking,${PERIOD}`]);
    const body = { userId: 1005, bookingIds: ['lost'], reasonCode: 'badge_forgotten' };
    await callApi(page, 'POST', '/bookings/check-in', body);
    await page.goto(`/console/users/1005?day=${OPENING_DAY}`);
    await page.getByRole('button', { name: 'Undo check-in: lost' }).click();
    await confirmTwice('/bookings/undo-check-in', 'Mistake');
    await waitForStatus('Undid the check-in of p1005@demo.example: lost');
    await page.getByRole('button', { name: 'Check in: lost' }).waitFor();
  });

  it('can get and lose devices; an invalid ARN is rejected with a message', async () => {
    await page.goto('/console/users/2');
    const field = page.getByRole('textbox', { name: 'Endpoint ARN' });
    await field.fill('not an ARN');
    await page.getByRole('button', { name: 'Register device' }).click();
    await page.getByRole('alert').waitFor();
    expect(await field.inputValue()).toBe('not an ARN');
    const arn = 'arn:aws:sns:eu-west-1:123456789012:endpoint/GCM/app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';
    await field.fill(arn);
    await page.getByRole('button', { name: 'Register device' }).click();
    await waitForStatus('The device has been registered.');
    await page.getByRole('button', { name: `Remove device: ${arn}` }).click();
    await waitForStatus('The device has been removed.');
    expect(await focusedText(page)).toBe('Grace Hopper');
  });

  it('can get a spare badge and another name, and nothing else is sent; a stale change is rejected', async () => {
    await page.goto('/console/users/1003');
    const edit = async (badge: string): Promise<void> => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Zoë Müller');
      await page.getByRole('textbox', { name: 'Badge 2' }).fill(badge);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await edit('BADGE-0019');
    const taken = page.getByRole('dialog').getByRole('alert');
    await taken.getByText('BADGE-0019 already belongs to').waitFor();
    await taken.getByRole('link').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const request = page.waitForRequest((one) => one.method() === 'PATCH');
    await edit('SPARE-1');
    expect((await request).postDataJSON()).toEqual({ name: 'Zoë Müller', uids: ['P1003', 'SPARE-1'] });
    await waitForStatus('Zoë Müller has been saved.');
    await page.getByRole('heading', { level: 1, name: 'Zoë Müller' }).waitFor();
    await page.getByText('P1003, SPARE-1').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await importLines('users', ['id,name', '1003,Zoe Mueller']);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('Name: Zoë Müller → Zoe Mueller').waitFor();
    expect(await page.getByRole('textbox', { name: 'E-mail address' }).inputValue()).toBe('');
    // The second attempt applies to the changed person, whose name is in the background.
    await page.getByRole('heading', { level: 1, name: 'Zoe Mueller', includeHidden: true }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Zoe Mueller');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForStatus('Zoe Mueller has been saved.');
    expect(await page.getByRole('main').innerText()).not.toContain('p1003@');
  });

  it('is saved at the second attempt if somebody else changed the person, whose other changes stay', async () => {
    await page.goto('/console/users/1004');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Noor');
    await importLines('users', ['id,email', '1004,noor@demo.example']);
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await save.click();
    await waitForStatus('Noor has been saved.');
    await page.getByText('noor@demo.example').waitFor();
  });

  it('is reported as not found if the id is unknown or invalid', async () => {
    await page.goto('/console/users');
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('999999');
    await page.getByText('Nobody found').waitFor();
    for (const id of ['999999', 'abc', '0']) {
      await page.goto(`/console/users/${id}`);
      await page.getByRole('heading', { level: 1, name: 'Nobody found' }).waitFor();
    }
  });
});

describe('A badge that nobody had when it was swiped', () => {
  const badge = 'BADGE-0900';
  const row = () =>
    page.getByRole('table', { name: 'Log' }).getByRole('row', { name: new RegExp(`Unknown: ${badge}`) });
  const openDialog = async (): Promise<ReturnType<Page['getByRole']>> => {
    await row()
      .getByRole('button', { name: `This badge belongs to… ${badge}` })
      .click();
    return page.getByRole('dialog', { name: 'This badge belongs to…' });
  };
  const find = (text: string): Promise<void> => page.getByRole('dialog').getByRole('combobox').fill(text);
  const choice = (name: string) => page.getByRole('dialog').getByRole('option', { name: new RegExp(`^${name} `) });

  beforeEach(async () => {
    const five = ['F01', 'F02', 'F03', 'F04', 'F05'].join(' ');
    await importLines('users', ['id,name,uids', `5001,Spara Full,${five}`, '5002,Spara Room,R1', '5003,Spara Other,']);
  });

  it('can be given to a person with fewer than five badges; no URL contains the badge or what is typed', async () => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto('/console/log?result=user_not_found');
    const dialog = await openDialog();
    expect(await dialog.getByRole('button', { name: 'Give the badge' }).isDisabled()).toBe(true);
    await find('nobody like this');
    await dialog.getByRole('paragraph').filter({ hasText: 'Nothing found. Check the spelling.' }).waitFor();
    await find('spara');
    // The id tells people with the same name apart who have neither a badge nor an e-mail address.
    expect(await choice('Spara Other').innerText()).toMatch(/ID 5003/);
    await choice('Spara Full').click();
    await dialog.getByRole('button', { name: 'Give the badge to Spara Full' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'uids' }).waitFor();
    await find('spara');
    await choice('Spara Room').click();
    await confirmTwice('/users/5002', 'Give the badge to Spara Room');
    await waitForStatus(`The badge ${badge} now belongs to Spara Room.`);
    expect(urls.filter((url) => /0900|spara|R1/i.test(url))).toEqual([]);
    await page.goto('/console/users/5002');
    await page.getByText(`R1, ${badge}`).waitFor();
  });

  it('is not taken from a person who got it while the dialog was open, and the dialog links to that person', async () => {
    await page.goto('/console/log?result=user_not_found');
    const dialog = await openDialog();
    await find('spara r');
    await choice('Spara Room').click();
    await importLines('users', ['id,uids', `5003,${badge}`]);
    const give = dialog.getByRole('button', { name: 'Give the badge to Spara Room' });
    await give.click();
    await dialog.getByRole('alert').filter({ hasText: 'Remove it from that person first.' }).waitFor();
    await dialog.getByText(`The badge ${badge} has since been given to Spara Other.`).waitFor();
    expect(await give.isDisabled()).toBe(true);
    await dialog.getByRole('link', { name: 'Spara Other' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spara Other' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.goBack();
    await row().waitFor();
    // Both ways of leaving the page have closed the dialog on it.
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it.each([640, 256])(
    'has an accessible list of people, large enough for fingers, on a screen of 320 × %i pixels',
    async (height) => {
      await page.setViewportSize({ width: 320, height });
      await page.goto('/console/log?result=user_not_found');
      const dialog = await openDialog();
      await find('p10');
      const options = dialog.getByRole('option');
      await options.nth(7).waitFor();
      expect([...(await accessibilityProblems(page)), ...(await layoutProblems(page))]).toEqual([]);
      const heights = await options.evaluateAll((all) => all.map((one) => one.clientHeight));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      await page.keyboard.press('ArrowUp');
      const last = await options.last().boundingBox();
      expect((last?.y ?? height) + (last?.height ?? 0)).toBeLessThanOrEqual(height);
      await page.setViewportSize({ width: 1280, height: 720 });
    },
  );
});

describe('The filters of the log', () => {
  const field = (name: string) => page.getByRole('combobox', { name, exact: true });
  const options = () => page.getByRole('listbox').getByRole('option');
  const open = async (query: string): Promise<void> => {
    await page.goto(`/console/log${query}`, { waitUntil: 'networkidle' });
    await page.getByRole('table', { name: 'Log' }).waitFor();
  };
  const waitForPerson = async (name: string): Promise<unknown> =>
    page.waitForFunction(
      (text) => document.querySelector<HTMLInputElement>('input[role=combobox]')?.value === text,
      name,
    );
  const queryParameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);

  it('find a person by name, e-mail address or badge, but only the id of the person appears in a URL', async () => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await open('');
    for (const [typed, id, name] of [
      ['nandu', '19', 'José Ñandú'],
      ['grace@', '2', 'Grace Hopper'],
      ['BADGE-0003', '3', 'Alan Turing'],
    ] as const) {
      await field('Person').fill(typed);
      await options().first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('user') === id);
      await waitForPerson(name);
    }
    expect(urls.filter((url) => /nandu|grace|0003/i.test(url))).toEqual([]);
    await page.reload();
    await waitForPerson('Alan Turing');
    await field('Person').fill('');
    await page.waitForURL((url) => !url.searchParams.has('user'));
    const period = page.waitForRequest(/\/log\?.*until=/);
    await page.getByLabel('Until').fill('2026-11-21');
    // The period includes its last day, in the viewer’s time zone.
    expect(new URL((await period).url()).searchParams.get('until')).toBe('2026-11-21T23:00:00.000Z');
  });

  it('offer the id of somebody who has left, and say if nothing is found', async () => {
    await open('');
    await field('Person').fill('987654');
    await options().getByText('User 987654').click();
    await page.waitForURL(/user=987654/);
    await field('Person').fill('nobody like this');
    await page.getByText('Nothing found. Check the spelling.').first().waitFor();
    await page.keyboard.press('Escape');
    expect([await field('Person').inputValue(), queryParameter('user')]).toEqual(['User 987654', '987654']);
  });

  it('find an API client by name, with the keyboard, and keep the previous choice if the user tabs away', async () => {
    await open('');
    await field('API client').fill('e');
    await options().nth(1).waitFor();
    const names = await options().allInnerTexts();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('listbox').getByRole('option', { selected: true }).innerText()).toBe(names[1]);
    await page.keyboard.press('Tab');
    expect([await options().count(), queryParameter('client'), await field('API client').inputValue()]).toEqual([
      0,
      null,
      '',
    ]);
    await field('API client').fill('garage');
    await options().first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/client=ckc_demo_garage/);
    expect(await field('API client').inputValue()).toBe('Garage');
  });
});

describe('An invalid value', () => {
  /** The error below a field, which screen readers read with the field. */
  const errorOf = (label: string): Promise<string | undefined> =>
    page.getByLabel(label, { exact: true }).evaluate((field) => {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      return field.ariaInvalid === 'true' ? document.getElementById(ids.at(-1) ?? '')?.textContent : undefined;
    });
  const badId = 'Enter a whole number, 1 or more.';
  const badDay = '2026-02-31 is not a valid date. Choose another.';

  it('is marked if it is a day on the page of a person, and no bookings are shown', async () => {
    await page.goto('/console/users/1?day=2026-02-31');
    await page.getByText(badDay).waitFor();
    expect([await errorOf('Day'), await page.getByRole('alert').count()]).toEqual([badDay, 0]);
    expect(await page.getByRole('table', { name: 'Bookings' }).count()).toBe(0);
    expect(page.url()).toMatch(/\/console\/users\/1\?day=2026-02-31&/);
  });

  it('is marked if it is a filter of the log, and no entries are shown', async () => {
    await page.goto('/console/log?user=abc&from=2026-02-31');
    await page.getByText(badId).waitFor();
    expect([await errorOf('Person'), await errorOf('From'), await errorOf('Until')]).toEqual([
      badId,
      badDay,
      undefined,
    ]);
    expect([await page.getByRole('alert').count(), await page.getByRole('table').count()]).toEqual([0, 0]);
    await page.getByLabel('From').fill('2026-01-01');
    await page.getByRole('combobox', { name: 'Person' }).fill('');
    await page.getByRole('table', { name: 'Log' }).waitFor();
  });

  it('is marked if it is the day on the page Today, and no attendance is shown', async () => {
    await page.goto('/console/today?day=2026-02-31');
    await page.getByText(badDay).waitFor();
    expect([await errorOf('Day'), await page.getByRole('alert').count()]).toEqual([badDay, 0]);
    expect(await page.getByRole('link', { name: 'Download CSV' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Previous day' }).click();
    await page.getByText('Booked', { exact: true }).waitFor();
    expect(await errorOf('Day')).toBeUndefined();
    const yesterday = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(Date.now() - 24 * HOUR_MS);
    expect(page.url()).toContain(`day=${yesterday}`);
    await page.getByRole('heading', { level: 1, name: /^\w+day,? \d+ \w+$/ }).waitFor();
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  });

  it('is explained in the words of the API if the page does not know the rule', async () => {
    const errors = [{ field: 'uid', message: 'uid must have a form that the page does not know.' }];
    const json = { statusCode: 400, code: 'invalid_field', message: 'Some fields are invalid; see errors.', errors };
    await page.route('**/console/api/users/search', (route) => route.fulfill({ status: 400, json }));
    await page.goto('/console/users');
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('x');
    expect(await page.getByRole('alert').innerText()).toBe(errors[0]?.message);
  });
});

describe('An error of the service', () => {
  it('is shown once on the page Today, and one button retries both requests', async () => {
    let isDown = true;
    await page.route('**/console/api/attendance*', (route) =>
      isDown ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await page.route('**/console/api/attendance/summary*', (route) =>
      isDown ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await page.goto(`/console/today?day=${OPENING_DAY}`);
    await page.getByRole('alert').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').count()).toBe(1);
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Attendance' }).waitFor();
    await page.getByText('Booked', { exact: true }).waitFor();
  });
});

describe('An import', () => {
  it('shows the invalid lines, imports the others, and shows the result', async () => {
    const good = [USERS_HEADER, ...numbers(3_000, 120).map(personLine)];
    const bad = ['x1,Q1,q1@demo.example', '2001,Q2,no-address', '007,Q3,q3@demo.example'];
    await upload('people.csv', [...good, ...bad]);
    await page.getByRole('table', { name: '3 bad lines' }).getByRole('row', { name: /122/ }).waitFor();
    await page.getByRole('button', { name: 'Import 120 good lines' }).click();
    await waitForStatus('Done: 120 written, 0 unchanged, 3 failed.');
    await upload('people.csv', good);
    await page.getByRole('button', { name: 'Import 120 good lines' }).click();
    await waitForStatus('Done: 0 written, 120 unchanged, 0 failed.');
    await page.goto('/console/log?result=users.import');
    await page
      .getByRole('table', { name: 'Log' })
      .getByRole('row', { name: 'ana@demo.example imported users from people.csv: 120 written' })
      .waitFor();
  });

  it('offers its bad lines as a file that can be corrected and imported', async () => {
    await upload('staff.csv', [
      'id;uid;email',
      '6001;A1;a1@demo.example',
      '6002;"A""2";no-address',
      '6003;"B3;b3@demo.example',
    ]);
    await page.getByRole('table', { name: '2 bad lines' }).getByRole('rowheader', { name: '4', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import 1 good line' }).click();
    await waitForStatus('Done: 1 written, 0 unchanged, 2 failed.');
    const bad = await download(page, 'Download bad lines');
    expect(bad).toMatch(
      /^\uFEFFid;uid;email;reason\r\n6002;"A""2";no-address;.+\r\n6003;"#N\/A ""B3";b3@demo\.example;.+\r\n$/,
    );
    const corrected = bad.replace('no-address', 'a2@demo.example').replace('"#N/A ""B3"', 'B3');
    await upload('staff.csv', Buffer.from(corrected));
    await page.getByRole('button', { name: 'Import 2 good lines' }).click();
    await waitForStatus('Done: 2 written, 0 unchanged, 0 failed.');
  });

  it('accepts a file that is dropped where the page says so', async () => {
    await page.goto('/console/import');
    const field = page.getByLabel('File of users');
    expect(await field.getAttribute('accept')).toBe('.xlsx,.csv,.tsv,.txt,.ndjson,.jsonl,text/csv');
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['id,uid\n9050,dropped\n'], 'dropped.csv', { type: 'text/csv' }));
      return data;
    });
    const place = page.getByText('or drop the file here').first();
    await place.dispatchEvent('dragover', { dataTransfer: dropped });
    await place.dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('heading', { name: 'Preview of dropped.csv' }).waitFor();
    await page.getByRole('button', { name: 'Import 1 good line' }).waitFor();
  });

  it.each([
    [
      'a workbook that is named .csv',
      'people.csv',
      Buffer.from('PK\u0003\u0004\n'),
      'Rename it so that it ends in .xlsx',
    ],
    ['a damaged workbook', 'people.xlsx', Buffer.from('PK\u0003\u0004\n'), 'The workbook cannot be read'],
    ['a JSON array', 'people.ndjson', Buffer.from('[{"id":1}]'), 'The file is a JSON array'],
  ])('of %s only offers to choose another file', async (_, name, buffer, message) => {
    await upload(name, buffer);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    const main = await page.getByRole('main').innerText();
    expect(main).not.toMatch(/per second|Windows-1252/);
    expect(await page.getByRole('main').locator('button').allTextContents()).toEqual(['Choose another file']);
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('continues after a temporary error of the service', async () => {
    let isBusy = true;
    const timeZones = new Set<string | null>();
    page.on(
      'request',
      (one) => /imports/.test(one.url()) && timeZones.add(new URL(one.url()).searchParams.get('timeZone')),
    );
    await page.route('**/console/api/imports/bookings*', (route) =>
      isBusy ? route.fulfill({ status: 500, json: { statusCode: 500, code: 'internal_error' } }) : route.fallback(),
    );
    await page.goto('/console/import');
    const lines = ['kept,2,position,2026-03-03 08:00,2026-03-03 09:00,', 'late-0,1000,position,,,true'];
    const buffer = Buffer.from([`${BOOKINGS_HEADER},deleted`, ...lines].join('\n'));
    await page.getByLabel('File of bookings').setInputFiles({ name: 'late.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('alert').waitFor();
    isBusy = false;
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('1 line deletes a user or booking.').waitFor();
    await page.getByRole('button', { name: 'Import 2 good lines' }).waitFor();
    // Times without an offset are in the viewer’s time zone.
    expect(timeZones).toEqual(new Set(['Europe/Berlin']));
  });

  it.each([
    ['', 'The file is empty; its first line must name the columns.'],
    ['id,uid\n', 'The file has no lines after its header row.'],
  ])('of a file with the content %j says that there is nothing to import', async (content, message) => {
    await upload('people.csv', [content]);
    await page.getByText(message).waitFor();
  });
});

describe('The page Today', () => {
  it('has totals, and filters that are kept in the URL', async () => {
    await page.goto(`/console/today?day=${OPENING_DAY}`);
    await page.getByRole('table', { name: 'Attendance' }).getByRole('row').nth(1).waitFor();
    await page.getByText('Booked', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('parking');
    await page.waitForURL(/kind=parking/);
    await page.getByRole('rowheader', { name: 'p1000@' }).first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^No-show/ }).click();
    const filtered = page.waitForRequest(/\/attendance\?.*kind=parking.*result=no_show/);
    await page.reload();
    await filtered;
    expect(await page.getByRole('combobox', { name: 'Result' }).inputValue()).toBe('no_show');
  });

  it('shows more rows again and again with the keyboard alone', async () => {
    await page.goto(`/console/today?day=${OPENING_DAY}`);
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('200 shown').waitFor();
    expect(await focusedText(page)).toBe('Show more');
  });

  it('shows the rows after an error when they are asked for again', async () => {
    await page.goto(`/console/today?day=${OPENING_DAY}`);
    await page.route(/attendance\?.*next=/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('alert').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('200 shown').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('keeps what "Show more" has shown when it reads the rows again after a check-in, and shows more meanwhile', async () => {
    await importLines('users', [USERS_HEADER, '900,A-first,a-first@demo.example']);
    await importLines('bookings', [BOOKINGS_HEADER, `first,900,position,${PERIOD}`]);
    await page.goto(`/console/today?day=${OPENING_DAY}`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('200 shown').waitFor();
    await page.getByRole('button', { name: 'Check in: a-first@demo.example, first' }).click();
    await page.getByRole('button', { name: 'Badge forgotten' }).click();
    const undo = page.getByRole('button', { name: 'Undo: a-first@demo.example, first' });
    await undo.waitFor();
    await page.getByText('200 shown').waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/attendance\?/, async (route) => {
      await released;
      await route.fallback();
    });
    await undo.click();
    await page.getByRole('button', { name: 'Mistake' }).click();
    await waitForStatus('Undid the check-in of a-first@demo.example: first');
    await page.getByRole('button', { name: 'Show more' }).click();
    release();
    await page.getByText('200 shown').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check in: a-first@demo.example, first' }).waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(201);
    await page.unrouteAll();
  });

  it('shows no rows and totals of another day under the heading of one that it cannot read', async () => {
    const table = page.getByRole('table', { name: 'Attendance' });
    const booked = page.getByRole('button', { name: /^Booked/ });
    const responses: readonly ((route: Route) => Promise<void>)[] = [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 500, json: {} }),
    ];
    for (const respond of responses) {
      await page.goto(`/console/today?day=${OPENING_DAY}`);
      await Promise.all([table.waitFor(), booked.waitFor()]);
      await page.route(/\/attendance/, respond);
      await page.getByRole('button', { name: 'Next day' }).click();
      await page.getByRole('alert').first().waitFor();
      expect([await table.count(), await booked.count()]).toEqual([0, 0]);
      await page.unrouteAll();
    }
  });

  it('is up to date after half a minute', async () => {
    const window = await consoleBrowser.signIn('Ana', 'help');
    await window.clock.install();
    await window.goto('/console/today');
    await window.getByText('Booked', { exact: true }).waitFor();
    const requests = [/attendance\/summary/, /attendance\?/].map((one) => window.waitForRequest(one));
    await window.clock.fastForward(31_000);
    await Promise.all(requests);
  });

  it('shows a day, and the times of its chart, in the viewer’s time zone', async () => {
    const summaryRequest = page.waitForRequest(/attendance\/summary/);
    await page.goto('/console/today');
    const { searchParams } = new URL((await summaryRequest).url());
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format();
    expect([searchParams.get('day'), searchParams.get('timeZone')]).toEqual([day, 'Europe/Berlin']);
    await page.route('**/attendance/summary?*', (route) =>
      route.fulfill({
        json: {
          companyId: 'demo',
          day,
          timeZone: 'Europe/Berlin',
          totals: { booked: 3, checkedIn: 3, noShow: 0, expected: 0 },
          // The clocks go back between these two quarters.
          quarters: [
            { startsAt: '2026-10-25T00:45:00.000Z', checkedIn: 1 },
            { startsAt: '2026-10-25T01:15:00.000Z', checkedIn: 2 },
          ],
        },
      }),
    );
    await page.reload();
    const rows = page.getByRole('table', { name: 'Check-ins by quarter of an hour' }).getByRole('row');
    await rows.nth(2).waitFor();
    expect((await rows.allTextContents()).slice(1)).toEqual([
      expect.stringMatching(/2:45/),
      expect.stringMatching(/2:15/),
    ]);
  });

  it('combines its filters with a search for a person, and no URL contains what was typed', async () => {
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url()));
    await page.goto(`/console/today?day=${OPENING_DAY}&kind=position`);
    const table = page.getByRole('table', { name: 'Attendance' });
    await table.getByRole('row').nth(1).waitFor();
    const others = table.getByRole('link').filter({ hasNotText: 'p1002@' });
    await others.first().waitFor();
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('p1002@');
    await others.first().waitFor({ state: 'detached' });
    await table.getByRole('link', { name: 'p1002@' }).first().waitFor();
    await page.getByText(/bookings? found/).waitFor();
    expect(new Set(await table.getByRole('link').allTextContents())).toEqual(new Set(['p1002@demo.example']));
    expect(await page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('position');
    expect([...seen, page.url()].filter((url) => url.includes('p1002'))).toEqual([]);
  });

  it('downloads all rows as CSV, with kinds and results in words', async () => {
    await page.goto(`/console/today?day=${OPENING_DAY}`);
    await page.getByRole('table', { name: 'Attendance' }).getByRole('row').nth(1).waitFor();
    const csv = await download(page, 'Download CSV');
    expect(BOOKINGS.filter((number) => !csv.includes(`,late-${number}\r\n`))).toEqual([]);
    expect(csv).toMatch(/,Desk,.*,Expected,/);
    const swiss = await consoleBrowser.signIn('Vic', `today?day=${OPENING_DAY}`, { locale: 'de-CH' });
    expect(await download(swiss, 'CSV herunterladen')).toMatch(/;Arbeitsplatz;.*;Erwartet;/);
  });
});

describe('The page Try a check-in', () => {
  const search = () => page.getByRole('searchbox', { name: 'Find a person' });
  const tryIt = () => page.getByRole('button', { name: 'Try', exact: true }).click();
  const sent = (): Promise<unknown> =>
    page.waitForRequest('**/console/api/try-checkin').then((request) => request.postDataJSON() as unknown);

  it('shows the result of a swipe for each booking in words, and changes nothing', async () => {
    await page.goto('/console/try');
    await search().fill('grace@demo.example');
    await tryIt();
    await page.getByText('A swipe would do nothing: no booking is open for check-in').waitFor();
    await search().fill('ada');
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    await tryIt();
    await page.getByText(/^A swipe would check in \d bookings?\.$/).waitFor();
    const row = page.getByRole('table', { name: 'Bookings' }).getByRole('row', { name: /Desk 4\.12/ });
    await row.getByText('Would be checked in').waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/\d{4}-\d\d-\d\dT|uid|notify/);
    expect(page.url()).not.toContain('ada');
    expect(new URL(page.url()).searchParams.get('id')).toBe('1');
    expect([...(await accessibilityProblems(page)), ...(await layoutProblems(page))]).toEqual([]);
  });

  it('asks for a person if none is named', async () => {
    await page.goto('/console/try');
    await tryIt();
    expect(await search().evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('keeps the person who is chosen just after a letter was typed', async () => {
    await page.goto('/console/try');
    await search().fill('ada');
    const choice = page.getByRole('button', { name: 'Ada Lovelace' });
    await choice.waitFor();
    // The letter is searched for after a short pause.
    await choice.evaluate((button, field) => {
      const input = document.querySelector<HTMLInputElement>(field);
      if (input) input.value = 'ada l';
      input?.dispatchEvent(new Event('input'));
      (button as HTMLButtonElement).click();
    }, 'input[type=search]');
    await page.waitForTimeout(500);
    expect(await search().inputValue()).toBe('Ada Lovelace');
    await tryIt();
    await page.waitForURL(/id=1/);
  });

  it('tries what is typed as a reader would send it: an address, or a badge, which may be an ID', async () => {
    await page.goto('/console/try');
    await search().fill('BADGE-0001');
    const badge = sent();
    await tryIt();
    expect(await badge).toEqual({ uid: 'BADGE-0001' });
    await page.getByText(/^A swipe would/).waitFor();
    await search().fill('1');
    await tryIt();
    await page.getByText(/^A swipe would/).waitFor();
    await search().fill('nobody at all');
    await tryIt();
    await page.getByRole('alert').getByText('There is no such user.').waitFor();
  });

  it('shows the result of the last try, even if the response to an earlier one arrives later', async () => {
    await page.goto('/console/try');
    const { promise, resolve } = Promise.withResolvers<Route>();
    await page.route('**/console/api/try-checkin', (route) => resolve(route), { times: 1 });
    await search().fill('BADGE-0001');
    await tryIt();
    const first = await promise;
    await search().fill('grace@demo.example');
    await tryIt();
    const result = page.getByText('A swipe would do nothing: no booking is open for check-in');
    await result.waitFor();
    const response = await first.fetch();
    await first.fulfill({ response }).catch(() => undefined);
    // When this response has arrived, the page has seen the one before.
    await page.evaluate(async () => (await fetch('/console/config.json')).text());
    expect(await result.count()).toBe(1);
  });

  it('says that it could not search, not that it found nobody', async () => {
    await page.route('**/users/search', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/console/try');
    await search().fill('ada');
    await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
    expect(await page.getByText('Nobody is called this').count()).toBe(0);
  });

  it('takes the time of the swipe from its URL, in which it names the exact time, or from a field', async () => {
    const field = page.getByLabel('Date and time');
    // Clocks go back from 3:00 to 2:00, and this is the second 2:30.
    const fromUrl = sent();
    await page.goto('/console/try?id=1&date=2026-10-25T02:30:00%2B01:00');
    expect(await fromUrl).toEqual({ id: 1, date: '2026-10-25T01:30:00.000Z' });
    expect(await field.inputValue()).toBe('2026-10-25T02:30');
    const typed = sent();
    await field.fill('2026-11-21T09:03:00');
    await tryIt();
    expect(await typed).toEqual({ id: 1, date: '2026-11-21T08:03:00.000Z' });
    await page.waitForURL((url) => url.searchParams.get('date') === '2026-11-21T08:03:00.000Z');
    await page.goto('/console/try?id=1&date=09:03');
    await page.getByText('09:03 is not a valid date.').waitFor();
    const now = sent();
    await page.getByRole('textbox', { name: 'Reader' }).fill('Garage');
    await tryIt();
    expect(await now).toEqual({ id: 1, reader: 'Garage' });
  });
});

describe('The page Members', () => {
  it('tells owners what they will lose before they remove themselves', async () => {
    await page.goto('/console/members');
    const warningOf = async (name: RegExp): Promise<string> => {
      await page.getByRole('button', { name }).click();
      const text = await page.getByRole('dialog').getByRole('paragraph').innerText();
      await page.getByRole('button', { name: 'Cancel' }).click();
      return text;
    };
    expect(await warningOf(/^Remove: ana/)).toMatch(/^You lose access .* Another owner must invite you again\.$/);
    expect(await warningOf(/^Remove: vic/)).toMatch(/^They lose access /);
  });

  it('changes the role of a member, and removes a member', async () => {
    await page.goto('/console/members');
    const row = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: /^rita/ });
    await row.getByRole('button', { name: 'Change role: rita@demo.example' }).click();
    await page.getByRole('combobox', { name: 'Role' }).selectOption('auditor');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('cell', { name: 'Auditor' }).waitFor();
    await row.getByRole('button', { name: 'Remove: rita@demo.example' }).click();
    await confirmTwice('/members', 'Remove');
    await waitForStatus('rita@demo.example has been removed.');
    expect([await row.count(), await page.getByRole('row', { name: /^(ana|vic)/ }).count()]).toEqual([0, 2]);
  });
});

describe('The data of a person', () => {
  it('can be exported, and is removed after the e-mail address has been typed to confirm', async () => {
    await page.goto('/console/users/1030');
    await page.getByRole('button', { name: 'Export data' }).waitFor();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export data', exact: true }).click();
    expect(await readFile(await (await started).path(), 'utf8')).toContain('p1030@demo.example');
    await page.getByRole('button', { name: 'Remove user', exact: true }).click();
    const removal = page.getByRole('dialog', { name: 'Remove user: p1030@demo.example' });
    expect(await removal.getByRole('button', { name: 'Remove user' }).isDisabled()).toBe(true);
    await removal.getByRole('textbox', { name: 'Type p1030@demo.example to confirm' }).fill('p1030@demo.example');
    await removal.getByRole('button', { name: 'Remove user' }).click();
    await waitForStatus(/p1030@demo.example has been removed, with \d+ booking/);
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });

  it('is removed after the name has been typed as it is shown', async () => {
    await importLines('users', ['id,name', '1040,Maria  do\u00A0Carmo']);
    await page.goto('/console/users/1040');
    await page.getByRole('button', { name: 'Remove user', exact: true }).click();
    const removal = page.getByRole('dialog');
    await removal.getByRole('textbox').fill('Maria do Carmo');
    const remove = removal.getByRole('button', { name: 'Remove user' });
    expect(await remove.isEnabled()).toBe(true);
    await remove.click();
    await waitForStatus('has been removed');
  });
});
