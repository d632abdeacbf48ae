import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import { focusedText } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();
let page: Page;
beforeAll(async () => {
  page = await consoleBrowser.signIn('Ana', 'clients');
});
beforeEach(async () => {
  await page.goto('/console/clients');
  await page.getByRole('row', { name: /Garage/ }).waitFor();
});

const dialog = (name?: string): Locator => page.getByRole('dialog', name === undefined ? {} : { name, exact: true });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const row = (name: string): Locator => page.getByRole('row', { name: new RegExp(name) });

/** Opens the menu of an API client, unless the menu is already open, and returns one of the menu's buttons. */
const action = async (client: string, name: string): Promise<Locator> => {
  const found = button(name);
  if (!(await found.isVisible())) await button(`Actions: ${client}`).click();
  await found.waitFor();
  return found;
};
const choose = async (client: string, name: string): Promise<void> => (await action(client, name)).click();
const waitForStatus = (text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

const closeSecret = async (): Promise<void> => {
  await page.getByRole('checkbox', { name: 'I have stored the secret' }).check();
  await button('Done').click();
  await dialog().waitFor({ state: 'detached' });
};

/** The credentials that the dialog shows. */
const readSecret = async (): Promise<{ clientId: string; clientSecret: string }> => ({
  clientId: await page.getByRole('textbox', { name: 'Client ID' }).inputValue(),
  clientSecret: await page.getByRole('textbox', { name: 'Client secret' }).inputValue(),
});

const create = async (name: string): Promise<{ clientId: string; clientSecret: string }> => {
  await button('Create API client').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  // The second click finds the request on its way, and must not send another.
  await dialog().getByRole('button', { name: 'Create API client' }).dblclick();
  await dialog(`Secret of ${name}`).waitFor();
  return readSecret();
};

const post = (path: string, body: object, token = ''): Promise<Response> => {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  return fetch(consoleBrowser.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
};

const logIn = async (credentials: { clientId: string; clientSecret: string }): Promise<number> =>
  (await post('/auth', credentials)).status;

describe('A new API client', () => {
  it('can be created with the keyboard alone, and its credentials log in', async () => {
    await button('Create API client').focus();
    await page.keyboard.press('Enter');
    await dialog('Create API client').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    // The focus is on the button again.
    await page.keyboard.press('Enter');
    await page.keyboard.type('Keyboard gate');
    await page.keyboard.press('Enter');
    await dialog('Secret of Keyboard gate').waitFor();
    const clientId = await page.getByRole('textbox', { name: 'Client ID' }).inputValue();
    await button('Copy: Client secret').focus();
    await page.keyboard.press('Enter');
    await waitForStatus('Copied');
    const clientSecret = await page.evaluate(() => navigator.clipboard.readText());
    expect(await logIn({ clientId, clientSecret })).toBe(201);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await row('Keyboard gate').waitFor();
  });

  it('has a secret that only "Done" hides, and that is not in the page afterwards', async () => {
    await page.getByRole('link', { name: 'Help' }).click();
    await page.getByText(`API=${consoleBrowser.url}`).waitFor();
    await page.getByRole('link', { name: 'API clients' }).click();
    const { clientSecret } = await create('Escape-proof');
    expect(await page.getByRole('textbox', { name: 'Base URL of the API' }).inputValue()).toBe(consoleBrowser.url);
    // Otherwise Chromium saves the secret as form data in its session files.
    const secret = page.getByRole('textbox', { name: 'Client secret' });
    expect(await secret.getAttribute('autocomplete')).toBe('off');
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog('Secret of Escape-proof').waitFor();
    expect(await button('Done').isDisabled()).toBe(true);
    const firstDialog = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const question = await firstDialog;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await closing;
    const secondDialog = page.waitForEvent('dialog');
    const goingBack = page.goBack();
    await (await secondDialog).dismiss();
    await goingBack;
    await dialog('Secret of Escape-proof').waitFor();
    expect(page.url()).toBe(`${consoleBrowser.url}/console/clients`);
    await closeSecret();
    const pageAndStorage = await page.evaluate(() =>
      JSON.stringify([document.documentElement.outerHTML, localStorage, sessionStorage, history.state]),
    );
    expect(pageAndStorage).not.toContain(clientSecret);
    await page.reload();
    await row('Escape-proof').waitFor();
    expect(await page.content()).not.toContain(clientSecret);
  });

  it('is created only once if the response is lost; a message says to look for it, and rotating gives a secret', async () => {
    let attempts = 0;
    await page.route('**/console/api/clients', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      attempts += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await button('Create API client').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Lost and found');
    await dialog().getByRole('button', { name: 'Create API client' }).click();
    await page.getByRole('alert').filter({ hasText: 'whether Lost and found was created' }).waitFor();
    await row('Lost and found').getByText('never used').waitFor();
    expect([attempts, await dialog().count(), await row('Lost and found').count()]).toEqual([1, 0, 1]);
    await page.unrouteAll();
    await choose('Lost and found', 'Rotate secret: Lost and found');
    await dialog().getByRole('button', { name: 'Rotate secret' }).click();
    await dialog('Secret of Lost and found').waitFor();
    expect(await logIn(await readSecret())).toBe(201);
    await closeSecret();
  });

  it('is waited for on its page, to which the message links, until it logs in', async () => {
    const credentials = await create('Expected');
    await closeSecret();
    await page.getByRole('status').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { level: 1, name: 'Expected' }).waitFor();
    const waiting = page.getByText('Waiting for the first request.');
    await waiting.waitFor();
    expect(await logIn(credentials)).toBe(201);
    // A read that takes longer than the pause between two is not cancelled.
    const address = '**/console/api/clients/*';
    await page.route(address, (route) => setTimeout(() => void route.continue().catch(() => undefined), 6_000));
    await waiting.waitFor({ state: 'detached' });
    await page.unroute(address);
    await page.getByText('Enabled', { exact: true }).waitFor();
  });

  it('is waited for although a read fails, and a read from before a change does not undo what the page shows', async () => {
    await create('Unseen');
    await closeSecret();
    await page.getByRole('link', { name: 'Unseen' }).click();
    await page.getByText('Waiting for the first request.').waitFor();
    const address = '**/console/api/clients/*';
    await page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('alert').waitFor();
    await page.unroute(address);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    const { promise, resolve } = Promise.withResolvers<Route>();
    await page.route(address, (route) => (route.request().method() === 'GET' ? resolve(route) : route.fallback()));
    const read = await promise;
    const response = await read.fetch();
    await button('Disable: Unseen').click();
    await waitForStatus('Unseen is disabled');
    await page.unroute(address);
    // The page has cancelled the request, or else ignores the response.
    await read.fulfill({ response }).catch(() => undefined);
    await button('Enable: Unseen').click();
    await waitForStatus('Unseen is enabled');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  const failToCreate = async (status: number): Promise<void> => {
    const json = { statusCode: status, code: 'x', message: 'Too many requests', requestId: 'r-1' };
    await page.route('**/console/api/clients', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.fallback(),
    );
    await button('Create API client').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Uncertain');
    await dialog().getByRole('button', { name: 'Create API client' }).click();
  };

  it('keeps its typed name when the service rejects it', async () => {
    await failToCreate(429);
    await dialog().getByRole('alert').filter({ hasText: 'Too many requests' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Uncertain');
  });

  it('may have been created when the service fails, so the message says so, with the reference for support', async () => {
    await failToCreate(500);
    const message = page.getByRole('alert').filter({ hasText: 'whether Uncertain was created' });
    await message.filter({ hasText: 'r-1' }).waitFor();
  });
});

describe('An API client', () => {
  it('can get a second secret, after which the old secret can be ended', async () => {
    const first = await create('Rotated');
    await closeSecret();
    await choose('Rotated', 'Rotate secret: Rotated');
    const expiry = page.getByRole('combobox', { name: 'The old secret ends', exact: true });
    expect(
      await expiry.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['24', '1', '72', '168', '0']);
    await dialog().getByRole('button', { name: 'Rotate secret' }).click();
    await dialog('Secret of Rotated').waitFor();
    const second = await readSecret();
    await closeSecret();
    expect([await logIn(first), await logIn(second)]).toEqual([201, 201]);
    const rotate = await action('Rotated', 'Rotate secret: Rotated');
    expect([await rotate.isDisabled(), await rotate.locator('+ .hint').innerText()]).toEqual([
      true,
      'Two secrets are live. End one of them first.',
    ]);
    expect(await row('Rotated').innerText()).toMatch(/old[^]*expires in 24 hours[^]*new/);
    // The old secret is ended where it is shown.
    await page.getByRole('link', { name: 'Rotated', exact: true }).click();
    const secrets = page.getByRole('table', { name: 'Secrets' });
    await secrets.getByRole('row', { name: /new.*never/ }).waitFor();
    await secrets.getByRole('row', { name: /old.*in 24 hours/ }).waitFor();
    await secrets.getByRole('button', { name: `End secret …${first.clientSecret.slice(-4)}: Rotated` }).click();
    await dialog().getByRole('button', { name: 'End secret', exact: true }).click();
    await waitForStatus(/has ended/);
    expect([await logIn(first), await logIn(second)]).toEqual([401, 201]);
    expect(await page.getByRole('button', { name: 'Rotate secret: Rotated' }).isEnabled()).toBe(true);
  });

  it('can be disabled, and enabled again by "Undo" in the message or from the menu', async () => {
    await choose('Garage', 'Disable: Garage');
    await waitForStatus('Garage is disabled');
    await row('Garage').getByText('Disabled').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await waitForStatus('Garage is enabled');
    expect(await focusedText(page)).toBe('Actions: Garage');
    await choose('Garage', 'Disable: Garage');
    await row('Garage').getByText('Disabled').waitFor();
    await choose('Garage', 'Enable: Garage');
    await waitForStatus('Garage is enabled');
  });

  it('can have its tokens revoked, can be renamed, and can be deleted, for which its name must be typed', async () => {
    await create('Short-lived');
    await closeSecret();
    await choose('Short-lived', 'Revoke tokens: Short-lived');
    await dialog().getByRole('button', { name: 'Revoke tokens' }).click();
    await waitForStatus('tokens of Short-lived have been revoked');
    await choose('Short-lived', 'Edit: Short-lived');
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
    await button('Save').click();
    await waitForStatus('Renamed has been saved');
    await choose('Renamed', 'Delete: Renamed');
    expect(await dialog().getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Type Renamed to confirm' }).fill('Renamed');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await waitForStatus('Renamed has been deleted');
    expect(await row('Renamed').count()).toBe(0);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  });

  it('can be saved after its dialog was closed, without closing the dialog that is open then', async () => {
    const release = Promise.withResolvers<void>();
    await page.route('**/console/api/clients/**', async (route) => {
      if (route.request().method() === 'PATCH') await release.promise;
      await route.continue();
    });
    await choose('Garage', 'Edit: Garage');
    await button('Save').click();
    await page.keyboard.press('Escape');
    await choose('North entrance', 'Revoke tokens: North entrance');
    await dialog().getByRole('button', { name: 'Cancel' }).waitFor();
    release.resolve();
    await waitForStatus('Garage has been saved');
    expect(await dialog('Revoke tokens: North entrance').isVisible()).toBe(true);
  });

  it('has a menu that works with the keyboard and that Escape closes', async () => {
    await button('Actions: Garage').focus();
    await page.keyboard.press('Enter');
    const waitForFocus = (name: string): Promise<void> => button(name).and(page.locator(':focus')).waitFor();
    await waitForFocus('Rotate secret: Garage');
    await page.keyboard.press('ArrowDown');
    await waitForFocus('Edit: Garage');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await waitForFocus('Delete: Garage');
    await page.keyboard.press('Escape');
    await waitForFocus('Actions: Garage');
    expect(await button('Delete: Garage').isVisible()).toBe(false);
  });

  it('has a page of its own, with its secrets and the swipes of the week, on which it can be deleted', async () => {
    const { clientId, clientSecret } = await create('North annex');
    await closeSecret();
    await row('North annex').getByText('Never used').waitFor();
    const tokens = (await (await post('/auth', { clientId, clientSecret })).json()) as { accessToken: string };
    for (const id of [1, 999_999]) await post('/scheduling/checkin', { id }, tokens.accessToken);
    await page.getByRole('link', { name: 'North annex' }).click();
    await page.getByRole('heading', { level: 1, name: 'North annex' }).waitFor();
    expect(page.url()).toBe(`${consoleBrowser.url}/console/clients/${clientId}`);
    await page
      .getByRole('table', { name: 'Secrets' })
      .getByRole('row', { name: clientSecret.slice(-4) })
      .waitFor();
    await page.getByText('2 swipes, 1 with an unknown badge').waitFor();
    await page.getByRole('table', { name: 'Last entries', exact: true }).getByText('Ada Lovelace').waitFor();
    await button('Disable: North annex').press('Enter');
    await button('Enable: North annex').waitFor();
    expect(await focusedText(page)).toBe('Enable: North annex');
    await button('Delete: North annex').click();
    await page.getByRole('textbox', { name: 'Type North annex to confirm' }).fill('North annex');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await waitForStatus('North annex has been deleted');
    await row('Garage').waitFor();
    await page.goto(`/console/clients/${clientId}`);
    await page.getByRole('heading', { level: 1, name: 'No such API client' }).waitFor();
  });

  it('shows in another colour which days of its week were not counted', async () => {
    const bars = page.locator('figure svg rect:first-child');
    const colours = async (): Promise<string[]> => {
      await page.goto('/console/clients/ckc_demo_north');
      await bars.last().waitFor({ state: 'attached' });
      return bars.evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
    };
    const [counted] = await colours();
    // A log with more entries than the page reads, of which the oldest that it reads is three days old.
    await page.route(/\/log\?.*from=/, async (route) => {
      const address = new URL(route.request().url());
      address.searchParams.delete('next');
      const { items } = (await (await route.fetch({ url: address.href })).json()) as { items: readonly object[] };
      const receivedAt = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
      await route.fulfill({ json: { items: [...items, { ...items[0], receivedAt }], next: 'more' } });
    });
    const partly = await colours();
    expect(partly.map((one) => one === counted)).toEqual([false, false, false, false, true, true, true]);
  });

  it('has limits, which its page shows and a dialog changes', async () => {
    await button('Create API client').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Limited');
    await dialog().getByText('Limits', { exact: true }).click();
    await page.getByRole('combobox', { name: 'The secret expires' }).selectOption('30');
    await page.getByRole('textbox', { name: 'Allowed networks' }).fill('203.0.113.0/24, 2001:db8::/32');
    const silentAfter = page.getByRole('spinbutton', { name: 'Report as silent' });
    await silentAfter.fill('721');
    // The button opens the limits again, to show what is invalid.
    await dialog().getByText('Limits', { exact: true }).click();
    await silentAfter.waitFor({ state: 'hidden' });
    await dialog().getByRole('button', { name: 'Create API client' }).click();
    expect(await silentAfter.evaluate((field) => field.matches(':invalid:focus'))).toBe(true);
    await silentAfter.fill('48');
    await page.getByRole('checkbox', { name: 'Check people in' }).uncheck();
    await dialog().getByText('Choose at least one.').waitFor();
    await page.getByRole('checkbox', { name: 'Check people in' }).check();
    await dialog().getByRole('button', { name: 'Create API client' }).click();
    const credentials = await readSecret();
    await closeSecret();
    expect(await logIn(credentials)).toBe(401);
    await row('Limited').getByText('Last secret expires').waitFor();
    await page.getByRole('link', { name: 'Limited' }).click();
    await page.getByText(/rejected on .*, because it came from 127\.0\.0\.1/).waitFor();
    await page.getByText('203.0.113.0/24, 2001:db8::/32').waitFor();
    await page.getByText('after 48 hours').waitFor();
    await button('Edit: Limited').click();
    // The error names the value and stands at the field, which has the focus.
    const networks = page.getByRole('textbox', { name: 'Allowed networks' });
    await networks.fill('198.51.100.7 10.0.0/8');
    await button('Save').click();
    await dialog()
      .getByText(/^Must be networks in CIDR form.*"10\.0\.0\/8" is not one/)
      .waitFor();
    expect(await networks.evaluate((field) => field.matches('[aria-invalid=true]:focus'))).toBe(true);
    expect(await dialog().getByRole('alert').count()).toBe(0);
    // A single address is a network of one.
    await networks.fill('198.51.100.7 2001:db8::7');
    await button('Save').click();
    await page.getByText('198.51.100.7/32, 2001:db8::7/128').waitFor();
    await button('Edit: Limited').click();
    await networks.fill('');
    await button('Save').click();
    await page.getByText('any network').waitFor();
  });

  it('is shown in its new state if another member has changed it, and nothing is overwritten', async () => {
    const other = await consoleBrowser.signIn('Ana', 'clients');
    await other.getByRole('button', { name: 'Actions: North entrance' }).click();
    await other.getByRole('button', { name: 'Disable: North entrance' }).click();
    await other.getByRole('status').filter({ hasText: 'North entrance is disabled' }).waitFor();
    await choose('North entrance', 'Revoke tokens: North entrance');
    await dialog().getByRole('button', { name: 'Revoke tokens' }).click();
    await page.getByRole('alert').filter({ hasText: 'Somebody else changed North entrance' }).waitFor();
    // The menu closes, although this action opens no dialog.
    await choose('North entrance', 'Enable: North entrance');
    await waitForStatus('North entrance is enabled');
    expect(await button('Delete: North entrance').isVisible()).toBe(false);
    await page.route('**/console/api/clients/*', (route) => route.fulfill({ status: 404, json: {} }));
    await choose('North entrance', 'Disable: North entrance');
    await page.getByRole('alert').filter({ hasText: 'Somebody else deleted North entrance' }).waitFor();
    expect(await row('North entrance').count()).toBe(0);
  });

  it('can be changed while the list is read again, and is then shown in its new state', async () => {
    await page.getByRole('link', { name: 'Garage' }).click();
    await page.getByRole('heading', { level: 2, name: 'Secrets' }).waitFor();
    const { promise, resolve } = Promise.withResolvers<Route>();
    await page.route('**/console/api/clients?*', (route) => resolve(route), { times: 1 });
    await page.goBack();
    const read = await promise;
    const response = await read.fetch();
    await choose('Garage', 'Disable: Garage');
    await waitForStatus('Garage is disabled');
    await read.fulfill({ response }).catch(() => undefined);
    await choose('Garage', 'Enable: Garage');
    await waitForStatus('Garage is enabled');
  });

  it('has a secret that ends tomorrow only if tomorrow is the next day of the calendar', async () => {
    // It is after 22:00 there.
    const hoursAhead = ((34 - new Date().getUTCHours()) % 24) - 12;
    const timezoneId = `Etc/GMT${hoursAhead < 0 ? '+' : '-'}${Math.abs(hoursAhead)}`;
    const own = await consoleBrowser.signIn('Ana', 'help', { timezoneId });
    await own.route('**/console/api/clients?*', async (route) => {
      const list = (await (await route.fetch()).json()) as { items: { secrets: object[] }[] };
      const endsAt = new Date(Date.now() + 30 * 3_600_000).toISOString();
      const items = list.items.map((one) => ({
        ...one,
        secrets: one.secrets.map((secret) => ({ ...secret, endsAt })),
      }));
      await route.fulfill({ json: { ...list, items } });
    });
    await own.getByRole('link', { name: 'API clients' }).click();
    await own
      .getByRole('row', { name: /Garage/ })
      .getByText('expires in 2 days, ')
      .waitFor();
  });

  it('is disabled once by a double-click', async () => {
    await page.getByRole('link', { name: 'Garage' }).click();
    const { promise, resolve } = Promise.withResolvers<void>();
    let changes = 0;
    await page.route('**/console/api/clients/*', async (route) => {
      if (route.request().method() === 'PATCH') {
        changes += 1;
        await promise;
      }
      await route.fallback();
    });
    await button('Disable: Garage').dblclick();
    resolve();
    await waitForStatus('Garage is disabled');
    expect(changes).toBe(1);
    await button('Enable: Garage').click();
    await waitForStatus('Garage is enabled');
  });

  it('cannot be changed any more by a member who has been given a lower role', async () => {
    await page.route('**/console/api/clients/*', (route) =>
      route.fulfill({ status: 403, json: { statusCode: 403, code: 'forbidden', message: 'No.', requestId: 'r' } }),
    );
    await choose('Garage', 'Disable: Garage');
    await page.getByRole('alert').filter({ hasText: 'role no longer allows' }).waitFor();
    await action('Garage', 'Disable: Garage');
  });
});

describe('A lost connection', () => {
  it('during a rotation is reported with what to look for', async () => {
    await create('Half rotated');
    await closeSecret();
    await page.route('**/console/api/clients/*/secrets', async (route) => {
      await route.fetch();
      return route.abort('connectionreset');
    });
    await choose('Half rotated', 'Rotate secret: Half rotated');
    await dialog().getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('alert').filter({ hasText: 'whether the secret of Half rotated was rotated' }).waitFor();
    await row('Half rotated').getByText('new').waitFor();
  });

  it('is reported, and the page loads when the connection is restored', async () => {
    let [isOnline, isBusy] = [false, true];
    await page.route('**/console/api/members*', (route) => {
      if (!isOnline) return route.abort('internetdisconnected');
      const wasBusy = isBusy;
      isBusy = false;
      return wasBusy ? route.fulfill({ status: 503, json: {} }) : route.fallback();
    });
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor();
    isOnline = true;
    await page.getByRole('table', { name: 'Members' }).waitFor();
    await waitForStatus('Connected again');
  });

  it('does not make the page send a change twice, because the first may have arrived', async () => {
    let changes = 0;
    await page.route('**/console/api/clients/*', (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      changes += 1;
      return route.abort('connectionreset');
    });
    const read = page.waitForRequest((one) => one.method() === 'GET' && /api\/clients\/./.test(one.url()));
    await choose('Garage', 'Disable: Garage');
    await read;
    await waitForStatus('Connected again');
    expect(changes).toBe(1);
  });
});
