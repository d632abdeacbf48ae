import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();

const operationOf = (page: Page, summary: string): Locator =>
  page.locator('.opblock').filter({ has: page.getByText(summary, { exact: true }) });

it('The API page gets a token with the demo client, checks in, and sends nothing to another server', async () => {
  const page = await consoleBrowser.newPage();
  const foreignUrls: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(consoleBrowser.url) && !request.url().startsWith('data:'))
      foreignUrls.push(request.url());
  });
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const scheme = page.locator('.auth-container').filter({ hasText: 'clientCredentials' });
  const [, clientSecret = ''] = /"clientSecret":"(cks_[^"]+)"/.exec(consoleBrowser.greeting) ?? [];
  await scheme.getByLabel('client_id:').fill('ckc_demo');
  await scheme.getByLabel('client_secret:').fill(clientSecret);
  await scheme.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
  await scheme.getByText('Logout').waitFor();
  await scheme.getByText('Close').click();
  const operation = operationOf(page, 'Check in');
  await operation.locator('.opblock-summary-control').click();
  const body = operation.getByRole('textbox').last();
  await body.fill('{"uid": "BADGE-0001"}');
  /** On a busy machine, the response can be a 503, after which the request is retried. */
  const execute = async (): Promise<[number, string]> => {
    const [response] = await Promise.all([
      page.waitForResponse((one) => new URL(one.url()).pathname === '/scheduling/checkin'),
      operation.getByRole('button', { name: 'Execute' }).click(),
    ]);
    return response.status() === 503 ? execute() : [response.status(), await response.text()];
  };
  expect(await execute()).toEqual([200, expect.stringContaining('"checkinCount":2')]);
  expect(foreignUrls).toEqual([]);
});
