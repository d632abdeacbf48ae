import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readWorkbook } from '../../shared/files/workbook/read-workbook.ts';
import { makeWorkbook } from '../support/make-workbook.ts';
import { accessibilityProblems, layoutProblems } from './support/accessibility.ts';
import { chooseLanguage } from './support/console-browser.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const FILES = join(import.meta.dirname, '../unit/files/import-files');
const consoleBrowser = useConsoleBrowser();
let page: Page;

beforeAll(async () => {
  page = await consoleBrowser.signIn('Ana', 'import');
});

const choose = async (kind: 'users' | 'bookings', name: string, content?: string | Buffer): Promise<void> => {
  await page.goto('/console/import');
  const buffer = Buffer.from(content ?? readFileSync(join(FILES, name)));
  const field = page.locator('input[type=file]').nth(kind === 'users' ? 0 : 1);
  await field.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
};

const importAll = async (count: number): Promise<void> => {
  await page.getByRole('button', { name: `Import ${count} good lines` }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^Done: / })
    .waitFor();
};

const doneOf = (): Promise<string> =>
  page
    .getByRole('status')
    .filter({ hasText: /^Done: / })
    .innerText();

describe('A file of an office', () => {
  it('is imported without a question, with the leading zeros of its number format and the times of its cells', async () => {
    // The bookings belong to people of the files before them.
    for (const [kind, name] of [
      ['users', 'libreoffice-de-users.xlsx'],
      ['users', 'excel-windows-de-users.csv'],
      ['bookings', 'libreoffice-pt-bookings.xlsx'],
      ['bookings', 'excel-windows-us-bookings.csv'],
      ['users', 'excel-mac-pt-users-unicode.txt'],
    ] as const) {
      await choose(kind, name);
      await importAll(3);
      expect([name, await doneOf()]).toEqual([
        name,
        expect.stringMatching(/^Done: \d written, \d unchanged, 0 failed\.$/),
      ]);
    }
    await page.goto('/console/users/1001?day=2026-11-30');
    await page.getByText('0005007').first().waitFor();
    await page.getByRole('table', { name: 'Bookings' }).getByText(/10:00/).first().waitFor();
  });

  it('is not called damaged if the script that reads it cannot be loaded', async () => {
    await page.route('**/assets/workbook-worker-*.js', (route) => route.abort());
    await choose('users', 'libreoffice-de-users.xlsx');
    await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.getByRole('heading', { level: 2 }).waitFor({ state: 'detached' });
  });
});

describe('The file that was chosen last', () => {
  it('stays on the page although an earlier one takes longer to open', async () => {
    await page.goto('/console/import');
    await page.evaluate(() => {
      const arrayBuffer = Reflect.get(Blob.prototype, 'arrayBuffer');
      Blob.prototype.arrayBuffer = async function readLate() {
        Blob.prototype.arrayBuffer = arrayBuffer;
        await new Promise((resolve) => addEventListener('read', resolve));
        return arrayBuffer.call(this);
      };
    });
    const field = page.locator('input[type=file]').first();
    const preview = page.getByRole('heading', { level: 2, name: 'Preview of last.ndjson' });
    for (const [name, id] of [
      ['first.ndjson', 9101],
      ['last.ndjson', 9102],
    ] as const)
      await field.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`{"id":${id},"name":"Ana"}`) });
    await preview.waitFor();
    const imports: string[] = [];
    page.on('request', (request) => imports.push(request.url()));
    await page.evaluate(async () => {
      dispatchEvent(new Event('read'));
      for (let frame = 0; frame < 20; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    expect([await preview.count(), imports]).toEqual([1, []]);
  });
});

it('A file that is chosen before the page has all its texts waits for them visibly', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/en-*.js', async (route) => {
    // The page's own texts come first.
    if (await page.getByRole('heading', { level: 1 }).isVisible()) await released;
    await route.fallback();
  });
  await choose('users', 'early.csv', 'id\n9031\n');
  await page.getByText('Loading…').waitFor();
  release();
  await page.getByRole('heading', { name: 'Preview of early.csv' }).waitFor();
  await page.unrouteAll();
});

describe('The step Columns', () => {
  const CONTENT = 'Nr;Vorgesetzte;Karte\n9001;Eva;K-1\n9002;Ute;K-2\n';

  it('asks what unknown columns are, sends only those that are imported, and remembers the answers', async () => {
    const bodies: string[] = [];
    page.on('request', (request) => request.url().includes('/imports/') && bodies.push(request.postData() ?? ''));
    await choose('users', 'people.csv', CONTENT);
    await page.getByRole('table', { name: 'Columns' }).getByText('9001 · 9002').waitFor();
    await page.getByText('Still missing: User ID. Choose its column.').waitFor();
    const proceed = page.getByRole('button', { name: 'Continue' });
    expect(await proceed.isDisabled()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Column Karte' }).inputValue()).toBe('uid');
    await page.getByRole('combobox', { name: 'Column Nr' }).selectOption('User ID');
    expect([await accessibilityProblems(page), await layoutProblems(page)]).toEqual([[], []]);
    await proceed.click();
    await importAll(2);
    expect(bodies).toEqual(['id,uid,reason\n9001,K-1,-\n9002,K-2,-', 'id,uid,reason\n9001,K-1,-\n9002,K-2,-']);
    await choose('users', 'people-bad-lines.csv', 'Nr;Vorgesetzte;Karte;reason\n9003;Eva;K-3;-\n');
    await page.getByRole('button', { name: 'Import 1 good line' }).waitFor();
    await choose('users', 'people-of-december.csv', CONTENT);
    await page.getByRole('button', { name: 'Import 2 good lines' }).waitFor();
    await page.getByRole('button', { name: 'Change columns' }).click();
    const noName = page.getByText('No column is the name.');
    await noName.waitFor();
    await page.getByRole('combobox', { name: 'Column Vorgesetzte' }).selectOption('Name');
    expect(await noName.count()).toBe(0);
    await proceed.click();
    await importAll(2);
    expect(await doneOf()).toBe('Done: 2 written, 0 unchanged, 0 failed.');
  });

  it('remembers the correction of a column that it knew', async () => {
    await choose('users', 'this-month.csv', 'id;name;badge\n9011;Eva;OLD-1\n9012;Ute;OLD-2\n');
    await page.getByRole('button', { name: 'Change columns' }).click();
    await page.getByRole('combobox', { name: 'Column badge' }).selectOption('Ignore');
    await page.getByRole('button', { name: 'Continue' }).click();
    await importAll(2);
    const sent = page.waitForRequest((request) => request.url().includes('/imports/'));
    await choose('users', 'next-month.csv', 'id;name;badge\n9011;Eva;OLD-1\n');
    expect((await sent).postData()).toBe('id,name,reason\n9011,Eva,-');
  });

  it('shows which column is the company, so that it can be ignored', async () => {
    await choose('users', 'departments.csv', 'ID;Name;Firma\n9021;Eva;Werk Nord\n');
    await page.getByText('Company must be demo, or omitted').waitFor();
    await page.getByRole('button', { name: 'Change columns' }).click();
    const column = page.getByRole('combobox', { name: 'Column Firma' });
    expect(await column.inputValue()).toBe('companyId');
    await column.selectOption('Ignore');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Import 1 good line' }).waitFor();
  });

  it('goes by the dates of a file, not by the answers for an earlier one with the same headings', async () => {
    const contentOf = (id: string, day: string): string =>
      `Kennung;Wer;Was;Von;Bis\n${id};1;Parkplatz;${day} 08:00;${day} 18:00\n`;
    await choose('bookings', 'day-first.csv', contentOf('order-1', '25/11/2026'));
    for (const [column, field] of [
      ['Kennung', 'Booking ID'],
      ['Wer', 'User ID'],
      ['Was', 'Kind'],
      ['Von', 'Check-in from'],
      ['Bis', 'Check-in until'],
    ] as const)
      await page.getByRole('combobox', { name: `Column ${column}` }).selectOption(field);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Import 1 good line' }).waitFor();
    const sent = page.waitForRequest((request) => request.url().includes('/imports/'));
    await choose('bookings', 'month-first.csv', contentOf('order-2', '11/25/2026'));
    expect(new URL((await sent).url()).searchParams.get('dateOrder')).toBe('mdy');
    await page.getByRole('button', { name: 'Import 1 good line' }).waitFor();
  });

  it('says where the headings must be if it knows none of them, as under a title', async () => {
    await choose('users', 'title.csv', 'Staff on 30 November;;\n;;\nid;name;\n9201;Eva;\n');
    await page.getByText('If the headings are not in the first row, delete the rows above them').waitFor();
  });

  it('says what the start of a booking also needs, and continues at the heading of the next step', async () => {
    await choose(
      'bookings',
      'office.csv',
      'Buchung;Personalnummer;Art;Beginn;Ende\nb-1;1;Parkplatz;30.11.2026 08:00;30.11.2026 18:00\n',
    );
    const proceed = page.getByRole('button', { name: 'Continue' });
    await page.getByRole('status').filter({ hasText: '“Start” also needs: Minutes before, Minutes after.' }).waitFor();
    expect(await proceed.isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: 'Column Beginn' }).selectOption('Check-in from');
    await page.getByRole('combobox', { name: 'Column Ende' }).selectOption('Check-in until');
    await proceed.press('Enter');
    await page.getByRole('button', { name: 'Import 1 good line' }).waitFor();
    const heading = page.getByRole('heading', { name: 'Preview of office.csv' });
    expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('asks for the order of day and month if the file does not decide it', async () => {
    // The person of the booking.
    await choose('users', 'libreoffice-de-users.xlsx');
    await importAll(3);
    await choose('bookings', 'ambiguous-dates.csv');
    await page.getByRole('combobox', { name: 'Date order' }).selectOption('dmy');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Import 1 good line' }).waitFor();
  });

  it('offers the sheets of a workbook', async () => {
    await choose('users', 'libreoffice-several-sheets.xlsx');
    await page.getByRole('button', { name: 'Import 3 good lines' }).waitFor();
    const sheets = page.getByRole('combobox', { name: 'Sheet' });
    expect(await sheets.inputValue()).toBe('Personal');
    await sheets.selectOption('Notizen');
    await page.getByRole('combobox', { name: 'Column Hinweis' }).waitFor();
    await sheets.selectOption('Personal');
    await page.getByRole('button', { name: 'Import 3 good lines' }).waitFor();
  });
});

describe('Bad lines', () => {
  it('are explained in the language of the page, and are offered as a workbook if they come from one', async () => {
    await choose('users', 'broken-values-de.csv');
    await chooseLanguage(page, 'de');
    await page
      .getByText('Name: „#NV“ ist ein Fehlerwert der Tabellenkalkulation; tragen Sie den gemeinten Wert ein')
      .waitFor();
    await chooseLanguage(page, 'en');
    await choose('users', 'short.csv', 'id;name;uid\n9101;A\n9102;B;#N/A\n');
    const reasons = page.getByRole('table', { name: '2 bad lines' }).getByText(/^(?:has|badge) /i);
    await reasons.last().waitFor();
    expect(await reasons.allInnerTexts()).toEqual([
      expect.stringMatching(/^Has 2 cells/),
      expect.stringMatching(/^Badge /),
    ]);
    await choose('users', 'names.ndjson', '{"id":9101,"nmae":"x"}\n');
    await page
      .getByRole('table', { name: '1 bad line' })
      .getByText(/^Unknown: nmae/)
      .waitFor();
    const data =
      '<row><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>uid</t></is></c></row><row><c><v>9101</v></c><c t="e"><v>#N/A</v></c></row><row><c><v>9102</v></c><c t="d"><v>2026-11-12</v></c></row>';
    await choose('users', 'staff.xlsx', Buffer.from(makeWorkbook({ sheets: { Staff: data } })));
    await page.getByText('9102 · 2026-11-12', { exact: true }).waitFor();
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download bad lines' }).click();
    const { rows } = readWorkbook(new Uint8Array(readFileSync(await (await started).path())));
    expect(rows.map(({ cells }) => cells).slice(0, 2)).toEqual([
      ['id', 'uid', 'reason'],
      ['9101', '#N/A', 'Badge "#N/A" is an error value of a spreadsheet; enter the intended value'],
    ]);
  });
});

describe('A template', () => {
  it.each(['en', 'de', 'pt-BR', 'es'])(
    'is a workbook in the language of the page, and its example can be imported: %s',
    async (language) => {
      await page.goto('/console/import');
      await chooseLanguage(page, language);
      const started = page.waitForEvent('download');
      await page.getByRole('link', { name: /users\.xlsx/ }).click();
      const file = readFileSync(await (await started).path());
      expect(readWorkbook(new Uint8Array(file)).rows).toHaveLength(2);
      await choose('users', 'users.xlsx', file);
      await page.locator('button.primary').filter({ hasText: /1/ }).waitFor();
      await chooseLanguage(page, 'en');
    },
  );
});
