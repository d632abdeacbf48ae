import { describe, expect, it } from '@jest/globals';
import { isErrorValue } from '../../../shared/files/cell-words.ts';
import de from '../../../shared/files/locales/de.json' with { type: 'json' };
import es from '../../../shared/files/locales/es.json' with { type: 'json' };
import ptBr from '../../../shared/files/locales/pt-BR.json' with { type: 'json' };
import { formatReason } from '../../../shared/files/reason.ts';
import rules from '../../../shared/rules/locales/en.json' with { type: 'json' };
import { badLinesOf, readCsvFile } from './file-bytes.ts';

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** What a cell of a column is read as, or why it cannot be read. */
const readCell = async (field: string, cell: string): Promise<unknown> => {
  const isBooking = ['bookingId', 'kind', 'startsAt', 'site'].includes(field);
  const others = isBooking ? ['userId', 'bookingId'] : ['id'];
  const columns = [field, ...others.filter((name) => name !== field)];
  const content = [columns, [quote(cell), ...columns.slice(1).map(() => '7')]]
    .map((cells) => cells.join(';'))
    .join('\n');
  const records = await readCsvFile(isBooking ? 'bookings' : 'users', content, { isCompanyGiven: true });
  const [record] = records;
  return record && 'fields' in record ? record.fields[field] : badLinesOf(records)[0]?.replace(/^2: \S+ /, '');
};

describe('A cell', () => {
  it.each([
    ['id', '42', 42],
    ['id', ' 42 ', 42],
    ['id', "'42", 42],
    ['id', 'x', 'x'],
    ['uid', '="005007"', '005007'],
    ['uid', "'005007", '005007'],
    ['uid', "'n", "'n"],
    ['uid', '1E5', '1E5'],
    ['uid', '4E12', '4E12'],
    ['uid', 'AC 8C 5E 0A', 'AC 8C 5E 0A'],
    ['uid', 'Nov-2', 'Nov-2'],
    ['uids', '["2-Nov"]', ['2-Nov']],
    ['uid', '2-11', '2-11'],
    ['uid', '12.34.5678', '12.34.5678'],
    ['name', '2-Nov', '2-Nov'],
    ['name', 'Null', 'Null'],
    ['name', '1.5', '1.5'],
    ['uid', '', null],
    ['uid', '=""', null],
    ['deleted', 'TRUE', true],
    ['deleted', 'Wahr', true],
    ['deleted', 'FALSO', false],
    ['deleted', 'yes', 'yes'],
    ['language', 'Deutsch', 'de'],
    ['language', 'pt-br', 'pt-BR'],
    ['language', 'fr', 'fr'],
    ['kind', 'Parkplatz', 'parking'],
    ['kind', 'Estação de trabalho', 'position'],
    ['kind', 'PARKING', 'parking'],
    ['uids', 'B-5018\nC-5018', ['B-5018', 'C-5018']],
    ['uids', 'B-1;C-1', ['B-1', 'C-1']],
    ['uids', 'B-1, C-1', ['B-1', 'C-1']],
    ['uids', 'B-1|C-1  D-1', ['B-1', 'C-1', 'D-1']],
    ['uids', 'B', ['B']],
    ['uids', '["AC 8C 5E 0A"]', ['AC 8C 5E 0A']],
    ['uids', '', null],
  ])('in the column %s, %j is read as %j', async (field, cell, value) => {
    expect(await readCell(field, cell)).toEqual(value);
  });

  it.each(['#N/A', '#NV', '#N/D', '#REF!', '#BEZUG!', '#WERT!', '#¡REF!', '#¿NOMBRE?', '#DIV/0!', 'Err:502', '#n/a'])(
    '%s is an error value',
    async (cell) => {
      for (const field of ['name', 'uid', 'uids', 'email', 'id', 'bookingId', 'startsAt'])
        expect(await readCell(field, cell)).toMatch(/is an error value of a spreadsheet; enter the intended value/);
    },
  );

  it.each([
    ['de', de, '#N/A', '„#NV / #N/A“'],
    ['de', de, '#NV', '„#NV“'],
    ['es', es, '#NAME?', '«#¿NOMBRE? / #NAME?»'],
    ['pt-BR', ptBr, '#REF!', '“#REF!”'],
  ] as const)(
    'in %s, an error value has the name that the reader’s spreadsheet shows: %s',
    (locale, texts, value, shown) => {
      const reason = { code: 'error_value', values: { field: 'uid', value } } as const;
      expect(formatReason(locale, { ...texts, rules }, reason)).toContain(`uid: ${shown} `);
      for (const name of Object.values(texts.errorNames)) expect([name, isErrorValue(name)]).toEqual([name, true]);
    },
  );

  it.each([
    ['name', '####', 'is what a spreadsheet shows when a column is too narrow'],
    ['uid', '1.23E+13', 'is in scientific notation'],
    ['uid', '1,23E+13', 'is in scientific notation'],
    ['uid', '1.0000000000004E13', 'is in scientific notation'],
    ['uid', '1E+13', 'is in scientific notation'],
    ['uids', 'E-1 1.2E+11', 'is in scientific notation'],
    ['name', '1.23E+13', 'is in scientific notation'],
    ['uid', '5010.0', 'is a decimal number'],
    ['uids', 'E-1 5010.0', 'is a decimal number'],
    ['bookingId', '1001.0', 'is a decimal number'],
    ['id', '42.0', 'is a decimal number'],
    ['id', '0042', 'has leading zeros'],
    ['uid', 'NULL', 'is a word for a missing value; leave the cell empty'],
    ['name', 'None', 'is a word for a missing value'],
    ['email', 'nan', 'is a word for a missing value'],
    ['name', '\\N', 'is a word for a missing value'],
    ['uid', 'B-5018\nC-5018', 'looks like several badges; put them in the column uids'],
    ['uid', 'B;C', 'looks like several badges'],
    ['uid', 'B|C', 'looks like several badges'],
    ['uid', 'B-5018, C-5018', 'looks like several badges'],
    [
      'uids',
      'AC 8C 5E 0A',
      'would be several badges, some of them with fewer than 3 characters; if it is a single badge, write ["AC 8C 5E 0A"]',
    ],
    ['uids', '[AC', 'begins like a JSON list but is not one'],
    ['startsAt', '30.11.2026', 'has no time'],
    ['startsAt', '2026-11-02 --:--', '"2026-11-02" has no time'],
    ...['2-Nov', '02. Nov', '02/nov', '02-nov', '12. Mär', '11-feb.', '02.11.2026', '2/11/1926'].flatMap((cell) => [
      ['uid', cell, `"${cell}" is a date`],
      ['uids', cell, `"${cell}" is a date`],
    ]),
    ...['uid', 'uids', 'name', 'id', 'bookingId', 'site'].map((field) => [
      field,
      '2026-11-02 --:--',
      '"2026-11-02" is a date, into which spreadsheets turn values such as 2-11',
    ]),
  ])('in the column %s, %j is rejected', async (field, cell, reason) => {
    expect(await readCell(field, cell)).toContain(reason);
  });

  it('is quoted in the reason, up to a point', async () => {
    const content = `id;uid\n1;${'9'.repeat(300)}.0\n`;
    const [line = ''] = badLinesOf(await readCsvFile('users', content, { isCompanyGiven: true }));
    expect(line.length).toBeLessThan(250);
  });
});
