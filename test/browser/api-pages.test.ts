import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { routes } from '../../shared/routes.ts';
import { accessibilityProblems, sidewaysScroll } from './support/accessibility.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();

/** Rules of axe-core that Swagger UI breaks; see docs/decisions/api-page.md. */
const RULES_OF_SWAGGER_UI = new Set([
  'color-contrast',
  'label',
  'nested-interactive',
  'scrollable-region-focusable',
  'select-name',
  'target-size',
]);

const open = async (address: string, options = {}): Promise<Page> => {
  const page = await consoleBrowser.newPage(options);
  await page.goto(address);
  await page.locator('.opblock').first().waitFor();
  return page;
};

const operationOf = (page: Page, summary: string): Locator =>
  page.locator('.opblock').filter({ has: page.getByText(summary, { exact: true }) });

describe('The API page', () => {
  it.each(['light', 'dark'] as const)(
    'is accessible in %s mode (except for known faults of Swagger UI), and fits a width of 320 pixels',
    async (colorScheme) => {
      const page = await open('/docs', { colorScheme, viewport: { width: 320, height: 640 } });
      await operationOf(page, 'Check in').locator('.opblock-summary-control').click();
      await page.getByText('Sample: curl').first().waitFor();
      expect(await accessibilityProblems(page, '#swagger-ui')).toEqual([]);
      const rules = (await accessibilityProblems(page)).map((problem) => problem.slice(0, problem.indexOf(':')));
      expect(rules.filter((rule) => !RULES_OF_SWAGGER_UI.has(rule))).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
    },
  );

  it('finds operations by part of a field name', async () => {
    const page = await open('/docs');
    const search = page.getByLabel('Search the operations');
    await search.fill('DryRun');
    await page.waitForFunction(() => document.querySelectorAll('.opblock').length === 1);
    expect(await operationOf(page, 'Check in').count()).toBe(1);
    await search.fill('');
    await page.waitForFunction(
      (count) => document.querySelectorAll('.opblock').length === count,
      Object.keys(routes).length,
    );
  });

  it('shows the samples with the address of this service', async () => {
    const page = await open('/docs');
    const operation = operationOf(page, 'Check in');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByText('Sample: Python').click();
    expect(await operation.locator('details[open] pre').textContent()).toContain(
      `CheckinClient("${consoleBrowser.url}"`,
    );
  });

  it('signs in when the document has loaded, if the button is clicked before', async () => {
    const page = await consoleBrowser.newPage();
    const clicked = Promise.withResolvers<void>();
    await page.route('**/docs/openapi.json', async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await page.goto('/docs');
    await page.getByRole('button', { name: 'Sign in as demo gate' }).click();
    clicked.resolve();
    await page.getByRole('status').getByText('Signed in as demo gate.').waitFor({ timeout: 20_000 });
  });

  it('calls every operation that its demo clients are allowed to call, and sends nothing to another server', async () => {
    const page = await consoleBrowser.newPage();
    const foreignUrls: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(consoleBrowser.url) && !request.url().startsWith('data:'))
        foreignUrls.push(request.url());
    });
    await page.goto('/docs');
    const isApiCall = (address: string): boolean =>
      Object.values(routes).some(({ path }) => new URL(address).pathname === path);
    /** On a busy machine the response can be a 503, after which the request is retried. */
    const execute = async (operation: Locator): Promise<number> => {
      const [response] = await Promise.all([
        page.waitForResponse((one) => isApiCall(one.url())),
        operation.getByRole('button', { name: 'Execute' }).click(),
      ]);
      return response.status() === 503 ? execute(operation) : response.status();
    };
    const send = async (summary: string): Promise<string> => {
      const operation = operationOf(page, summary);
      await operation.locator('.opblock-summary-control').click();
      // Swagger UI ignores the button while it still loads the operation.
      await operation.getByText('Sample: curl').waitFor();
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
    expect(foreignUrls).toEqual([]);
  });

  it('shows the API of the web console', async () => {
    const page = await open('/docs');
    await page.getByRole('link', { name: 'Web console' }).click();
    await operationOf(page, 'List API clients').waitFor();
  });

  it('still opens at the addresses that it had in version 1.1', async () => {
    const page = await open('/docs/try#checkin');
    await operationOf(page, 'Check in').getByText('Sample: curl').waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs');
    await page.goto('about:blank');
    await page.goto('/docs#user_not_found');
    await page.waitForURL('**/docs/errors#user_not_found');
  });
});

describe('The error page', () => {
  it('opens when the error code of a response is clicked', async () => {
    const page = await open('/docs#/Check-in/checkin');
    const [errors] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'user_not_found' }).first().click(),
    ]);
    await errors.waitForURL('**/docs/errors#user_not_found');
    const heading = errors.getByRole('heading', { name: 'user_not_found', exact: true });
    expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800);
  });

  it.each(['light', 'dark'] as const)(
    'is accessible in %s mode, and fits a width of 320 pixels',
    async (colorScheme) => {
      const page = await consoleBrowser.newPage({ colorScheme, viewport: { width: 320, height: 640 } });
      await page.goto('/docs/errors');
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
    },
  );
});
