import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { consoleDeadline } from '../../shared/rules/deadline.ts';
import { accessibilityProblems } from './support/accessibility.ts';
import { chooseLanguage, download } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();
let page: Page;
beforeAll(async () => {
  page = await consoleBrowser.signIn('Ana');
});

describe('The frame of every page', () => {
  it('reports an address without a page, and links to a page', async () => {
    await page.goto('/console/clinets');
    await page.getByRole('heading', { level: 1, name: 'There is no page at this address' }).waitFor();
    expect(page.url()).toBe(`${consoleBrowser.url}/console/clinets`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'API clients' }).waitFor();
  });

  it('closes its menu on a phone when a link is followed, even the link from the page of a person to the list', async () => {
    const phone = await consoleBrowser.signIn('Rita', 'users/1', { viewport: { width: 390, height: 844 } });
    const link = phone.getByRole('navigation').getByRole('link', { name: 'Users' });
    await phone.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await phone.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await link.waitFor({ state: 'hidden' });
  });

  it('keeps the theme that was chosen, whatever the system prefers', async () => {
    const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await background();
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('combobox', { name: 'Theme' }).waitFor();
    expect(await background()).toBe(dark);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('system');
    expect(await background()).toBe(light);
  });

  it('keeps the theme that was chosen last, although another tab shows an earlier one', async () => {
    const other = await page.context().newPage();
    await other.goto('/console/help');
    await other.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await other.reload();
    expect(await other.getByRole('combobox', { name: 'Theme' }).inputValue()).toBe('dark');
    await other.getByRole('combobox', { name: 'Theme' }).selectOption('system');
    await other.close();
  });

  it('opens by itself when the connection is back', async () => {
    const window = await consoleBrowser.newPage();
    let isOnline = false;
    await window.route('**/console/config.json', (route) =>
      isOnline ? route.fallback() : route.abort('internetdisconnected'),
    );
    await window.goto('/console/clients');
    await window.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    isOnline = true;
    await window.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('waits for its texts, and keeps its language if the texts in another cannot be loaded', async () => {
    const window = await consoleBrowser.newPage();
    const disconnect = (route: Route): Promise<void> => route.abort('internetdisconnected');
    await window.route('**/assets/en-*.js', disconnect, { times: 1 });
    await window.goto('/console/');
    await window.getByRole('button', { name: 'Sign in' }).waitFor();
    await window.route('**/assets/es-*.js', disconnect);
    const select = window.locator('select.language');
    await select.selectOption('es');
    await window.getByRole('status').filter({ hasText: 'The language could not be changed.' }).waitFor();
    await window.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await select.inputValue()).toBe('en');
    await window.unrouteAll();
    await chooseLanguage(window, 'es');
    expect(await select.inputValue()).toBe('es');
  });

  it('ends in the language that was chosen last, even if the texts in an earlier one arrive later', async () => {
    const window = await consoleBrowser.newPage();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await window.route('**/assets/es-*.js', async (route) => {
      await isReleased;
      await route.fallback();
    });
    await window.goto('/console/');
    const select = window.locator('select.language');
    await select.selectOption('es');
    await chooseLanguage(window, 'pt-BR');
    const arrival = window.waitForEvent('requestfinished', (request) => request.url().includes('/es-'));
    release();
    const module = (await arrival).url();
    // Ends when the browser has run the module, which it runs only once.
    await window.evaluate((address) => import(address), module);
    expect(await window.locator('html').getAttribute('lang')).toBe('pt-BR');
    expect(await select.inputValue()).toBe('pt-BR');
  });
});

describe('A downloaded file', () => {
  it.each([
    ['de-DE', 'en', 'Download CSV'],
    ['pt-BR', 'pt-BR', 'Baixar CSV'],
  ])('opens in Excel if the locale of the browser is %s', async (locale, language, name) => {
    const window = await consoleBrowser.signIn('Ana', 'log', { locale });
    await chooseLanguage(window, language);
    await window.getByRole('table').waitFor();
    const file = await download(window, name);
    expect(file).toMatch(/^\uFEFF([^;]+;){24}[^;]+\r\n/);
    expect(file).toMatch(/\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;(User not found|Usuário não encontrado): [^;]+;\1;/);
  });

  it('can be a template that the import accepts after a line has been added', async () => {
    await page.goto('/console/import');
    const [header, example] = (await download(page, 'Template: users.csv')).split('\r\n');
    expect(header).toBe('\uFEFFUser ID,Name,Badges,E-mail address,Language');
    expect(example).toBe('1001,Ana Lima,B-1001,ana.lima@example.com,en');
    const buffer = Buffer.from(`${header}\r\n9100,Zoë,Z-1 Z-2,zoe@demo.example,es\r\n`);
    await page.getByLabel('File of users').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import 1 good line' }).click();
    await page.getByText('Done: 1 written, 0 unchanged, 0 failed.').waitFor();
    // The page has no other status meanwhile.
    expect(await page.getByRole('status').innerText()).toBe('Done: 1 written, 0 unchanged, 0 failed.');
  });

  it('can be a workbook, also just after the page has appeared, and the page says so if it could not be made', async () => {
    // The columns' names arrive after the page's own texts.
    await page.route('**/assets/en-*.js', async (route) => {
      await pause(500);
      await route.fallback();
    });
    await page.goto('/console/import');
    await page.route('**/assets/write-workbook-*.js', (route) => route.abort());
    const save = (): Promise<void> => page.getByRole('link', { name: 'Template: users.xlsx' }).click();
    await save();
    await page.getByRole('alert').waitFor();
    await page.unrouteAll();
    const [file] = await Promise.all([page.waitForEvent('download'), save()]);
    expect(file.suggestedFilename()).toBe('users.xlsx');
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

const FILE = ['id,uid', ...Array.from({ length: 150 }, (_, index) => `${7_000 + index},N${index}`), 'x,N150'].join(
  '\n',
);

describe('An import on an unreliable network', () => {
  it('shows that it is waiting, without a rate or a remaining time, and then writes the lines that the preview promised', async () => {
    await page.goto('/console/import');
    const buffer = Buffer.from(FILE);
    await page.getByLabel('File of users').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    const start = page.getByRole('button', { name: 'Import 150 good lines' });
    await start.waitFor();
    let isOnline = true;
    await page.route('**/console/api/imports/users*', async (route) => {
      if (!isOnline) return route.abort('internetdisconnected');
      // Only the response to the first chunk arrives.
      isOnline = false;
      return route.fallback();
    });
    await start.click();
    await page.getByText('100 lines · waiting for the service…', { exact: true }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'Connection lost.' }).waitFor();
    await page.getByRole('progressbar', { name: 'Import', exact: true }).waitFor();
    const question = page.waitForEvent('dialog');
    const following = page.getByRole('link', { name: 'Log' }).click();
    await (await question).dismiss();
    await following;
    expect(await page.getByRole('main').innerText()).not.toMatch(/per second|left/);
    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('status').filter({ hasText: 'Done: 150 written, 0 unchanged, 1 failed.' }).waitFor();
  });
});

describe('A page on an unreliable network', () => {
  it('waits for a response as long as the API may take', async () => {
    await page.goto('/console/clients');
    await page.getByRole('table', { name: 'API clients' }).waitFor();
    await page.evaluate(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => {
        document.body.dataset['timeout'] = String(milliseconds);
        return timeout(milliseconds);
      };
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Members' }).click();
    await page.getByRole('table', { name: 'Members' }).waitFor();
    const milliseconds = await page.evaluate(() => Number(document.body.dataset['timeout']));
    expect(milliseconds).toBeGreaterThan(consoleDeadline.functionTimeoutMilliseconds);
  });

  it('appears as soon as it can be fetched, and the navigation stays meanwhile', async () => {
    await page.goto('/console/clients');
    await page.getByRole('table', { name: 'API clients' }).waitFor();
    await page.route('**/console/assets/*.js', (route) => route.abort('internetdisconnected'));
    await page.getByRole('navigation').getByRole('link', { name: 'Members' }).click();
    await page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(9);
    await page.unrouteAll();
    await page.getByRole('table', { name: 'Members' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
