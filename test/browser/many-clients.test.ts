import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { layoutProblems } from './support/accessibility.ts';
import { chooseLanguage } from './support/console-browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser({ DEMO_CLIENTS: '200' });
let page: Page;
beforeAll(async () => {
  page = await consoleBrowser.signIn('Ana', 'clients');
});

/** The rows of clients, without the header row. */
const rows = (): Locator => page.getByRole('row').filter({ has: page.getByRole('rowheader') });
const idsShown = (): Promise<string[]> => rows().locator('.sub.code').allInnerTexts();

/** Shows only the clients that need attention in one way, and waits for them. */
const choose = async (attention: string, count: number): Promise<void> => {
  await page.getByRole('button', { name: `${attention}: ${count}`, exact: true }).click();
  await waitUntil(async () => (await rows().count()) === count);
};

/** Opens a path in the shared page, in English, because an earlier test might have changed the language. */
const open = async (path: string, width = 1280): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/console/${path}`);
  await chooseLanguage(page, 'en');
  await page.setViewportSize({ width, height: 900 });
};

describe('A list of 200 API clients', () => {
  it('is complete, says how many there are, and has the newest first unless another order is chosen', async () => {
    await open('clients');
    await page.getByText('203 API clients', { exact: true }).waitFor();
    const all = await idsShown();
    expect(new Set(all).size).toBe(203);
    // The oldest was created 29 days ago. The demo's other three clients were created yesterday or when the service started.
    expect(all.slice(0, 3).toSorted()).toEqual(['ckc_demo', 'ckc_demo_garage', 'ckc_demo_north']);
    expect(all.at(-1)).toBe('ckc_demo_0200');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Name' });
    await waitUntil(async () => (await idsShown())[0] === 'ckc_demo_0001');
    // Numbers in names are compared as numbers.
    expect((await idsShown()).slice(0, 3)).toEqual(['ckc_demo_0001', 'ckc_demo_0009', 'ckc_demo_0017']);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Newest first' });
  });

  it('is as it was when the person comes back from the page of a client', async () => {
    await open('clients?q=gate');
    await page.getByRole('button', { name: /^Two secrets/ }).click();
    await waitUntil(async () => (await rows().count()) === 10);
    const link = rows().nth(9).getByRole('link');
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await link.click();
    await page.getByRole('heading', { level: 2, name: 'Secrets' }).waitFor();
    await page.goBack();
    await waitUntil(async () => (await rows().count()) === 10);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(before).toBeGreaterThan(0);
    expect(new URL(page.url()).search).toBe('?q=gate&attention=two_secrets');
    await page.getByRole('button', { name: 'Two secrets: 10', pressed: true }).waitFor();
  });

  it('tells two clients of one name apart, and has the new one first whatever is shown', async () => {
    await open('clients?attention=silent&sort=name');
    for (let count = 0; count < 2; count += 1) {
      await page.getByRole('button', { name: 'Create API client' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Twin gate');
      await page.keyboard.press('Enter');
      await page.getByRole('checkbox', { name: 'I have stored the secret' }).check();
      await page.getByRole('button', { name: 'Done' }).click();
      await waitUntil(async () => (await rows().first().innerText()).startsWith('Twin gate'));
    }
    // Not in a list that the person chooses afterwards, and to which they do not belong.
    await choose('Two secrets', 10);
    await page.getByRole('button', { name: 'Two secrets: 10', pressed: true }).click();
    await page.getByRole('searchbox', { name: 'Filter by name or id' }).fill('twin');
    await waitUntil(async () => (await rows().count()) === 2);
    const menus = await page.getByRole('button', { name: /^Actions: Twin gate \(ckc_/ }).count();
    expect(menus).toBe(2);
    await page.getByRole('link', { name: 'Twin gate' }).first().click();
    await page.getByText('Waiting for the first request.').waitFor();
    for (let count = 0; count < 2; count += 1) {
      await open('clients?q=twin');
      await page
        .getByRole('button', { name: /^Actions: Twin gate/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Delete: Twin gate' }).click();
      await page.getByRole('textbox', { name: 'Type Twin gate to confirm' }).fill('Twin gate');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await waitUntil(async () => (await rows().count()) === 1 - count);
    }
  });

  it('reads each status from left to right, also if it takes two lines', async () => {
    await open('clients?attention=ends');
    await chooseLanguage(page, 'de');
    await page.setViewportSize({ width: 768, height: 900 });
    await rows().first().getByText('Letztes Secret').waitFor();
    const problems = await page.locator('.badge').evaluateAll((badges) =>
      badges.flatMap((badge) => {
        const time = badge.querySelector('time');
        const text = time?.previousSibling;
        if (!time || !text) return [];
        const range = document.createRange();
        range.selectNode(text);
        const last = Array.from(range.getClientRects()).at(-1);
        range.selectNodeContents(time);
        const [first] = range.getClientRects();
        // Either after the last line of the text before it, or on the next line.
        return (first?.bottom ?? 0) >= (last?.bottom ?? 0) ? [] : [badge.textContent];
      }),
    );
    expect(problems).toEqual([]);
    expect(await layoutProblems(page)).toEqual([]);
  });

  describe.each([1280, 320])('at a width of %i pixels, without opening a row,', (width) => {
    beforeEach(() => open('clients', width));

    it('says which clients fell silent at 07:40, also after a reload', async () => {
      await choose('Silent', 15);
      expect(new URL(page.url()).searchParams.get('attention')).toBe('silent');
      await page.reload();
      await rows().nth(14).waitFor();
      expect(await rows().getByText('Silent: last seen').count()).toBe(15);
      // The times are in the browser's time zone.
      expect(await rows().locator('.sub time[datetime$="T07:40:00.000Z"]:visible').allInnerTexts()).toEqual(
        Array.from({ length: 10 }, () => expect.stringMatching(/, 0[89]:40$/)),
      );
      expect(await layoutProblems(page)).toEqual([]);
    });

    it('says which clients were silent today, also those that are back, and how many are not watched', async () => {
      await choose('Silent in the last 24 hours', 20);
      const texts = await rows()
        .getByText(/^silent /)
        .allInnerTexts();
      expect(texts).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/0[89]:40.+1[12]:40$/)));
      // The demo's other three clients, and those that were never used.
      await page.getByText('13 API clients have no value for “Report as silent”').waitFor();
      expect(await layoutProblems(page)).toEqual([]);
    });

    it('says whose secret expires soon, and on which day', async () => {
      await choose('Secret ends soon', 5);
      const days = [1, 2, 3, 4, 5].map((count) => {
        const day = new Date(Date.now() + count * 24 * 60 * 60_000);
        const text = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/Berlin' });
        return `in ${count === 1 ? '24 hours' : `${count} days`}, ${text.format(day)}`;
      });
      const texts = await rows().locator('.list .warn').allInnerTexts();
      expect(texts).toEqual(days.map((day) => `expires ${day}`));
      const order = page.getByRole('combobox', { name: 'Sort by' });
      expect(await order.locator('option:checked').innerText()).toBe('Expires first');
      await order.selectOption({ label: 'Newest first' });
      await waitUntil(() => new URL(page.url()).searchParams.get('sort') === 'newest');
      await order.selectOption({ label: 'Expires first' });
      const strip = page.getByRole('group', { name: 'Needs attention' });
      expect(await strip.innerText()).toContain(`The next secret expires ${days[0]}`);
      expect(await layoutProblems(page)).toEqual([]);
    });

    it('says which secret can be ended: the old one, if the new one is in use', async () => {
      await choose('Two secrets', 10);
      const texts = await rows().locator('.list').allInnerTexts();
      const endable = texts.filter((text) => /old, used 20 days ago[^]*new, used this hour/.test(text));
      const notEndable = texts.filter((text) => /old, used this hour[^]*new, never used/.test(text));
      expect([endable.length, notEndable.length]).toEqual([5, 5]);
      expect(await layoutProblems(page)).toEqual([]);
    });

    it('says which clients were never used', async () => {
      // Ten of the 200, and two of the demo's other three.
      await choose('Never used', 12);
      expect(await layoutProblems(page)).toEqual([]);
    });
  });

  it('is filtered by attention and text at once, and the filters can be cleared', async () => {
    await open('clients');
    await page.getByRole('searchbox', { name: 'Filter by name or id' }).fill('no such gate');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().nth(202).waitFor();
    expect(page.url()).toBe(`${consoleBrowser.url}/console/clients`);
    // Every eighth client, 25 of 200, is in Berlin.
    await page.getByRole('searchbox', { name: 'Filter by name or id' }).fill('berlin');
    await page.waitForURL(/q=berlin/);
    await page.getByText('25 of 203 API clients').waitFor();
    await page.getByRole('button', { name: 'Silent: 15' }).click();
    await waitUntil(async () => (await rows().count()) < 25);
    expect(
      await rows()
        .getByText(/^Berlin/)
        .count(),
    ).toBe(await rows().count());
  });
});

describe('The log of a company with 200 API clients', () => {
  it('names every client, and says if there are no entries of one', async () => {
    await open('clients/ckc_demo_0001');
    await page.getByText('The log has no entries of this API client.').waitFor();
    await open('log?client=ckc_demo_0150');
    const field = page.getByRole('combobox', { name: 'API client' });
    await waitUntil(async () => !/0150|ckc_/.test(await field.inputValue()));
    expect(await layoutProblems(page)).toEqual([]);
  });
});
