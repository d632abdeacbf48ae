import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { routes } from '../../shared/routes.ts';
import { accessibilityProblems, sidewaysScroll } from './support/accessibility.ts';
import { type ConsoleBrowser, openConsoleBrowser, problemsOf } from './support/console-browser.ts';

let consoleBrowser: ConsoleBrowser;
beforeAll(async () => {
  consoleBrowser = await openConsoleBrowser();
});
afterAll(() => consoleBrowser.stop());

const SUMMARIES = ['Log in', 'Refresh', 'Check in', 'Check in a batch', 'Synchronise users', 'Synchronise bookings'];

const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

describe('The API page', () => {
  let page: Page;
  beforeAll(async () => {
    page = await consoleBrowser.newPage();
  });
  beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('about:blank');
    await page.goto(`${consoleBrowser.url}/docs`);
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 320],
    ['dark', 320],
  ] as const)(
    'is accessible in the %s at %i pixels with everything open, and does not scroll sideways',
    async (...[colorScheme, width]) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect(await accessibilityProblems(page)).toEqual([]);
      expect([await sidewaysScroll(page), ...problemsOf(page)]).toEqual([0]);
    },
  );

  it('has one main landmark, and a table of contents with each operation that stays visible', async () => {
    expect(await page.getByRole('main').count()).toBe(1);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    for (const name of SUMMARIES) {
      await contents.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
      const link = contents.getByRole('link', { name, exact: true });
      await page.waitForFunction((text) => document.querySelector('nav [aria-current]')?.textContent === text, name);
      expect(await link.getAttribute('aria-current')).toBe('true');
    }
  });

  it('shows samples with the address it came from, in the language chosen for all, and copies them', async () => {
    expect(await page.getByRole('textbox', { name: 'Base URL in the samples' }).inputValue()).toBe(consoleBrowser.url);
    const sample = (name: string) => page.getByRole('group', { name: `Sample: ${name}`, exact: true });
    expect(await sample('Check in, curl').textContent()).toContain(`POST ${consoleBrowser.url}/scheduling/checkin`);

    const tabs = page.getByRole('tablist', { name: 'Language of the sample: Check in', exact: true });
    await tabs.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await tabs.getByRole('tab', { name: 'TypeScript' }).getAttribute('aria-selected')).toBe('true');
    expect(await sample('Log in, TypeScript').isVisible()).toBe(true);
    expect(await sample('Check in, curl').isVisible()).toBe(false);
    await page.keyboard.press('End');

    await page.getByRole('textbox', { name: 'Base URL in the samples' }).fill('https://api.example.com/');
    await page.getByRole('button', { name: 'Copy: Check in, Python' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await clipboardOf(page)).toContain('CheckinClient("https://api.example.com", "ckc_demo", "cks_…")');
    expect(problemsOf(page)).toEqual([]);
  });

  it('copies the URL of a heading, which opens it', async () => {
    await page.getByRole('link', { name: 'Link to user_not_found', exact: true }).click();
    await page.getByRole('status').getByText('Link copied').waitFor();
    const address = await clipboardOf(page);
    expect(address).toBe(`${consoleBrowser.url}/docs#user_not_found`);

    await page.goto(address.replace('/docs#', '/docs/errors#'));
    expect(page.url()).toBe(address);
    const heading = page.getByRole('heading', { level: 3, name: 'user_not_found', exact: true });
    expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800);
  });

  it('opens the response that a URL links to', async () => {
    await page.goto(`${consoleBrowser.url}/docs#checkin-422`);
    const example = page.getByText('The key of another swipe');
    await example.waitFor();
    expect(await example.isVisible()).toBe(true);
  });

  it('can be used with the keyboard alone on a narrow screen', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Tab');
    const menu = page.getByRole('button', { name: 'Contents' });
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Log in', exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('links to the page for trying the operations', async () => {
    await page.getByRole('link', { name: 'Try the operations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Try the API' }).waitFor();
    expect(page.url()).toBe(`${consoleBrowser.url}/docs/try`);
  });

  it('shows every sample without scripts', async () => {
    const still = await consoleBrowser.newPage({ javaScriptEnabled: false });
    await still.goto(`${consoleBrowser.url}/docs`);
    for (const language of ['curl', 'TypeScript', 'Python'])
      expect(await still.getByLabel(`Sample: Check in, ${language}`).isVisible()).toBe(true);
    await still.context().close();
  });
});

describe('The page to try the API', () => {
  it('sends every operation that its demo client may, and no request to another server', async () => {
    const page = await consoleBrowser.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(consoleBrowser.url) && !request.url().startsWith('data:'))
        elsewhere.push(request.url());
    });
    await page.goto(`${consoleBrowser.url}/docs/try`);
    const isOfOperation = (address: string): boolean =>
      Object.values(routes).some(({ path }) => new URL(address).pathname === path);
    /** On a busy machine the response may be a 503, which means to repeat. */
    const execute = async (operation: Locator): Promise<number> => {
      const [response] = await Promise.all([
        page.waitForResponse((one) => isOfOperation(one.url())),
        operation.getByRole('button', { name: 'Execute' }).click(),
      ]);
      return response.status() === 503 ? execute(operation) : response.status();
    };
    const send = async (summary: string): Promise<string> => {
      const operation = page.locator('.opblock').filter({ has: page.getByText(summary, { exact: true }) });
      await operation.locator('.opblock-summary-control').click();
      return `${summary}: ${await execute(operation)}`;
    };
    await page.getByRole('button', { name: 'Sign in as demo gate' }).click();
    await page.getByRole('status').getByText('Signed in as demo gate.').waitFor();
    expect([await send('Check in'), await send('Check in a batch'), await send('Refresh')]).toEqual([
      'Check in: 200',
      'Check in a batch: 200',
      'Refresh: 200',
    ]);
    await page.getByRole('button', { name: 'Sign in as demo HR system' }).click();
    await page.getByRole('status').getByText('Signed in as demo HR system.').waitFor();
    expect([await send('Synchronise users'), await send('Synchronise bookings')]).toEqual([
      'Synchronise users: 200',
      'Synchronise bookings: 200',
    ]);
    expect(await page.locator('.opblock').count()).toBe(SUMMARIES.length);
    expect([...elsewhere, ...problemsOf(page)]).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'is accessible in the %s beside Swagger UI, and fits 320 pixels',
    async (colorScheme) => {
      const page = await consoleBrowser.newPage({ colorScheme, viewport: { width: 320, height: 640 } });
      await page.goto(`${consoleBrowser.url}/docs/try`);
      await page.locator('.opblock').first().waitFor();
      expect(await accessibilityProblems(page, '#swagger-ui')).toEqual([]);
      expect([await sidewaysScroll(page), ...problemsOf(page)]).toEqual([0]);
      await page.context().close();
    },
  );
});
