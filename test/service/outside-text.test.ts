import { describe, expect, it } from '@jest/globals';
import { describeReasons } from '../../shared/files/english.ts';
import type { Reason } from '../../shared/files/reason.ts';
import { csv } from '../support/console-service.ts';
import { post } from '../support/running-service.ts';
import { asCsv, useDoors, type Company } from './doors.ts';

const doors = useDoors();

/** The content of a response or of a command's output, as one text in which a test finds what was said. */
const saidBy = ({ body, stdout = '', stderr = '' }: { body?: unknown; stdout?: string; stderr?: string }): string =>
  body === undefined ? (JSON.parse(stdout || stderr) as unknown[]) && stdout + stderr : JSON.stringify(body);

/** What the console shows of the bad lines of an import, whose response has codes and values. */
const saidAbout = ({ body }: { body?: { errors?: readonly { readonly reasons: readonly Reason[] }[] } }): string =>
  (body?.errors ?? []).map(({ reasons }) => describeReasons(reasons)).join('\n');

const IF_ANY = { 'If-Match': '*' };
type Send = (company: Company, record: Readonly<Record<string, unknown>>) => Promise<string>;

/** The doors by which a person comes in. Each takes a record and returns what it said. */
const userDoors: Readonly<Record<string, Send>> = {
  sync: async ({ gate }, record) => saidBy(await gate('/sync/users', { items: [record] })),
  'an import of CSV in the console': async ({ call }, record) => saidAbout(await call('importUsers', asCsv(record))),
  'an import of NDJSON in the console': async ({ call }, record) =>
    saidAbout(
      await call('importUsers', { body: JSON.stringify(record), headers: { 'Content-Type': 'application/x-ndjson' } }),
    ),
  'an import on the command line': async ({ run, companyId }, record) =>
    saidBy(await run(['users', 'import', '-', '--json'], JSON.stringify({ companyId, ...record }))),
  'the form of a person': async ({ call, gate }, { id, ...changes }) => {
    await gate('/sync/users', { items: [{ id }] });
    return saidBy(await call('updateUser', { params: { userId: id as number }, body: changes, headers: IF_ANY }));
  },
};

/** The doors that find a person by an identifier. */
const finders: Readonly<Record<string, Send>> = {
  'the gate': async ({ gate }, identifiers) => saidBy(await gate('/scheduling/checkin', identifiers)),
  'a batch': async ({ gate }, identifiers) =>
    saidBy(
      await gate('/scheduling/checkin/batch', {
        items: [{ key: 'k', date: new Date().toISOString(), ...identifiers }],
      }),
    ),
  'trying a check-in': async ({ call }, identifiers) => saidBy(await call('tryCheckin', { body: identifiers })),
  'the command line': async ({ run, companyId }, identifiers) => {
    const flags = Object.entries(identifiers).flatMap(([name, value]) => [`--${name}`, String(value)]);
    return saidBy(await run(['users', 'show', '--company', companyId, ...flags, '--json']));
  },
};

const UNKNOWN = /user_not_found|invalid_field|invalid_argument|is invalid/;

/** Spellings of a value that mean the same. */
const harmless: Readonly<Record<string, (value: string) => string>> = {
  'a space at its end': (value) => `${value} `,
  'a space before it': (value) => ` ${value}`,
  'the CR LF of a scanner': (value) => `${value}\r\n`,
  'a tab and a no-break space': (value) => `\t${value}\u00a0`,
  'a byte order mark': (value) => `\ufeff${value}`,
  'decomposed letters': (value) => value.normalize('NFD'),
};

describe.each(Object.entries(harmless))('A value with %s', (_, spell) => {
  it.each(Object.entries(userDoors))('is stored by %s as a person types it at the gate', async (_door, send) => {
    const company = await doors.openCompany();
    const typed = { uid: 'BÄDGE-5', email: 'zoë@demo.example' };
    await send(company, { id: 5, name: spell('Zoë'), uid: spell(typed.uid), email: spell(typed.email) });
    const { status } = await company.gate('/scheduling/checkin', { ...typed, id: 5 });
    expect(status).toBe(200);
    expect(await doors.service.stores.users.find({ companyId: company.companyId, userId: 5 })).toMatchObject({
      ...typed,
      name: 'Zoë',
    });
  });

  it.each(Object.entries(finders))('finds the person by %s', async (_door, send) => {
    const company = await doors.openCompany();
    await company.gate('/sync/users', { items: [{ id: 5, uid: 'BÄDGE-5', email: 'zoë@demo.example' }] });
    expect(await send(company, { uid: spell('BÄDGE-5'), email: spell('zoë@demo.example') })).not.toMatch(UNKNOWN);
    expect(await send(company, { uid: spell('BÄDGE-6') })).toMatch(UNKNOWN);
  });

  it('names the same booking, company, client, reader, invitation and search', async () => {
    const { companyId, client, gate, call, run } = await doors.openCompany();
    const period = { checkinOpensAt: '2026-11-21T07:00:00Z', noShowAt: '2026-11-21T09:00:00Z' };
    await gate('/sync/users', { items: [{ companyId: spell(companyId), id: 5, name: 'Zoë', uid: 'BÄDGE-5' }] });
    const booking = { bookingId: 'Bö-1', userId: 5, kind: 'position', ...period };
    const { body: first } = await gate('/sync/bookings', { items: [booking] });
    const { body: second } = await gate('/sync/bookings', {
      items: [{ ...booking, companyId: spell(companyId), bookingId: spell('Bö-1'), kind: spell('position') }],
    });
    expect([first.items, second.items]).toEqual([[{ outcome: 'written' }], [{ outcome: 'unchanged' }]]);
    const { body: read } = await gate('/sync/bookings/read', { items: [{ bookingId: spell('Bö-1'), userId: 5 }] });
    expect(read.items).toMatchObject([{ result: 'no_show' }]);

    await gate('/scheduling/checkin', { id: 5, date: '2026-11-21T08:00:00Z', reader: spell('Tür') });
    const [checkedIn] = await doors.service.stores.bookings.list({ companyId, userId: 5 });
    expect(checkedIn?.checkin?.reader).toBe('Tür');
    const undo = { userId: 5, bookingId: spell('Bö-1'), reason: spell('Süd') };
    expect((await call('undoCheckin', { body: undo })).body).toMatchObject({ bookingId: 'Bö-1', undone: true });
    const add = ['checkins', 'add', '--company', spell(companyId), '--user', '5', '--booking', spell('Bö-1')];
    expect(await run([...add, '--reason', 'x', '--at', '2026-11-21T08:00:00Z'])).toMatchObject({ code: 0 });

    const secret = { clientId: spell(client.clientId), clientSecret: client.clientSecret };
    expect(await post(`${doors.service.url}/auth`, secret)).toMatchObject({ status: 201 });
    expect(await call('createClient', { body: { name: spell('Tür') } })).toMatchObject({
      body: { client: { name: 'Tür' } },
    });
    expect(await call('inviteMember', { body: { email: spell('bö@x.example'), role: 'viewer' } })).toMatchObject({
      body: { email: 'bö@x.example' },
    });
    for (const q of ['Zoë', 'BÄDGE-5', '5'])
      expect((await call('searchUsers', { body: { q: spell(q) } })).body.items).toMatchObject([{ id: 5 }]);
  });
});

/** Spellings of a badge that are refused, with what the message says. */
const refused: Readonly<Record<string, readonly [value: string, says: string]>> = {
  'a zero-width space': ['BADGE-5\u200b', 'U+200B, an invisible character, after "BADGE-5"'],
  'a bidirectional mark': ['\u202eBADGE-5', 'must not begin with U+202E, an invisible character'],
  'a control character': ['BADGE\u00075', 'U+0007, a control character, after "BADGE"'],
  'a line separator': ['BADGE\u20285', 'U+2028, an invisible character, after "BADGE"'],
};

describe.each(Object.entries(refused))('A badge with %s', (_, [uid, says]) => {
  it.each(Object.entries({ ...userDoors, ...finders }))('is refused by %s, with the character', async (_door, send) => {
    const company = await doors.openCompany();
    await company.gate('/sync/users', { items: [{ id: 5 }] });
    const id = Object.values(finders).includes(send) ? {} : { id: 5 };
    const said = await send(company, { ...id, uid });
    expect(said.replaceAll('\\', '')).toContain(says);
    expect((await doors.service.stores.users.find({ companyId: company.companyId, userId: 5 }))?.uid).toBeUndefined();
  });
});

describe.each(['mailto:zoe@demo.example', 'a@demo.example; b@demo.example', 'Zoë <zoe@demo.example>'])(
  'The e-mail address %j',
  (email) => {
    it.each(Object.entries({ ...userDoors, ...finders }))('is refused by %s', async (_door, send) => {
      const company = await doors.openCompany();
      const id = Object.values(finders).includes(send) ? {} : { id: 5 };
      expect(await send(company, { ...id, email })).toMatch(/must be one e-mail address/);
    });

    it('is refused in an invitation', async () => {
      const { call } = await doors.openCompany();
      const { status, body } = await call('inviteMember', { body: { email, role: 'viewer' } });
      expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'email' })]]);
    });
  },
);

it('The message about a character is in the language of the request', async () => {
  const { gate } = await doors.openCompany();
  const messages = await Promise.all(
    ['pt-BR', 'es', 'de'].map(async (language) => {
      const { body } = await gate('/scheduling/checkin', { uid: 'BADGE-5\u200b' }, { 'Accept-Language': language });
      return body.errors[0].message;
    }),
  );
  expect(messages).toEqual([
    'uid não pode conter U+200B, um caractere invisível, depois de "BADGE-5".',
    'uid no puede contener U+200B, un carácter invisible, después de "BADGE-5".',
    'uid darf nach „BADGE-5“ kein unsichtbares Zeichen (U+200B) enthalten.',
  ]);
  expect((await gate('/scheduling/checkin', { uid: 'BADGE-5' })).status).toBe(404);
});

describe('The check-in log', () => {
  const logOf = async (company: Company) => {
    const { body } = await company.call('listLog', { query: { kind: 'checkin' } });
    return body.items as Record<string, Record<string, unknown>>[];
  };
  const date = '2026-11-21T08:00:00.000Z';

  it('has an entry for a request whose only fault is an identifier, with invisible characters made visible', async () => {
    const company = await doors.openCompany();
    await company.gate('/scheduling/checkin', { uid: 'BADGE-5\u200b', id: 7, date, reader: 'Main' });
    await company.gate('/scheduling/checkin/batch', {
      items: [
        { key: 'a', date, uid: 'BADGE-6\u2028' },
        { key: 'b', date, uid: 'BADGE-7' },
        { key: 'c', date, email: 'a@b@c', id: '42' },
      ],
    });
    const entries = await logOf(company);
    expect(entries).toHaveLength(4);
    expect(entries).toEqual(
      expect.arrayContaining(
        [
          { identifiers: { id: 7, uid: 'BADGE-5[U+200B]' }, reader: 'Main', statusCode: 400, code: 'invalid_field' },
          { identifiers: { uid: 'BADGE-6[U+2028]' }, statusCode: 400, code: 'invalid_field' },
          { identifiers: { uid: 'BADGE-7' }, statusCode: 404, code: 'user_not_found' },
          { identifiers: { id: '42', email: 'a@b@c' }, statusCode: 400, code: 'invalid_field' },
        ].map((entry) => expect.objectContaining({ ...entry, at: date, checkinCount: 0, bookings: [] })),
      ),
    );
  });
});

describe('A time zone is refused, with the field, if it is', () => {
  it.each(['PST', 'Europe/Berlin ', 'Mars/Olympus', '2026-11-21T00:00+01:00[Europe/Berlin]'])(
    '%j',
    async (timeZone) => {
      const { call, run, companyId } = await doors.openCompany();
      const day = '2026-11-21';
      const file = 'bookingId,userId\nb,1';
      const responses = await Promise.all([
        call('listAttendance', { query: { day, timeZone } }),
        call('summariseAttendance', { query: { day, timeZone } }),
        call('searchAttendance', { body: { day, timeZone, q: 'x' } }),
        call('listUserBookings', { params: { userId: 1 }, query: { day, timeZone } }),
        call('importBookings', csv(file, { timeZone })),
        call('importUsers', csv(file, { timeZone })),
      ]);
      for (const { status, body } of responses)
        expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'timeZone' })]]);
      const commands = [
        ['attendance', '--company', companyId, '--day', day],
        ['bookings', 'import', '-'],
      ];
      for (const words of commands) {
        const { code, stderr } = await run([...words, '--time-zone', timeZone], '');
        expect([code, stderr]).toEqual([2, expect.stringContaining('--time-zone')]);
      }
    },
  );
});
