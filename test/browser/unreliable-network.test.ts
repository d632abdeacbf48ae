import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type ConsoleBrowser, openConsoleBrowser, problemsOf } from './support/console-browser.ts';

let consoleBrowser: ConsoleBrowser;
let page: Page;
beforeAll(async () => {
  consoleBrowser = await openConsoleBrowser();
  page = await consoleBrowser.signIn('Ana');
});
afterAll(() => consoleBrowser.stop());

const FILE = ['id,uid', ...Array.from({ length: 150 }, (_, index) => `${7_000 + index},N${index}`), 'x,N150'].join(
  '\n',
);

describe('An import on an unreliable network', () => {
  it('says that it waits, without a rate or a time left, and then writes what the preview promised', async () => {
    await page.goto(`${consoleBrowser.url}/console/import`);
    const buffer = Buffer.from(FILE);
    await page.getByLabel('CSV file of users').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    const start = page.getByRole('button', { name: 'Import 150 good lines' });
    await start.waitFor();
    let isOnline = true;
    await page.route('**/console/api/imports/users*', async (route) => {
      if (!isOnline) return route.abort('internetdisconnected');
      // The response to the first chunk arrives, and nothing after it.
      isOnline = false;
      return route.fallback();
    });
    await start.click();
    await page.getByText('100 lines · waiting for the service…', { exact: true }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'The connection is lost.' }).waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/per second|left/);
    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('status').filter({ hasText: 'Done: 150 written, 0 unchanged, 1 failed.' }).waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});

describe('A page on an unreliable network', () => {
  it('that could not be fetched appears by itself, and the navigation stays', async () => {
    await page.goto(`${consoleBrowser.url}/console/clients`);
    await page.getByRole('table', { name: 'API clients' }).waitFor();
    await page.route('**/console/assets/*.js', (route) => route.abort('internetdisconnected'));
    await page.getByRole('navigation').getByRole('link', { name: 'Signing keys' }).click();
    await page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(9);
    await page.unrouteAll();
    await page.getByRole('table', { name: 'Signing keys' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });
});
