import { describe, expect, it } from '@jest/globals';
import { columnLetter } from '../../../shared/files/columns.ts';
import { findField } from '../../../shared/files/headings.ts';
import { normalizeWord } from '../../../shared/files/similar-words.ts';
import { fieldRulesOf, type RecordKind } from '../../../shared/rules/records.ts';
import de from '../../../shared/files/locales/de.json' with { type: 'json' };
import en from '../../../shared/files/locales/en.json' with { type: 'json' };
import es from '../../../shared/files/locales/es.json' with { type: 'json' };
import ptBr from '../../../shared/files/locales/pt-BR.json' with { type: 'json' };
import { badLinesOf, fieldsOf, fileReasonOf, readCsvFile } from './file-bytes.ts';

const users = (content: string, options = {}) => readCsvFile('users', content, { isCompanyGiven: true, ...options });
const userFields = async (...file: Parameters<typeof users>) => fieldsOf(await users(...file));
const userReason = (...file: Parameters<typeof users>) => fileReasonOf(users(...file));
const bookings = (content: string, options = {}) =>
  readCsvFile('bookings', content, { isCompanyGiven: true, ...options });

describe('A heading', () => {
  it('of any length takes linear time, also with many combining marks', () => {
    const heading = `e${'\u0301\u0316'.repeat(30_000)}`;
    const startedAt = performance.now();
    expect(findField('users', heading)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it.each([
    ['users', 'E-Mail-Adresse', 'email'],
    ['users', 'e mail', 'email'],
    ['users', 'ENDEREÇO DE E-MAIL', 'email'],
    ['users', 'Correo electrónico', 'email'],
    ['users', 'Crachá', 'uid'],
    ['users', 'Ausweis-Nr.', 'uid'],
    ['users', 'Badge ID', 'uid'],
    ['users', 'Card No.', 'uid'],
    ['users', 'Card #', 'uid'],
    ['users', 'Chip-Nr.', 'uid'],
    ['bookings', 'Reservation No', 'bookingId'],
    ['bookings', 'User #', 'userId'],
    ['users', 'Nº do crachá', 'uid'],
    ['users', 'Ausweise', 'uids'],
    ['users', 'Vor- und Nachname', 'name'],
    ['users', 'Zutrittskarten-Nr.', 'uid'],
    ['users', 'E-Mail (dienstlich)', 'email'],
    ['users', 'Nome completo', 'name'],
    ['users', 'Name, Vorname', 'name'],
    ['users', 'Sprache', 'language'],
    ['bookings', 'Buchungsnummer', 'bookingId'],
    ['bookings', 'Início', 'startsAt'],
    ['bookings', 'Check-in ab', 'checkinOpensAt'],
    ['bookings', 'No-show', 'noShowAt'],
    ['bookings', 'Art', 'kind'],
    ['bookings', 'Puesto', 'name'],
    ['bookings', 'Abteilung', undefined],
  ] as const)('in a file of %s, %j is %s', (kind, heading, field) => {
    expect(findField(kind, heading)).toBe(field);
  });

  it.each(['users', 'bookings'] as const)('can be our name for any field of %s', (kind: RecordKind) => {
    for (const field of Object.keys(fieldRulesOf(kind)))
      expect([field, findField(kind, field)]).toEqual([field, field]);
  });

  it('is compared without case, accents, spaces and punctuation', () => {
    expect(normalizeWord(' Straße_Nº-1. ')).toBe('strasseno1');
  });
});

describe('The names of fields in', () => {
  it.each(Object.entries({ de, en, es, 'pt-BR': ptBr }))(
    '%s are headings too, as templates have them',
    (_, { fields }) => {
      for (const kind of ['users', 'bookings'] as const) {
        const known = Object.keys(fieldRulesOf(kind));
        const names: Readonly<Record<string, string>> = fields[kind];
        expect(Object.keys(names)).toEqual(expect.arrayContaining(known));
        for (const field of known)
          expect([names[field], findField(kind, names[field] ?? '')]).toEqual([names[field], field]);
      }
    },
  );
});

describe('An employee number', () => {
  it('is the id if no other column is, and all its values are integers', async () => {
    expect(await userFields('Personalnummer;Name\n1001;Ana\n;\n1002;Bob\n')).toMatchObject([
      { id: 1001 },
      { id: 1002 },
    ]);
  });

  it.each(['Employee #', 'Employee No.', 'Emp No', 'Staff #', 'Pers.-Nr.', 'Mitarbeiternr.'])(
    'can have the heading %s',
    async (heading) => {
      expect(await userFields(`${heading};Name\n1001;Ana\n`)).toMatchObject([{ id: 1001 }]);
    },
  );

  it('is the id too if its integers are written so that a spreadsheet takes them for text', async () => {
    expect(await userFields(`Personalnummer;Name\n="1001";Ana\n'1002;Bob\n`)).toMatchObject([
      { id: 1001 },
      { id: 1002 },
    ]);
  });

  it.each(['007', 'A7', '7.5', '0'])('is a badge if a value is %s', async (value) => {
    expect(await userReason(`Matrícula;Nome\n1001;Ana\n${value};Bob\n`)).toMatch(/lacks the column id/);
    expect(await userFields(`ID;Matrícula\n1;${value}\n`)).toEqual([{ id: 1, uid: value }]);
  });

  it('is a badge if another column is the id', async () => {
    expect(await userFields('id;Legajo\n1;77\n')).toEqual([{ id: 1, uid: '77' }]);
  });

  it('is the id if it cannot be the badge, and a line with another value is reported, such as a total', async () => {
    const records = await users('Personalnummer;Ausweis\n1001;A-1\nSumme;1\n');
    expect(fieldsOf(records)).toEqual([
      { id: 1001, uid: 'A-1' },
      { id: 'Summe', uid: '1' },
    ]);
  });

  it('is unknown if other columns are the id and the badge, or two columns are employee numbers', async () => {
    expect(await userReason('id;uid;Legajo\n1;A;77\n')).toMatch(/names the column "Legajo", which is unknown/);
    expect(await userReason('Legajo;Matrícula\n1;77\n')).toMatch(/must name the column id/);
  });

  it('is the user’s id in a file of bookings', async () => {
    const header = 'Buchung;Personalnummer;Art;Beginn;Vorlaufminuten;Karenzminuten';
    expect(fieldsOf(await bookings(`${header}\nb1;7;Parkplatz;30.11.2026 08:00;15;30\n`))).toEqual([
      {
        bookingId: 'b1',
        userId: 7,
        kind: 'parking',
        startsAt: '2026-11-30T08:00:00',
        checkinAdvanceMinutes: 15,
        noShowMinutes: 30,
      },
    ]);
  });
});

describe('Answers', () => {
  const map = (...entries: [string, string | undefined][]) => ({ map: new Map(entries) });

  it('say which field a column is, or that it is ignored', async () => {
    const content = 'Nr;Abteilung;Karte\n1;IT;A-1\n';
    expect(await userFields(content, map(['Nr', 'id'], ['Abteilung', undefined]))).toEqual([{ id: 1, uid: 'A-1' }]);
    expect(await userFields('id;Karte\n1;A B-1\n', map(['Karte', 'name']))).toEqual([{ id: 1, name: 'A B-1' }]);
  });

  it('about columns and fields that do not exist are errors', async () => {
    expect(await userReason('id\n1\n', map(['Nr', 'id']))).toBe('The file has no column "Nr". Its columns are "id".');
    expect(await userReason('id;Nr\n1;2\n', map(['Nr', 'badge']))).toMatch(/^There is no field "badge" \(known: /);
  });
});

describe('A column without a heading', () => {
  it('is ignored if it has no content', async () => {
    expect(await userFields('id;;name\n1;;a\n2; ;b\n')).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]);
  });

  it('is named by its letter if it has content', async () => {
    expect(await userReason('id;;name\n1;;a\n2;x;b\n')).toMatch(/names the column "B", which is unknown/);
    expect(await userFields('id;;name\n2;x;b\n', { map: new Map([['B', undefined]]) })).toEqual([{ id: 2, name: 'b' }]);
  });

  it('has a letter as in a spreadsheet', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});

describe('The order of day and month', () => {
  const header = 'bookingId;userId;kind;startsAt;noShowAt';
  const starts = async (times: readonly string[], options = {}) => {
    const rows = times.map((time, index) => `b${index};1;position;${time};`);
    return (await bookings([header, ...rows].join('\n'), options)).map((record) =>
      'fields' in record ? record.fields['startsAt'] : badLinesOf([record])[0],
    );
  };

  it('is decided for the whole file by any number above 12', async () => {
    expect(await starts(['03/04/2026 08:00', '30/11/2026 08:00'])).toEqual([
      '2026-04-03T08:00:00',
      '2026-11-30T08:00:00',
    ]);
    expect(await starts(['03/04/2026 8:00 AM', '11/30/2026 5:30 PM'])).toEqual([
      '2026-03-04T08:00:00',
      '2026-11-30T17:30:00',
    ]);
  });

  it('is decided by dates in formulas too', async () => {
    expect(await starts(['="03/04/2026 08:00"', '="30/11/2026 08:00"'])).toEqual([
      '2026-04-03T08:00:00',
      '2026-11-30T08:00:00',
    ]);
  });

  it('must be given if no date decides it, or dates contradict each other', async () => {
    expect(await fileReasonOf(starts(['03/04/2026 08:00']))).toMatch(/none of them decides/);
    expect(await fileReasonOf(starts(['13/04/2026 08:00', '04/13/2026 08:00']))).toMatch(
      /Some dates have the day first/,
    );
    expect(await starts(['13/04/2026 08:00', '04/13/2026 08:00', '03/04/2026 08:00'], { dateOrder: 'mdy' })).toEqual([
      '2: startsAt "13/04/2026 08:00" is not in the calendar',
      '2026-04-13T08:00:00',
      '2026-03-04T08:00:00',
    ]);
  });

  it('does not matter for dates that are the same in both orders, or in columns that are no dates', async () => {
    expect(await starts(['11/11/2026 08:00'])).toEqual(['2026-11-11T08:00:00']);
    expect(await userFields('id;name\n1;03/04/2026\n')).toEqual([{ id: 1, name: '03/04/2026' }]);
  });
});
