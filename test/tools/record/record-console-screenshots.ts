import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openConsoleBrowser } from '../../browser/support/console-browser.ts';
import { readOptions } from '../read-options.ts';

readOptions(`Usage: npx node test/tools/record/record-console-screenshots.ts

Writes the screenshots of docs/console.md: each page and the main dialogs, in light and dark, from the local service.`);

const docs = join(import.meta.dirname, '../../../docs');
const folder = join(docs, 'console');
mkdirSync(folder, { recursive: true });

const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 19) + 'Z';

const chooseFile = async (page: Page): Promise<void> => {
  const lines = [
    'bookingId;userId;kind;name;checkinOpensAt;noShowAt',
    `desk-1;1;position;Desk 2.01;${inHours(24)};${inHours(33)}`,
    `desk-2;2;position;Desk 2.02;${inHours(24)};${inHours(33)}`,
    `desk-3;99999;position;Desk 2.03;${inHours(24)};${inHours(33)}`,
    `park-1;1;garage;P2-01;${inHours(24)};${inHours(33)}`,
    `park-2;3;parking;P2-02;${inHours(33)};${inHours(24)}`,
    `desk-4;3;position;Desk 2.04;${inHours(24)};${inHours(33)}`,
  ];
  const buffer = Buffer.from(lines.join('\r\n'));
  await page.getByLabel('File of bookings').setInputFiles({ name: 'tomorrow.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^Import \d/ }).waitFor();
};

const chooseUnknownColumns = async (page: Page): Promise<void> => {
  const lines = ['Nr.;Name;Karte;Abteilung', '1001;Jürgen Groß;0005007;Einkauf', '1002;Ana Lima;B-1002;Vertrieb'];
  const buffer = Buffer.from(lines.join('\r\n'));
  await page.getByLabel('File of users').setInputFiles({ name: 'personal.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('table', { name: 'Columns' }).waitFor();
};

const create = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Create API client' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Turnstile 9');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy: Client secret' }).click();
};

const rotate = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Actions: Garage' }).click();
  await page.getByRole('button', { name: 'Rotate secret: Garage' }).click();
};

const PICTURES: readonly (readonly [name: string, path: string, prepare?: (page: Page) => Promise<void>])[] = [
  ['clients', 'clients'],
  ['secret', 'clients', create],
  ['rotate', 'clients', rotate],
  ['users', 'users'],
  ['person', 'users/19'],
  ['client', 'clients/ckc_demo_north'],
  ['today', 'today'],
  ['report', 'report'],
  ['import', 'import', chooseFile],
  ['import-columns', 'import', chooseUnknownColumns],
  ['try', 'try?id=1'],
  ['log', 'log'],
  ['members', 'members'],
  ['help', 'help'],
];

const browser = await openConsoleBrowser();
for (const colorScheme of ['light', 'dark'] as const) {
  const signInPage = await browser.newPage({ colorScheme });
  await signInPage.goto(`${browser.url}/console/`);
  await signInPage.getByRole('button', { name: 'Sign in' }).waitFor();
  await signInPage.screenshot({ path: join(folder, `sign-in-${colorScheme}.png`) });
  for (const [name, path, prepare] of PICTURES) {
    const page = await browser.signIn('Ana', path, { colorScheme });
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    await page.context().close();
  }
}
await browser.stop();
