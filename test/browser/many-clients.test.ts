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

/** Chooses a status, and waits for its clients. The list of all clients may be shown until then. */
const choose = async (status: string, count: number): Promise<void> => {
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: status });
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
  it('is in the order of creation, and shows the next clients on request', async () => {
    await open('clients');
    await rows().nth(99).waitFor();
    const first = await idsShown();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows().nth(199).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Demo gate').waitFor();
    const all = await idsShown();
    expect(all.slice(0, 100)).toEqual(first);
    expect(new Set(all).size).toBe(all.length);
    // The oldest was created 29 days ago. The demo's other three clients were created when the service started.
    expect([all[0], all.at(199)]).toEqual(['ckc_demo_0161', 'ckc_demo_0040']);
    expect(all.slice(200).toSorted()).toEqual(['ckc_demo', 'ckc_demo_garage', 'ckc_demo_north']);
  });

  describe.each([1280, 320])('at a width of %i pixels, without opening a row,', (width) => {
    beforeEach(() => open('clients', width));

    it('says which clients fell silent at 07:40, also after a reload', async () => {
      await choose('Silent', 15);
      expect(new URL(page.url()).searchParams.get('status')).toBe('silent');
      await page.reload();
      await rows().nth(14).waitFor();
      expect(await rows().getByText('Silent: last seen').count()).toBe(15);
      // The times are in the browser's time zone.
      expect(await rows().locator('.sub time[datetime$="T07:40:00.000Z"]:visible').allInnerTexts()).toEqual(
        Array.from({ length: 10 }, () => expect.stringMatching(/, 0[89]:40$/)),
      );
      expect(await layoutProblems(page)).toEqual([]);
    });

    it('says whose secret expires soon', async () => {
      await choose('Last secret expires within 30 days', 5);
      const texts = await rows().getByText('Last secret expires').allInnerTexts();
      expect(new Set(texts.map((text) => /in \d+ \w+$/.exec(text)?.[0]))).toEqual(
        new Set(['in 24 hours', 'in 2 days', 'in 3 days', 'in 4 days', 'in 5 days']),
      );
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

    it('says which clients are disabled, which were never used, and which are in use', async () => {
      await choose('Disabled', 5);
      // Ten of the 200, and the demo's other three.
      await choose('Never used', 13);
      await choose('Enabled, no issues', 100);
      expect(
        await rows()
          .getByText(/^(this hour|1 hour ago)$/)
          .count(),
      ).toBe(100);
      expect(await layoutProblems(page)).toEqual([]);
    });
  });

  it('applies a status that is chosen as soon as the page appears', async () => {
    await open('today');
    await page.evaluate(() => {
      const chooseAtOnce = (_: unknown, observer: MutationObserver): void => {
        const status = [...document.querySelectorAll('select')].find(({ labels }) => labels[0]?.innerText === 'Status');
        if (!status) return;
        observer.disconnect();
        status.value = 'disabled';
        status.dispatchEvent(new Event('change', { bubbles: true }));
      };
      new MutationObserver(chooseAtOnce).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('navigation').getByRole('link', { name: 'API clients' }).click();
    await rows().first().waitFor();
    await waitUntil(async () => (await rows().count()) === 5, 5_000);
  });

  it('is filtered by status and text at once, and the filters can be cleared', async () => {
    await open('clients');
    await page.getByRole('searchbox', { name: 'Filter by name or id' }).fill('no such gate');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().nth(99).waitFor();
    expect(page.url()).toBe(`${consoleBrowser.url}/console/clients`);
    // Every eighth client, 25 of 200, is in Berlin.
    await page.getByRole('searchbox', { name: 'Filter by name or id' }).fill('berlin');
    await page.waitForURL(/q=berlin/);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Enabled, no issues' });
    await rows().nth(25).waitFor({ state: 'detached' });
    expect(
      await rows()
        .getByText(/^Berlin/)
        .count(),
    ).toBe(25);
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
