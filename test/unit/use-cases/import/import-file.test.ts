import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { makeInMemoryLogs, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';
import { makeStores, runCommand, runJson, storesWith } from '../../cli/run-command.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'admin-import-'));
});

afterAll(() => rm(folder, { recursive: true }));

const writeLines = async (name: string, ...lines: string[]): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, lines.join('\n'));
  return file;
};

const importUsers = (file: string) => ['users', 'import', file, '--new-company'];

describe('users import', () => {
  it.each([
    ['users.ndjson', ['{"companyId":"acme","id":1,"uid":"x"}']],
    ['users.JSONL', ['{"companyId":"acme","id":1,"uid":"x"}']],
    ['users.tsv', ['companyId\tid\tuid', 'acme\t1\tx']],
  ])('reads %s', async (name, lines) => {
    const stores = makeStores();
    expect(await runCommand(stores, importUsers(await writeLines(name, ...lines)))).toEqual({
      code: 0,
      stdout: '1 read: 1 written, 0 unchanged, 0 failed.\n',
      stderr: '',
    });
    expect(await stores.users.find({ companyId: 'acme', userId: 1 })).toMatchObject({ uid: 'x' });
  });

  it('names each line that replaces what an earlier line of the file wrote', async () => {
    const lines = ['acme,1,x', 'acme,2,y', 'acme,1,z', 'acme,2,y', 'acme,0,', 'acme,0,v', 'globex,1,x', 'acme,1,w'];
    const file = await writeLines('replaced.csv', 'companyId,id,uid', ...lines);
    const replaced = [
      { line: 4, earlierLine: 2 },
      { line: 9, earlierLine: 4 },
    ];
    const { value } = await runJson(makeStores(), importUsers(file));
    expect(value).toMatchObject({ written: 5, unchanged: 1, replaced });
    const dryRun = await runCommand(makeStores(), [...importUsers(file), '--dry-run']);
    expect(dryRun.stderr).toContain(
      '2 lines replace earlier lines of this file: line 4 replaces 2, line 9 replaces 4.\n',
    );
  });

  it('names only the first five lines that replace an earlier line', async () => {
    const rows = Array.from({ length: 7 }, (_, n) => `acme,1,${n}`);
    const file = await writeLines('many.csv', 'companyId,id,uid', ...rows);
    expect((await runCommand(makeStores(), importUsers(file))).stderr).toMatch(
      /^6 lines .*: line 3 replaces 2, .*, line 7 replaces 6, and so on\.$/m,
    );
  });

  it('ends with exit code 1 and prints the line numbers if lines are invalid', async () => {
    const file = await writeLines('bad.csv', 'companyId,id', 'acme,1', 'acme,0', ',2');
    const errors = [
      { line: 3, reason: 'id must be an integer from 1 to 9007199254740991' },
      { line: 4, reason: 'companyId is missing' },
    ];
    expect(await runJson(makeStores(), importUsers(file))).toEqual({
      code: 1,
      value: { read: 3, written: 1, unchanged: 0, deleted: 0, failed: 2, errors },
      stderr: '{"error":{"code":"lines_refused","message":"2 of 3 records were not imported."}}\n',
    });
    expect((await runCommand(makeStores(), importUsers(file))).stderr).toBe(
      'Line 3: id must be an integer from 1 to 9007199254740991.\nLine 4: companyId is missing.\n2 of 3 records were not imported.\n',
    );
  });

  it.each([
    ['users.csv', ['--sheet', 'Plan'], 'A CSV file has no sheets. Leave out --sheet.\n'],
    ['users.ndjson', ['--sheet', 'Plan'], 'An NDJSON file has no sheets. Leave out --sheet.\n'],
    ['users.ndjson', ['--map', 'Badge=uid'], 'An NDJSON file has no columns. Leave out --map.\n'],
  ])('refuses options that do not fit %s: %j', async (name, options, stderr) => {
    const content = name.endsWith('csv') ? ['companyId,id', 'acme,1'] : ['{"companyId":"acme","id":1}'];
    const file = await writeLines(name, ...content);
    const stores = makeStores();
    expect(await runCommand(stores, [...importUsers(file), ...options])).toEqual({ code: 2, stdout: '', stderr });
    const fromInput = await runCommand(stores, [...importUsers('-'), ...options], { input: content.join('\n') });
    expect(fromInput).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) });
    expect(await stores.users.find({ companyId: 'acme', userId: 1 })).toBeUndefined();
  });

  it('reports what is wrong with the file', async () => {
    await mkdir(join(folder, 'folder.csv'));
    const headless = await writeLines('headless.csv', 'acme,1');
    const [zip, oldWorkbook] = [join(folder, 'zip.csv'), join(folder, 'old.csv')];
    await writeFile(zip, Buffer.from('504b0304140006000800', 'hex'));
    await writeFile(oldWorkbook, Buffer.from('d0cf11e0a1b11ae10000', 'hex'));
    const faults: [string, string, number?][] = [
      [join(folder, 'none.csv'), `There is no file ${folder}/none.csv.`],
      [join(folder, 'folder.csv'), `${folder}/folder.csv is a folder.`],
      [`${headless}/x.csv`, `Cannot read: ENOTDIR: not a directory, open '${headless}/x.csv'.`],
      [
        await writeLines('users.list', 'companyId,id', 'acme,1'),
        'The name of the file must end in .csv, .tsv, .txt, .ndjson, .jsonl, .xlsx, .xlsm: the ending says which format it is in.',
        2,
      ],
      [
        zip,
        'The file is a ZIP file, probably an Excel workbook, although its name does not say so. Rename it so that it ends in .xlsx.',
      ],
      [
        oldWorkbook,
        'The file is a workbook in an older or binary Excel format. In Excel, save it as "Excel Workbook (.xlsx)".',
      ],
      [
        headless,
        'The first row, "acme", "1", must name the columns companyId, id. If these are headings, use --map "HEADING=field".',
      ],
    ];
    for (const [file, sentence, code = 1] of faults)
      expect(await runCommand(makeStores(), importUsers(file))).toEqual({ code, stdout: '', stderr: `${sentence}\n` });
  });

  it('stops if the database is unavailable, and says how far it got and that the file can be imported again', async () => {
    const users = makeInMemoryUsers();
    const change: typeof users.change = async (ref, ...rest) => {
      if (ref.userId === 2) throw new ServiceError('dependency_unavailable', 'DynamoDB is not available: Error: gone');
      return users.change(ref, ...rest);
    };
    const file = await writeLines('stop.csv', 'companyId,id', 'acme,1', 'acme,2');
    const result = await runCommand(makeStores({ users: { ...users, change } }), importUsers(file));
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(
      /^The import stopped\. 1 read: 1 written, .*Import the file again .* safe\.\nDynamoDB is not available: Error: gone\. Check .*\n$/,
    );
  });

  it('prints what it has imported although the log cannot be told', async () => {
    const logs = makeInMemoryLogs();
    const recordPartEnd = () => Promise.reject(new ServiceError('dependency_unavailable', 'DynamoDB is not available'));
    const file = await writeLines('end.csv', 'companyId,id', 'acme,1', 'acme,x');
    const { code, stdout, stderr } = await runCommand(
      makeStores({ log: { ...logs, recordPartEnd } }),
      importUsers(file),
    );
    expect([code, stdout]).toEqual([1, '2 read: 1 written, 0 unchanged, 1 failed.\n']);
    expect(stderr).toMatch(/^Line 3: id must be an integer .*\nDynamoDB is not available/);
  });

  it('shows its progress on a terminal', async () => {
    const lines = Array.from({ length: 600 }, (_, index) => `acme,${index + 1_000}`);
    const file = await writeLines('many.csv', 'companyId,id', ...lines);
    const { stderr, stdout } = await runCommand(makeStores(), importUsers(file), { answers: [] });
    const [start = '', shown = '', end] = stderr.split('\r\u001B[K');
    expect([start, end]).toEqual(['', '']);
    expect(shown).toBe('500 read, 0 failed, 100 % done …');
    expect(stdout).toBe('600 read: 600 written, 0 unchanged, 0 failed.\n');
  });

  it('prints a single message for all lines with the same error', async () => {
    const lines = Array.from({ length: 2_000 }, (_, index) => `acme,${index === 7 ? 'x' : index + 1},@`);
    const file = await writeLines('same.csv', 'companyId,id,email', ...lines);
    const { code, stderr } = await runCommand(makeStores(), importUsers(file));
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      'Lines 2, 3, 4, 5, 6 and 1994 more: email must be one e-mail address of 3 to 254 characters, such as ada@example.com.',
      'Line 9: id must be an integer from 1 to 9007199254740991; email must be one e-mail address of 3 to 254 characters, such as ada@example.com.',
      '2000 of 2000 records were not imported.',
      '',
    ]);
  });

  it('limits the number of printed reasons', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `{"companyId":"acme","id":1,"x${index}":1}`);
    const { stderr } = await runCommand(makeStores(), importUsers(await writeLines('different.ndjson', ...lines)));
    expect(stderr.split('\n')).toHaveLength(103);
    expect(stderr).toContain('And 50 more kinds of bad lines; --json lists them all.\n');
  });

  it('says with --dry-run what would change, and writes nothing', async () => {
    const stores = makeStores();
    const file = await writeLines('dry.csv', 'companyId,id,uid', 'acme,1,x', 'acme,2,x');
    expect(await runCommand(stores, [...importUsers(file), '--dry-run'])).toEqual({
      code: 1,
      stdout: 'Dry run, nothing was written. 2 read: 1 to be written, 0 unchanged, 1 failed.\n',
      stderr: 'Line 3: uid belongs to user 1.\n1 of 2 records would not be imported.\n',
    });
    expect(await runJson(stores, [...importUsers(file), '--dry-run'])).toMatchObject({ value: { dryRun: true } });
    expect(await stores.users.find({ companyId: 'acme', userId: 1 })).toBeUndefined();
  });

  it('reads standard input in any format', async () => {
    for (const input of ['companyId;id\nacme;1', ' \n{"companyId":"acme","id":1}']) {
      const stores = makeStores();
      expect(await runCommand(stores, importUsers('-'), { input })).toMatchObject({ code: 0 });
      expect(await stores.users.find({ companyId: 'acme', userId: 1 })).toBeDefined();
    }
  });

  it('reads the encoding that --encoding names', async () => {
    const stores = makeStores();
    const file = join(folder, 'old.csv');
    await writeFile(file, Buffer.from('companyId;id;uid\r\nacme;1;Jos\xe9', 'latin1'));
    expect(await runCommand(stores, importUsers(file))).toMatchObject({ code: 1 });
    expect(await runCommand(stores, [...importUsers(file), '--encoding', 'windows-1252'])).toMatchObject({ code: 0 });
    expect(await stores.users.findId('acme', ['uid', 'José'])).toBe(1);
  });
});

describe('An import with a column for deletions', () => {
  const openStores = () =>
    makeStores({ users: makeInMemoryUsers([1, 2].map((id) => ({ companyId: 'acme', id, devices: [] }))) });
  const writeDeletions = () =>
    writeLines('deletions.csv', 'companyId,id,deleted', 'acme,1,true', 'acme,2,TRUE', 'acme,3,');

  it('asks for confirmation on a terminal, and says how many records it would delete', async () => {
    const [stores, file] = [openStores(), await writeDeletions()];
    const declined = await runCommand(stores, importUsers(file), { answers: ['n'] });
    expect(declined).toMatchObject({
      code: 1,
      stdout: '',
      questions: ['The file deletes 2 records. Continue? [y/N] '],
    });
    expect(await stores.users.find({ companyId: 'acme', userId: 1 })).toBeDefined();
    expect(await runCommand(stores, importUsers(file), { answers: ['y'] })).toMatchObject({
      code: 0,
      stdout: '3 read: 1 written, 0 unchanged, 2 deleted, 0 failed.\n',
    });
    expect(await stores.users.find({ companyId: 'acme', userId: 1 })).toBeUndefined();
  });

  it('needs --yes without a terminal', async () => {
    const [stores, file] = [openStores(), await writeDeletions()];
    expect(await runCommand(stores, importUsers(file))).toMatchObject({ code: 2, stdout: '' });
    expect(await stores.users.find({ companyId: 'acme', userId: 3 })).toBeUndefined();
    expect(await runJson(stores, [...importUsers(file), '--yes'])).toMatchObject({ value: { deleted: 2, written: 1 } });
  });

  it('needs confirmation for a single deletion, but not in a dry run, or if no line deletes a record', async () => {
    const file = await writeDeletions();
    expect(await runCommand(openStores(), [...importUsers(file), '--dry-run'])).toMatchObject({ code: 0 });
    const single = await writeLines('single.csv', 'companyId,id,deleted', 'acme,1,true');
    expect(await runCommand(openStores(), importUsers(single))).toMatchObject({ code: 2 });
    const harmless = await writeLines('harmless.csv', 'companyId,id,deleted', 'acme,1,false');
    expect(await runCommand(openStores(), importUsers(harmless))).toMatchObject({ code: 0 });
  });

  it('says only why standard input cannot be read, because nothing was imported', async () => {
    expect(await runCommand(makeStores(), importUsers('-'), { input: 'PK\u0003\u0004' })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The input is a ZIP file, probably an Excel workbook. Give the name of the file instead.\n',
    });
  });

  it('rejects deletions from standard input without --yes, and imports the rest', async () => {
    const [stores, input] = [openStores(), 'companyId,id,deleted\nacme,1,true\nacme,3,'];
    expect(await runCommand(stores, importUsers('-'), { input })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Line 2: deleting from standard input needs --yes.'),
    });
    expect(await stores.users.find({ companyId: 'acme', userId: 3 })).toBeDefined();
    expect(await runCommand(stores, [...importUsers('-'), '--dry-run'], { input })).toMatchObject({
      stdout: 'Dry run, nothing was written. 2 read: 0 to be written, 1 unchanged, 1 to be deleted, 0 failed.\n',
    });
    expect(await runCommand(stores, [...importUsers('-'), '--yes'], { input })).toMatchObject({ code: 0 });
  });
});

describe('An import into a company that has neither API clients nor people', () => {
  const lines = ['companyId,id', 'acme,2', 'dmeo,1', 'Total,1', 'Total,1', ',1'];
  const words = async (...options: string[]) => ['users', 'import', await writeLines('typo.csv', ...lines), ...options];

  it.each([[[]], [['--dry-run']]])('rejects its lines, and leaves no trace of it (%j)', async (options) => {
    const stores = storesWith({ users: [{ companyId: 'acme', id: 1, devices: [] }] });
    const { code, stderr } = await runCommand(stores, await words(...options));
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Line 3: the company "dmeo" has neither API clients nor people; check its spelling, or add --new-company.',
    );
    expect(stderr).toContain('Lines 4, 5: the company "Total" has');
    expect(stderr).toContain('Line 6: companyId is missing.\n4 of 5');
    expect(stderr).not.toContain('replace');
    expect(await stores.users.find({ companyId: 'dmeo', userId: 1 })).toBeUndefined();
    expect((await stores.log.listByCompany('dmeo', {}, { limit: 9 })).items).toEqual([]);
    const isWritten = (await stores.users.find({ companyId: 'acme', userId: 2 })) !== undefined;
    expect(isWritten).toBe(options.length === 0);
  });

  it('needs no option once the company has an API client', async () => {
    const stores = makeStores();
    const created = await runCommand(stores, ['clients', 'create', '--company', 'dmeo', '--name', 'Gate']);
    expect(created.stderr).toBe('This is the first API client of the company dmeo.\n');
    const again = await runCommand(stores, ['clients', 'create', '--company', 'dmeo', '--name', 'Gate']);
    expect(again.stderr).toBe('');
    const summary = (await runJson(stores, [...(await words()), '--company', 'dmeo'])).value;
    expect(summary).toMatchObject({ written: 1, unchanged: 1, failed: 3 });
  });

  it('is one of which `users list` knows nothing', async () => {
    const listed = await runCommand(makeStores(), ['users', 'list', '--company', 'nope']);
    expect(listed).toMatchObject({
      code: 0,
      stderr: 'Nothing is known of the company nope: it has neither API clients nor people.\n',
    });
  });
});

describe('bookings import', () => {
  const row = 'acme,b,1,position,2026-11-21T08:00,2026-11-21T09:00';
  const HEADER = 'companyId,bookingId,userId,kind,checkinOpensAt,noShowAt';
  const importBookings = (file: string, ...more: string[]) => ['bookings', 'import', file, '--new-company', ...more];

  it('needs --time-zone for times without an offset', async () => {
    const stores = makeStores({ users: makeInMemoryUsers([{ companyId: 'acme', id: 1, devices: [] }]) });
    const file = await writeLines('local.csv', HEADER, row);
    expect(await runCommand(stores, importBookings(file))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Line 2: checkinOpensAt .* has no offset, such as \+01:00; give it, or use --time-zone\.$/m,
      ),
    });
    expect(await runCommand(stores, importBookings(file, '--time-zone', 'Berlin'))).toMatchObject({ code: 2 });
    expect(await runCommand(stores, importBookings(file, '--time-zone', 'Europe/Berlin'))).toMatchObject({ code: 0 });
    const [booking] = await stores.bookings.list({ companyId: 'acme', userId: 1 });
    expect(booking?.checkinOpensAt).toBe(Date.parse('2026-11-21T07:00:00Z'));
  });

  it.each([[[]], [['--dry-run']]])(
    'needs --allow-unknown-users for bookings of unknown users (%j)',
    async (options) => {
      const file = await writeLines('unknown.csv', HEADER, row.replaceAll(/(:00)(?=,|$)/g, ':00:00Z'));
      expect(await runCommand(makeStores(), importBookings(file, ...options))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Line 2: the company has no user 1.'),
      });
      expect(await runCommand(makeStores(), importBookings(file, '--allow-unknown-users', ...options))).toMatchObject({
        code: 0,
      });
    },
  );
});

describe('A file as offices have it', () => {
  const FILES = join(import.meta.dirname, '../../files/import-files');
  const run = (stores: ReturnType<typeof makeStores>, kind: string, file: string, ...options: string[]) =>
    runCommand(stores, [kind, 'import', join(FILES, file), '--company', 'acme', '--new-company', ...options]);

  it('can be a workbook, whose company is given; its sheet is named if it has several', async () => {
    const stores = makeStores();
    expect(await run(stores, 'users', 'libreoffice-several-sheets.xlsx')).toEqual({
      code: 0,
      stdout: '3 read: 3 written, 0 unchanged, 0 failed.\n',
      stderr: 'Reading the sheet "Personal".\n',
    });
    expect(await stores.users.find({ companyId: 'acme', userId: 1001 })).toMatchObject({ uid: '0005007' });
    expect(await run(stores, 'users', 'libreoffice-several-sheets.xlsx', '--sheet', 'Plan')).toMatchObject({
      code: 2,
      stderr: 'The workbook has no sheet "Plan". Its sheets are "Deckblatt", "Personal", "Notizen". Use --sheet.\n',
    });
  });

  it('names the sheet also if its columns are not those of a list', async () => {
    const { code, stderr } = await run(makeStores(), 'users', 'libreoffice-several-sheets.xlsx', '--sheet', 'Notizen');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Reading the sheet "Notizen"\.\nThe first row, /)]);
  });

  it('needs --map for a column whose heading is unknown', async () => {
    const stores = makeStores();
    const file = await writeLines('map.csv', 'Nr;Karte 2;Abteilung', '1;A-1;IT');
    const options = ['--company', 'acme', '--new-company'];
    expect(await runCommand(stores, ['users', 'import', file, ...options])).toMatchObject({
      code: 1,
      stderr:
        'The first row, "Nr", "Karte 2", "Abteilung", must name the column id. If these are headings, use --map "HEADING=field".\n',
    });
    const map = ['--map', 'Nr=id', '--map', 'Karte 2=uid', '--map', 'Abteilung='];
    expect((await runCommand(stores, ['users', 'import', file, ...options, ...map])).code).toBe(0);
    expect(await stores.users.find({ companyId: 'acme', userId: 1 })).toMatchObject({ uid: 'A-1' });
    expect(await runCommand(stores, ['users', 'import', file, ...options, '--map', 'Nr'])).toMatchObject({ code: 2 });
    expect(await runCommand(stores, ['users', 'import', file, ...options, '--map', 'No=id'])).toMatchObject({
      code: 2,
      stderr: 'The file has no column "No". Its columns are "Nr", "Karte 2", "Abteilung".\n',
    });
  });

  it('needs --date-order if no date says whether the day or the month comes first', async () => {
    const stores = makeStores();
    const options = ['--allow-unknown-users', '--time-zone', 'Europe/Berlin'];
    expect(await run(stores, 'bookings', 'ambiguous-dates.csv', ...options)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Use --date-order dmy or --date-order mdy.'),
    });
    expect((await run(stores, 'bookings', 'ambiguous-dates.csv', ...options, '--date-order', 'mdy')).code).toBe(0);
    expect(await stores.bookings.list({ companyId: 'acme', userId: 1001 })).toMatchObject([
      { checkinOpensAt: Date.parse('2026-03-04T08:00:00+01:00') },
    ]);
  });
});
