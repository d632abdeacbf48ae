import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, darkColourProblems, layoutProblems } from './support/accessibility.ts';
import { chooseLanguage } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();
let page: Page;
beforeAll(async () => {
  page = await consoleBrowser.signIn('Ana');
});
beforeEach(async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await chooseLanguage(page, 'en');
});

type PageNames = readonly [path: string, en: string, pt: string, es: string, de: string];

/** Every page in the navigation, with a path at which it has data to show. */
const MAIN_PAGES: readonly PageNames[] = [
  ['clients', 'API clients', 'Clientes de API', 'Clientes de API', 'API-Clients'],
  ['users', 'Users', 'Usuários', 'Usuarios', 'Benutzer'],
  ['today', 'Today', 'Hoje', 'Hoy', 'Heute'],
  ['report', 'Report', 'Relatório', 'Informe', 'Auswertung'],
  ['import', 'Import', 'Importar', 'Importar', 'Import'],
  ['try?id=1', 'Try a check-in', 'Simular um check-in', 'Simular un check-in', 'Check-in simulieren'],
  ['log', 'Log', 'Registro', 'Registro', 'Protokoll'],
  ['members', 'Members', 'Membros', 'Miembros', 'Mitglieder'],
  ['help', 'Help', 'Ajuda', 'Ayuda', 'Hilfe'],
];

const PAGES: readonly PageNames[] = [
  ...MAIN_PAGES,
  ['users/1', 'Ada Lovelace', 'Ada Lovelace', 'Ada Lovelace', 'Ada Lovelace'],
  ['clients/ckc_demo_north', 'North entrance', 'North entrance', 'North entrance', 'North entrance'],
];

/** Opens another page without loading the console again, as "back" does. */
const open = async (path: string, heading?: string, window = page): Promise<void> => {
  await window.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/console/${path}`);
  await window
    .getByRole('heading', { level: 1, ...(heading !== undefined && { name: heading, exact: true }) })
    .waitFor();
  await window.waitForLoadState('networkidle');
};

/**
 * The controls in the main part of the page, or in its dialog, that are less than 44 pixels high, and the fields whose letters are
 * so small that an iPhone zooms in on them.
 */
const smallControls = (): Promise<string[]> =>
  page.evaluate(() => {
    const container = document.querySelector(':modal') ?? document.querySelector('main');
    const find = (selector: string) =>
      [...(container?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(
        (one) => one.checkVisibility() && !one.matches('[type=checkbox], [type=radio]'),
      );
    return [
      ...find('button, .button, select, input, summary, tbody th a')
        .filter((one) => one.offsetHeight < 44)
        .map((one) => `${one.offsetHeight}px: ${one.textContent}`),
      ...find('input, select, textarea')
        .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 16)
        .map((one) => `small letters in ${one.outerHTML.slice(0, 80)}`),
    ];
  });

/**
 * Returns the accessibility problems in both colour schemes, whether there is not exactly one status, and what is cut off, too wide
 * or too small in a narrow window.
 */
const check = async (): Promise<string[]> => {
  const found = await accessibilityProblems(page);
  found.push(...(await darkColourProblems(page)).map((one) => `dark: ${one}`));
  await page.setViewportSize({ width: 320, height: 640 });
  const statusCount = await page.getByRole('status').count();
  if (statusCount !== 1) found.push(`${statusCount} statuses`);
  return [...found, ...(await layoutProblems(page)), ...(await smallControls())];
};

describe('Every page', () => {
  it.each(PAGES)(
    '(%s) is accessible in light and dark mode, fits 320 pixels and can be used with fingers',
    async (path, heading) => {
      await open(path, heading);
      expect(await check()).toEqual([]);
    },
  );

  it('has a link with its name in the navigation', async () => {
    await open('clients');
    for (const [path, heading] of MAIN_PAGES) {
      await page.getByRole('navigation').getByRole('link', { name: heading, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/console/${path.split('?')[0]}`);
      expect([await page.title(), await page.locator('nav [aria-current=page]').allInnerTexts()]).toEqual([
        `${heading} · Check-in console`,
        [heading],
      ]);
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    }
  });

  it.each([
    ['pt-BR', 2],
    ['es', 3],
    ['de', 4],
  ] as const)('has its heading in %s, and fits 320 pixels', async (language, column) => {
    await chooseLanguage(page, language);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const one of PAGES) {
      await open(one[0], one[column]);
      expect([one[0], ...(await layoutProblems(page))]).toEqual([one[0]]);
    }
  });
});

it('The console is accessible before sign-in', async () => {
  const signedOut = await consoleBrowser.newPage();
  await signedOut.goto('/console/');
  await signedOut.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await accessibilityProblems(signedOut)).toEqual([]);
});

const ROW = {
  companyId: 'demo',
  userId: 1,
  email: 'ada.the.first@demo.example',
  bookingId: 'desk-4.12@2026-11-22T10:25:27.411Z',
  name: 'Desk 4.12',
  kind: 'position',
  checkinOpensAt: '2026-11-22T10:00:00Z',
  noShowAt: '2026-11-23T10:00:00Z',
  result: 'checked_in',
  checkedInAt: '2026-11-22T11:30:08Z',
  reader: 'North entrance',
} as const;

const { checkedInAt: _, reader: _reader, ...OPEN_ROW } = ROW;
const ROWS = [ROW, ...(['expected', 'no_show'] as const).map((result) => ({ ...OPEN_ROW, bookingId: result, result }))];

/** Opens a window with a locale, in which Users and Today show the long texts of `ROWS`, whatever the current time. */
const signInWithBookings = async (locale: string): Promise<Page> => {
  const window = await consoleBrowser.signIn('Ana', 'help', { locale });
  const fulfil = { json: { companyId: 'demo', day: '2026-11-22', timeZone: 'Europe/Berlin', items: ROWS } };
  await window.route(/\/attendance\?|\/bookings\?/, (route) => route.fulfill(fulfil));
  return window;
};

describe('Every table', () => {
  const WIDTHS = [320, 360, 600, 700, 768, 819, 820, 860, 900, 960, 1020, 1080, 1140, 1280, 1400];
  const PATHS = new Set(['today', 'users/1', 'clients', 'log', 'members', 'try?id=1']);

  it.each([
    ['en-US', 1],
    ['de', 4],
    ['pt-BR', 2],
    ['es', 3],
  ] as const)('shows all of its texts at any window width, in %s', async (locale, column) => {
    const window = await signInWithBookings(locale);
    for (const one of PAGES.filter(([path]) => PATHS.has(path))) {
      await open(one[0], one[column], window);
      await window.getByRole('row').first().waitFor();
      const found: string[] = [];
      for (const width of WIDTHS) {
        await window.setViewportSize({ width, height: 800 });
        found.push(...(await layoutProblems(window)).map((problem) => `${width}: ${problem}`));
      }
      expect([one[0], ...found]).toEqual([one[0]]);
    }
  });

  it.each([
    ['en-US', /Nov 22, 2026, 12:30:08\sPM/],
    ['en-GB', /22 Nov 2026, 12:30:08/],
  ])('shows dates and times in the format of the browser’s locale, %s', async (locale, text) => {
    const window = await signInWithBookings(locale);
    await open('users/1', 'Ada Lovelace', window);
    const row = window.getByRole('table', { name: 'Bookings' }).getByRole('row', { name: 'Desk 4.12' }).first();
    expect(await row.innerText()).toMatch(text);
  });
});

describe('Every dialog and menu is accessible:', () => {
  it.each([
    ['clients', 'Create API client'],
    ['clients', 'Rotate secret: Garage'],
    ['clients', 'Edit: Garage'],
    ['clients', 'Revoke tokens: Garage'],
    ['clients', 'Delete: Garage'],
    ['log', /^Why\? /],
    ['log', /^This badge belongs to… /],
    ['members', 'Invite member'],
    ['members', /^Change role: vic/],
    ['members', /^Remove: vic/],
    ['users/1', /^Check in: Desk/],
    ['users/1', /^Cancel: Desk/],
    ['users/1', 'Edit'],
    ['users/1', 'Remove user'],
  ])('%s, %s', async (path, name) => {
    await open(path);
    const button = page.getByRole('button', { name, exact: true });
    if (String(name).endsWith(': Garage')) await page.getByRole('button', { name: 'Actions: Garage' }).click();
    await button.first().click();
    await page.getByRole('dialog').waitFor();
    expect(await check()).toEqual([]);
    for (const language of ['pt-BR', 'es', 'de']) {
      await chooseLanguage(page, language);
      expect([language, ...(await layoutProblems(page))]).toEqual([language]);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('the menu of a row', async () => {
    await open('clients');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Actions: North entrance' }).click();
    await page.getByRole('button', { name: 'Delete: North entrance' }).waitFor();
    expect([...(await accessibilityProblems(page)), ...(await layoutProblems(page))]).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('the dialog with the secret, and the status after it', async () => {
    await open('clients');
    await page.getByRole('button', { name: 'Create API client' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Accessible gate');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Secret of Accessible gate' }).waitFor();
    expect(await check()).toEqual([]);
    await page.getByRole('checkbox', { name: 'I have stored the secret' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Open' }).waitFor();
    expect(await check()).toEqual([]);
  });
});
