import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { User } from 'oidc-client-ts';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { CONSOLE_SCOPE } from '../../../shared/console-api/routes.ts';
import { localConsole, localConsoleIssuer } from '../../../shared/local-service.ts';
import { type LocalProcess, LONG_DEADLINES, spawnLocal } from '../../support/spawn-local.ts';
import { browserPath } from './find-browser.ts';

export interface ConsoleBrowser {
  readonly url: string;
  /** The text that the service printed when it started. */
  readonly greeting: string;
  /** The windows that were opened, oldest first. */
  readonly windows: Page[];
  /** Opens a window with its own session. {@link problemsOf} returns the problems of its page. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens the page at a path below /console/ in a new window, in which a person has signed in. */
  readonly signIn: (who: Who, path?: string, options?: BrowserContextOptions) => Promise<Page>;
  readonly stop: () => Promise<void>;
}

export type Who = 'Ana' | 'Vic' | 'Rita' | 'Gil' | 'Nobody' | 'Uma';

interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly scope: string;
  readonly expires_in: number;
}

const problems = new WeakMap<Page, string[]>();

/** Returns the violations of the content security policy or of Trusted Types, and the uncaught errors. */
export const problemsOf = (page: Page): string[] => problems.get(page) ?? [];

const watch = (page: Page): void => {
  const found: string[] = [];
  problems.set(page, found);
  page.on('console', (message) => {
    if (/content security policy|trusted ?(type|html|script)/i.test(message.text())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
};

const launchBrowser = (): Promise<Browser> => {
  if (browserPath === undefined) throw new Error('There is no browser.');
  return chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
};

/** Opens a window that shares no data with other windows. Relative addresses are resolved against the console's `url`. */
const openWindow = async (browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    baseURL: url,
    reducedMotion: 'reduce',
    ...options,
  });
  // Long enough for a busy machine. A failing test waits this long.
  context.setDefaultTimeout(60_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  watch(page);
  return page;
};

/**
 * Signs in at the local issuer without its pages and without the console, which would be loaded three times.
 * @returns the key and the value that the console stores in `sessionStorage` after a sign-in
 */
const signInAtIssuer = async ({ request }: BrowserContext, url: string, subject: Who): Promise<[string, string]> => {
  const issuer = localConsoleIssuer(url);
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: localConsole.clientId, redirect_uri: `${url}/console/` };
  const params = {
    ...client,
    response_type: 'code',
    scope: `openid email ${CONSOLE_SCOPE}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const page = await request.get(`${issuer}/auth`, { params });
  const home = await request.post(page.url(), { form: { subject } });
  const code = new URL(home.url()).searchParams.get('code') ?? '';
  const form = { ...client, grant_type: 'authorization_code', code, code_verifier: verifier };
  const tokens = (await (await request.post(`${issuer}/token`, { form })).json()) as Tokens;
  const expires_at = Math.floor(Date.now() / 1_000) + tokens.expires_in;
  const user = new User({ ...tokens, profile: decodeJwt(tokens.id_token), expires_at });
  return [`oidc.user:${issuer}:${client.client_id}`, user.toStorageString()];
};

/**
 * Starts the local service with its demo, and a browser. Both have a minute for each step, because the machine might be busy.
 */
export const openConsoleBrowser = async (settings: Record<string, string> = {}): Promise<ConsoleBrowser> => {
  const [local, browser]: [LocalProcess, Browser] = await Promise.all([
    spawnLocal({ NODE_OPTIONS: LONG_DEADLINES, ...settings }),
    launchBrowser(),
  ]);
  const windows: Page[] = [];
  const newPage = async (options?: BrowserContextOptions): Promise<Page> => {
    const page = await openWindow(browser, local.url, options);
    windows.push(page);
    return page;
  };
  return {
    url: local.url,
    greeting: local.greeting,
    windows,
    newPage,
    signIn: async (who, path = '', options = {}) => {
      const page = await newPage(options);
      const stored = await signInAtIssuer(page.context(), local.url, who);
      await page.addInitScript(([key, value]) => {
        // The console keeps something there after a sign-out too.
        if (sessionStorage.length === 0) sessionStorage.setItem(key, value);
      }, stored);
      await page.goto(`/console/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
    stop: async () => {
      await browser.close();
      local.process.kill();
      await local.ended;
    },
  };
};

/** Changes the language of the console, and waits until the texts in that language are shown. */
export const chooseLanguage = async (page: Page, language: string): Promise<void> => {
  await page.locator('select.language').selectOption(language, { force: true });
  await page.locator(`html[lang="${language}"]`).waitFor();
};

/** The name or text of the element that has the focus. Fails if none has. */
export const focusedText = (page: Page): Promise<string> =>
  page.locator('body :focus').evaluate(({ ariaLabel, textContent }) => ariaLabel ?? textContent ?? '');

/**
 * Sends a request to the console's API as the person who is signed in on a page.
 * @param body a string is sent as CSV, anything else as JSON
 * @throws Error if the API refuses the request
 */
export const callApi = (page: Page, method: string, path: string, body: unknown): Promise<void> =>
  page.evaluate(
    async ({ address, content, type, ...request }) => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user')) ?? '';
      const user = JSON.parse(sessionStorage.getItem(key) ?? '') as { access_token: string };
      const headers = { Authorization: `Bearer ${user.access_token}`, 'Content-Type': type, 'If-Match': '*' };
      const response = await fetch(address, { ...request, headers, body: content });
      if (!response.ok) throw new Error(await response.text());
    },
    typeof body === 'string'
      ? { method, address: `/console/api${path}`, content: body, type: 'text/csv' }
      : { method, address: `/console/api${path}`, content: JSON.stringify(body), type: 'application/json' },
  );

/** The next change at a path reaches the service, but its response does not reach the page. */
export const loseResponse = async (page: Page, path: string): Promise<void> => {
  let isLost = false;
  await page.route(`**/console/api${path}`, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
};

/** Imports lines of CSV as the person who is signed in on a page. The first line is a header row. */
export const importThrough = (page: Page, kind: 'users' | 'bookings', lines: readonly string[]): Promise<void> =>
  callApi(page, 'POST', `/imports/${kind}`, lines.join('\n'));

/** Follows a link that downloads a file. @returns the file */
export const download = async (page: Page, link: string): Promise<string> => {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).click();
  return readFile(await (await started).path(), 'utf8');
};
