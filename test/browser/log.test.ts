import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems } from './support/accessibility.ts';
import { callApi, chooseLanguage, download } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const browser = useConsoleBrowser();

/** The words with hyphens that are divided between two lines, such as badges. */
const brokenWords = (row: Locator): Promise<string[]> =>
  row.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s,]*-[^\s,]*/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(word);
      }
    return broken;
  });

/** The placeholders that are wider than their fields. */
const cutPlaceholders = (page: Page): Promise<string[]> =>
  page.getByRole('combobox').evaluateAll((fields) => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    return fields.flatMap((field) => {
      if (!(field instanceof HTMLInputElement)) return [];
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      context.font = font;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return context.measureText(field.placeholder).width > room ? [field.placeholder] : [];
    });
  });

describe('From the log alone, an auditor learns', () => {
  it('who gave somebody a badge, who invited whom, and what an import changed; the file has the same rows', async () => {
    const page = await browser.signIn('Ana', 'log');
    const importId = '0190a1b2-3c4d-4e5f-8a6b-7c8d9e0f1a2b';
    const staff = `/imports/users?importId=${importId}&fileName=staff.csv`;
    for (const [method, path, body] of [
      ['PATCH', '/users/19', { uids: ['BADGE-0019', 'B99998'] }],
      ['POST', '/members', { email: 'bob@example.com', role: 'auditor' }],
      ['POST', staff, 'id,uid\n11,NEW-11\n4711,NEW-4711\nx,y\n'],
      ['POST', `${staff}&firstLine=5000`, 'id,uid\n12,NEW-12\n'],
      ['POST', '/imports/bookings?fileName=desks.csv', 'bookingId,userId,deleted\nb-1,12,true\n'],
    ] as const)
      await callApi(page, method, path, body);
    // After a reload, the rows do not wait for what the tab knows already.
    await page.route(/\/config\.json$|\/api\/me$/, () => undefined);
    await page.reload();
    const log = page.getByRole('table', { name: 'Log' });
    const imported = /ana@demo\.example imported users from staff\.csv: 3 written and 1 failed/;
    const changed = /ana@demo\.example changed José Ñandú: badges BADGE-0019, BADGE-1019 → BADGE-0019, B99998/;
    await log.getByRole('row', { name: imported }).waitFor();
    expect(await log.getByRole('row', { name: /imported users/ }).count()).toBe(1);
    await log.getByRole('row', { name: /ana@demo\.example invited bob@example\.com as Auditor/ }).waitFor();
    await log.getByRole('row', { name: changed }).getByRole('link', { name: 'José Ñandú' }).waitFor();
    for (const width of [1280, 1180, 1080, 768, 375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of [changed, /Unknown: BADGE-0900/])
        expect({ width, broken: await brokenWords(log.getByRole('row', { name })) }).toEqual({ width, broken: [] });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const language of ['de', 'en']) {
      await page.locator('.side').getByRole('combobox').first().selectOption(language);
      await page.locator(`html[lang="${language}"]`).waitFor();
      expect(await cutPlaceholders(page)).toEqual([]);
    }

    await log.getByRole('button', { name: /^Details: .* imported users/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Entry of the log' });
    await dialog.getByRole('listitem').filter({ hasText: 'changed Carl-Johan Åkerström: badges' }).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(2);
    const created = dialog.getByRole('table', { name: 'New people, with their badges now' });
    await created
      .getByRole('row', { name: /^User 4711 .*NEW-4711/ })
      .getByRole('link')
      .waitFor();
    expect(await created.getByRole('link').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');

    // An import of bookings changes no people, so its entry says nothing of them.
    await log.getByRole('button', { name: /^Details: .* imported bookings/ }).click();
    await dialog.getByText('desks.csv', { exact: true }).waitFor();
    expect(await dialog.getByRole('heading', { level: 3 }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await log.getByRole('button', { name: /^Details: .* changed José/ }).click();
    const row = dialog.getByRole('table', { name: 'What changed' }).getByRole('row', { name: /^badges/ });
    expect(await row.innerText()).toMatch(/BADGE-1019[^]*B99998/);
    expect(await dialog.innerText()).toMatch(/Person\s+José Ñandú \(19\)[^]*Request ID\s+\S{10}/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('combobox', { name: 'Person' }).fill('BOB@example.com');
    await page.getByRole('option', { name: 'bob@example.com Member or invitation' }).click();
    await log.getByRole('row', { name: changed }).waitFor({ state: 'hidden' });
    expect(await log.getByRole('row', { name: /^\d/ }).count()).toBe(1);
    await log.getByRole('row', { name: /invited bob@example\.com as Auditor/ }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Person' }).inputValue()).toBe('bob@example.com');
    expect(page.url()).toMatch(/&member=[0-9a-f]{64}$/);
    await page.getByRole('combobox', { name: 'Person' }).fill('');
    await log.getByRole('row', { name: changed }).waitFor();

    const [heading, ...lines] = (await download(page, 'Download CSV')).trim().split('\r\n');
    const separator = heading?.includes(';') ? ';' : ',';
    expect(heading?.split(separator)).toEqual(expect.arrayContaining(['Before', 'After', 'Failed', 'Request ID']));
    expect(lines.filter((line) => imported.test(line))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('bob@example.com'))).not.toEqual([]);
  });

  it('its first rows in a new tab, which asks for them once, before it knows the member', async () => {
    const page = await browser.signIn('Ana');
    const tab = await page.context().newPage();
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const requests: string[] = [];
    tab.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.endsWith('/api/log')) return;
      requests.push(search);
      onAsked();
    });
    await tab.route('**/api/me', async (route) => {
      await asked;
      await route.continue();
    });
    await tab.goto('/console/log');
    await tab.getByRole('row', { name: /Unknown: BADGE-0900/ }).waitFor();
    expect(requests).toEqual(['?limit=25']);
    await tab.getByRole('link', { name: 'Help' }).click();
    await tab.goBack();
    await tab.getByRole('row', { name: /Unknown: BADGE-0900/ }).waitFor();
    expect(requests).toHaveLength(2);
  });

  it('what a gate did at an hour of a day', async () => {
    const own = await browser.signIn('Ana', 'log');
    const log = own.getByRole('table', { name: 'Log' });
    await log.getByRole('row', { name: /Unknown: BADGE-0900/ }).waitFor();
    const asked = own.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/log') && searchParams.get('reader') === 'North entrance';
    });
    await own.getByLabel('Until').fill('2026-11-21');
    await own.getByRole('combobox', { name: 'Jump to hour' }).selectOption('9');
    await own.waitForURL(/hour=9/);
    await own.getByRole('textbox', { name: 'Reader' }).fill('North entrance');
    await own.keyboard.press('Enter');
    expect(new URL((await asked).url()).searchParams.get('until')).toBe('2026-11-21T09:00:00.000Z');
    await own.getByLabel('Until').fill('');
    await own.getByRole('combobox', { name: 'Jump to hour' }).selectOption('23');
    await log.getByRole('row', { name: /Bea Lindqvist/ }).waitFor();
    // The rows of the previous filter stay until those of the new one arrive.
    await log
      .getByRole('row', { name: /ana@demo/ })
      .first()
      .waitFor({ state: 'hidden' });
  });

  it('why a swipe checked nothing in, in the time zone of the page', async () => {
    const own = await browser.signIn('Ana', 'log?timeZone=Asia/Tokyo');
    const why = own.getByRole('row').filter({ has: own.getByRole('button', { name: /^Why\? / }) });
    const time = await why.first().getByRole('rowheader').innerText();
    await why
      .first()
      .getByRole('button', { name: /^Why\? / })
      .click();
    await own.getByRole('dialog').getByText(time).waitFor();
    await own.getByRole('dialog').getByText('Times are in Asia/Tokyo').waitFor();
  });

  it('nothing less because it loads while a reader is typed', async () => {
    const own = await browser.signIn('Ana', 'log');
    const log = own.getByRole('table', { name: 'Log' });
    await log.getByRole('row', { name: /Unknown: BADGE-0900/ }).waitFor();
    const { promise: typed, resolve: onTyped } = Promise.withResolvers<void>();
    await own.route('**/console/api/log?*', async (route) => {
      await typed;
      await route.continue();
    });
    const reader = own.getByRole('textbox', { name: 'Reader' });
    await own.getByLabel('Until').fill('2026-11-21');
    await reader.fill('North entr');
    onTyped();
    await log.getByRole('row', { name: /Unknown: BADGE-0900/ }).waitFor({ state: 'hidden' });
    expect(await reader.inputValue()).toBe('North entr');
  });
});

it.each(['en', 'de', 'es', 'pt-BR'])('The filters of the log have labels of one line in %s', async (language) => {
  const page = await browser.signIn('Ana', 'log');
  await chooseLanguage(page, language);
  const heights = await page
    .locator('.toolbar label')
    .evaluateAll((labels) => labels.map((one) => (one as HTMLElement).offsetHeight));
  expect(new Set(heights).size).toBe(1);
});
