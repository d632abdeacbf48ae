import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();

/** Records the messages between this window and windows that open later. */
const recordMessages = async (page: Page): Promise<readonly string[]> => {
  const messages: string[] = [];
  await page.context().exposeFunction('recordMessage', (message: string) => messages.push(message));
  const record = (): void => {
    const { recordMessage } = globalThis as unknown as { recordMessage: (message: string) => void };
    addEventListener('message', ({ data }) => recordMessage(JSON.stringify(data)));
    const { prototype } = BroadcastChannel;
    const { postMessage } = { ...Object.getOwnPropertyDescriptors(prototype) };
    const recordAndPost = function (this: BroadcastChannel, message: unknown): void {
      recordMessage(JSON.stringify(message));
      (postMessage.value as BroadcastChannel['postMessage']).call(this, message);
    };
    Object.assign(prototype, { postMessage: recordAndPost });
  };
  await page.evaluate(record);
  await page.context().addInitScript(record);
  return messages;
};

/** Makes the sign-in of a window expire, and changes what the window stores about it. */
const expire = (page: Page, changes: object): Promise<void> =>
  page.evaluate((values) => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user')) ?? '';
    const user = JSON.parse(sessionStorage.getItem(key) ?? '') as object;
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1, ...values }));
  }, changes);

describe('The console', () => {
  it('returns to the URL that was open before signing in, and keeps it after a reload', async () => {
    const page = await consoleBrowser.newPage();
    await page.goto('/console/clients?q=garage');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /^Ana/ }).click();
    await page.getByRole('row', { name: /Garage/ }).waitFor();
    expect(page.url()).toBe(`${consoleBrowser.url}/console/clients?q=garage`);
    await page.reload();
    await page.getByRole('row', { name: /Garage/ }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Filter by name or id', exact: true }).inputValue()).toBe(
      'garage',
    );
  });

  it('stores tokens and the PKCE verifier only in sessionStorage, and removes them when the user signs out', async () => {
    const signedOut = await consoleBrowser.newPage();
    await signedOut.goto('/console/');
    await signedOut.getByRole('button', { name: 'Sign in' }).click();
    await signedOut.waitForURL(/\/console\/oidc\//);
    const stored = () => signedOut.evaluate(() => [localStorage, sessionStorage].map((one) => JSON.stringify(one)));
    const [local, session] = await stored();
    expect([local, session]).toEqual([
      expect.not.stringContaining('code_verifier'),
      expect.stringContaining('code_verifier'),
    ]);
    const page = await consoleBrowser.signIn('Ana');
    const readAll = () =>
      page.evaluate(() => [localStorage, document.cookie, location.href].map((one) => JSON.stringify(one)).join());
    expect(await readAll()).not.toMatch(/eyJ/);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toMatch(/eyJ/);
    const refreshToken = await page.evaluate(() => {
      const [, user = ''] = Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user')) ?? [];
      return (JSON.parse(user) as { refresh_token: string }).refresh_token;
    });
    const addresses: string[] = [];
    const revocations: (string | null)[] = [];
    page.on('request', (request) => {
      addresses.push(request.url());
      if (request.url().endsWith('/revocation'))
        revocations.push(new URLSearchParams(request.postData() ?? '').get('token'));
    });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/eyJ|ana@demo/);
    expect(addresses.filter((address) => address.includes('eyJ'))).toEqual([]);
    const renewal = { grant_type: 'refresh_token', client_id: 'checkin-console', refresh_token: refreshToken };
    const body = new URLSearchParams(renewal);
    expect(revocations).toEqual([refreshToken]);
    const refused = await fetch(`${consoleBrowser.url}/console/oidc/token`, { method: 'POST', body });
    expect(await refused.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('starts afresh if "back" shows a page that the browser has kept, which might be from before a sign-out', async () => {
    const page = await consoleBrowser.signIn('Rita', 'today');
    await page.getByRole('table', { name: 'Attendance' }).waitFor();
    // As if the person had signed out in the meantime.
    await page.evaluate(() => {
      sessionStorage.clear();
      sessionStorage.setItem('checkin-console.asked', 'true');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('table', { name: 'Attendance' }).count()).toBe(0);
  });

  it('signs out in the browser even if the issuer does not respond', async () => {
    const page = await consoleBrowser.signIn('Ana');
    await page.route('**/console/oidc/token/revocation', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/eyJ/);
  });

  it('shows "Loading…" and no empty groups of pages until the member is known', async () => {
    const page = await consoleBrowser.signIn('Ana', 'help');
    // A tab that knows the member from before would not wait.
    await page.evaluate(() => sessionStorage.removeItem('checkin-console.member'));
    const released = Promise.withResolvers<void>();
    await page.route('**/console/api/me', async (route) => {
      await released.promise;
      await route.fallback();
    });
    await page.reload();
    await page.getByRole('main').getByText('Loading…').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    expect(await navigation.innerText()).toBe('');
    released.resolve();
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    expect(await navigation.innerText()).toMatch(/People[^]*Users[^]*Access[^]*Members[^]*More[^]*Help/);
  });

  it('offers a viewer no button that changes something', async () => {
    const page = await consoleBrowser.signIn('Vic', '');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.getByRole('link', { name: 'API clients' }).click();
    await page.getByRole('row', { name: /Garage/ }).waitFor();
    const buttons = await page.getByRole('button').allTextContents();
    // The filters say how many API clients they find.
    const names = buttons.filter((name) => !/: \d+$/.test(name));
    expect(names).toEqual(['Menu', 'Sign out'].filter((name) => names.includes(name)));
    await page.goto('/console/users');
    await page.getByText('Find a person and see the bookings of a day.').waitFor();
    await page.goto('/console/users/1');
    await page.getByRole('table', { name: 'Bookings' }).waitFor();
    const userButtons = await page.getByRole('main').getByRole('button').allTextContents();
    expect(userButtons.filter((name) => /Check|Undo|Cancel|Export|Remove|Register/.test(name))).toEqual([]);
    await page.goto('/console/members');
    await page.getByText('for people with the role Owner').waitFor();
  });

  it('opens Today for reception, and offers only what reception may do', async () => {
    const page = await consoleBrowser.signIn('Rita', '');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.allTextContents()).toEqual(['Today', 'Report', 'Users', 'Try a check-in', 'Log', 'Help']);
    await page.goto('/console/users/1');
    const bookings = page.getByRole('table', { name: 'Bookings' });
    await bookings
      .getByRole('button', { name: /^(Check in|Undo check-in): / })
      .first()
      .waitFor();
    const names = await page.getByRole('main').getByRole('button').allTextContents();
    expect(names.filter((name) => /Cancel|Export|Remove|Register/.test(name))).toEqual([]);
    await page.goto('/console/log?result=user_not_found');
    await page.getByRole('row', { name: /Unknown: BADGE-0900/ }).waitFor();
    expect(await page.getByRole('button', { name: /This badge belongs to/ }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Person' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'API client' }).count()).toBe(0);
    await page.goto('/console/clients');
    await page.getByText('for people with the role Viewer, Auditor, Admin, or Owner').waitFor();
  });

  it('lets the user repeat an expired sign-in in another window, after which the page continues where it was', async () => {
    const page = await consoleBrowser.signIn('Ana', 'clients');
    const messages = await recordMessages(page);
    await page.getByRole('button', { name: 'Create API client' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before it expired');
    await expire(page, { refresh_token: undefined });
    await page.getByRole('dialog').getByRole('button', { name: 'Create API client' }).click();
    // The issuer's session is still valid: the other window signs in and closes without input.
    await page.getByRole('button', { name: 'Open sign-in in a new window' }).click();
    await page.getByRole('dialog', { name: 'Secret of Typed before it expired' }).waitFor();
    // No message may contain a token, because every page of the origin, such as the API page, can listen to a channel.
    expect(messages).not.toEqual([]);
    expect(messages.filter((message) => message.includes('eyJ'))).toEqual([]);
  });

  it('renews an expired sign-in without a question, once for requests that are sent at the same time', async () => {
    const page = await consoleBrowser.signIn('Ana', 'help');
    await expire(page, {});
    let renewals = 0;
    page.on('request', (request) => (renewals += Number(request.url().endsWith('/oidc/token'))));
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByText('Booked', { exact: true }).waitFor();
    expect([renewals, await page.getByRole('dialog').count()]).toEqual([1, 0]);
  });

  it('starts again, without the input of the first person, if somebody else signs in instead', async () => {
    const page = await consoleBrowser.signIn('Ana', 'clients');
    await page.getByRole('button', { name: 'Create API client' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed by somebody else');
    await expire(page, { refresh_token: undefined, profile: { sub: 'Somebody else' } });
    await page.getByRole('dialog').getByRole('button', { name: 'Create API client' }).click();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Open sign-in in a new window' }).click();
    await reloaded;
    await page.getByRole('row', { name: /Garage/ }).waitFor();
    expect(await page.getByText('Typed by somebody else').count()).toBe(0);
  });

  it('asks for a sign-in once, then says what to check, if the API refuses every token of the issuer', async () => {
    const page = await consoleBrowser.signIn('Ana', 'clients');
    // Responds like a gateway that expects another audience.
    const unauthorized = { status: 401, json: { message: 'Unauthorized' } };
    await page.context().route('**/console/api/**', (route) => route.fulfill(unauthorized));
    await page.reload();
    await page.getByRole('button', { name: 'Open sign-in in a new window' }).click();
    await page.getByRole('alert').getByText('audience and scope').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().unroute('**/console/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /Garage/ }).waitFor();
  });

  it('is not asked for in a new tab while the issuer knows the person, and is after a sign-out', async () => {
    const page = await consoleBrowser.signIn('Ana', 'clients');
    const tab = await page.context().newPage();
    const discoveries: string[] = [];
    tab.on('request', (request) => {
      if (request.url().endsWith('/openid-configuration')) discoveries.push(request.url());
    });
    await tab.goto(`${consoleBrowser.url}/console/users/1?day=2026-03-02`);
    await tab.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    expect(new URL(tab.url()).searchParams.get('day')).toBe('2026-03-02');
    expect(discoveries).toHaveLength(1);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByRole('button', { name: 'Sign in' }).waitFor();
    const later = await page.context().newPage();
    await later.goto(`${consoleBrowser.url}/console/log?user=1`);
    await later.getByRole('button', { name: 'Sign in' }).waitFor();
    // The page that was opened is still in the address, for the sign-in.
    expect(later.url()).toMatch(/\/console\/log\?user=1$/);
  });

  it('says what to check if the tokens of the issuer lack the scope', async () => {
    const page = await consoleBrowser.signIn('Ana', 'clients');
    // Responds like API Gateway's authorizer.
    const forbidden = { status: 403, json: { message: 'Forbidden' } };
    await page.context().route('**/console/api/**', (route) => route.fulfill(forbidden));
    await page.reload();
    expect(await page.getByRole('alert').textContent()).toMatch(/audience and scope/);
  });

  it.each([
    ['pt-BR', 'Entrar', 'Clientes de API'],
    ['es-MX', 'Iniciar sesión', 'Clientes de API'],
    ['de-CH', 'Anmelden', 'API-Clients'],
    ['fr', 'Sign in', 'API clients'],
  ])('in a browser with the language %s has the button "%s"', async (locale, button, heading) => {
    const page = await consoleBrowser.newPage({ locale });
    await page.goto('/console/');
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('button', { name: /^Ana/ }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  });

  it('changes the language at once, and remembers it', async () => {
    const page = await consoleBrowser.signIn('Ana');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('pt-BR');
    await page.getByRole('heading', { level: 1, name: 'Clientes de API' }).waitFor();
    const request = page.waitForRequest('**/console/api/me');
    await page.reload();
    expect((await request).headers()['accept-language']).toBe('pt-BR');
    await page.getByRole('heading', { level: 1, name: 'Clientes de API' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
  });

  it('transfers at most 60 KB until the first page is shown', async () => {
    const page = await consoleBrowser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.startsWith('/console/oidc')) return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto('/console/');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /^Ana/ }).click();
    await page.getByRole('row', { name: /Garage/ }).waitFor();
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThanOrEqual(60 * 1024);
  });
});
