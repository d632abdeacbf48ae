import { describe, expect, it } from '@jest/globals';
import { makeApiDocument } from '../../lib/openapi/api-document.ts';
import { readExamples } from '../../lib/openapi/examples.ts';
import {
  bookingAttributeNames,
  identifierNames,
  nearAttributeNames,
  requiredAttributeNames,
  userAttributeNames,
  type BookingAttributeName,
  type BookingValues,
  type IdentifierName,
  type UserAttributeName,
  type UserValues,
} from '../../shared/rules/attributes.ts';
import { asCsv, useDoors, type Company } from './doors.ts';

/** A value of each attribute. A new attribute needs a value here; everything below is tested with it. */
const person: Required<UserValues> = {
  name: 'Γιώργος "Γιώ" Παπαδόπουλος, José Ñandú',
  uid: 'E-1',
  uids: ['E-1', 'E-2'],
  email: 'ada@acme.example',
  language: 'es',
};
const others: Readonly<Record<IdentifierName, string>> = { uid: 'E-9', email: 'bob@acme.example' };
const desk: Required<BookingValues> = { kind: 'position', name: 'Desk 7', site: 'Berlin' };

const doors = useDoors();

const period = { checkinOpensAt: '2026-11-21T07:00:00.000Z', noShowAt: '2026-11-21T09:00:00.000Z' };
const booking = { userId: 42, bookingId: 'b', ...desk, ...period };

/** The JSON that a command printed. */
const jsonOf = async (ended: ReturnType<Company['run']>) => JSON.parse((await ended).stdout);

const writers: Readonly<Record<string, (company: Company, kind: 'users' | 'bookings', record: object) => unknown>> = {
  sync: ({ gate }, kind, record) => gate(`/sync/${kind}`, { items: [record] }),
  'an import of CSV': ({ call }, kind, record) =>
    call(kind === 'users' ? 'importUsers' : 'importBookings', asCsv(record)),
  'an import of NDJSON': ({ run, companyId }, kind, record) =>
    run([kind, 'import', '-'], JSON.stringify({ companyId, ...record })),
};

const params = { userId: 42 };
const IF_ANY = { 'If-Match': '*' };

describe.each(Object.entries(writers))('Each attribute that %s writes', (_, send) => {
  it('of a person is shown by the console’s API, searches, exports and the command line', async () => {
    const company = await doors.openCompany();
    const { call, run, companyId } = company;
    await send(company, 'users', { id: 42, ...person });
    expect((await call('getUser', { params })).body).toMatchObject(person);
    expect((await call('searchUsers', { body: { q: 'nandu' } })).body.items).toMatchObject([person]);
    expect((await call('exportUser', { params })).body.user).toMatchObject(person);
    const show = ['users', 'show', '--company', companyId, '--user', '42'];
    expect(await jsonOf(run([...show, '--json']))).toMatchObject(person);
    expect(await jsonOf(run(['users', 'list', '--company', companyId, '--json']))).toMatchObject([person]);
    const { stdout } = await run(show);
    for (const value of Object.values(person).flat()) expect(stdout).toContain(value);
  });

  it('of a booking is shown by the console’s API, exports and the command line', async () => {
    const company = await doors.openCompany();
    const { call, run, companyId } = company;
    await send(company, 'users', { id: 42 });
    await send(company, 'bookings', booking);
    const query = { day: '2026-11-21' };
    expect((await call('listUserBookings', { params, query })).body.items).toMatchObject([booking]);
    expect((await call('listAttendance', { query })).body.items).toMatchObject([booking]);
    const exported = (await call('exportUser', { params })).body.bookings;
    expect(exported).toMatchObject([{ bookingId: 'b', ...desk, ...period }]);
    const list = ['bookings', 'list', '--company', companyId, '--user', '42', '--json'];
    expect(await jsonOf(run(list))).toMatchObject([booking]);
    const { stdout } = await run(['attendance', '--company', companyId, '--day', '2026-11-21', '--csv']);
    for (const value of Object.values(desk)) expect(stdout).toContain(value);
    const near = Object.fromEntries(nearAttributeNames.map((name) => [name, desk[name]]));
    const { body } = await company.gate('/scheduling/checkin', { id: 42, details: true, date: period.noShowAt });
    expect(body.bookings).toEqual([{ bookingId: 'b', ...near, ...period, result: 'too_late' }]);
  });
});

describe.each(userAttributeNames)('The attribute %s of a person', (name) => {
  it('stays if it is left out, can be cleared, and its change is in the audit log by name, with its values', async () => {
    const { gate, call } = await doors.openCompany();
    await gate('/sync/users', { items: [{ id: 42, ...person }] });
    await gate('/sync/users', { items: [{ id: 42 }] });
    expect((await call('getUser', { params })).body).toMatchObject(person);
    const cleared = name === 'uid' ? { uid: null, uids: null } : { [name]: null };
    await call('updateUser', { params, body: cleared, headers: IF_ANY });
    const { body: shown } = await call('getUser', { params });
    // All badges are one attribute for the console, whose first is `uid`.
    expect(name === 'uids' ? shown.uids : (shown[name] ?? [])).toEqual(name === 'uids' ? ['E-1'].slice(1) : []);
    const { body } = await call('listLog', { query: { user: 42, kind: 'admin' } });
    const entry = body.items.find(({ action }: { action: string }) => action === 'users.update');
    expect(Object.keys(entry.before)).toEqual([name === 'uid' ? 'uids' : name]);
  });
});

describe.each(identifierNames)('The identifier %s', (name) => {
  it('finds the person at the gate, in a batch, in the console and on the command line, and nobody else', async () => {
    const { gate, call, run, companyId } = await doors.openCompany();
    await gate('/sync/users', { items: [{ id: 42, [name]: person[name] }] });
    await gate('/sync/users', { items: [{ id: 43, [name]: others[name] }] });
    const identifier = { [name]: person[name] };
    const date = new Date().toISOString();
    expect((await gate('/scheduling/checkin', identifier)).status).toBe(200);
    const { body } = await gate('/scheduling/checkin/batch', { items: [{ key: 'k', date, ...identifier }] });
    expect(body.items).toMatchObject([{ statusCode: 200 }]);
    expect((await call('tryCheckin', { body: identifier })).body.statusCode).toBe(200);
    expect((await call('searchUsers', { body: { q: person[name] } })).body.items).toMatchObject([{ id: 42 }]);
    const flags = ['--company', companyId, `--${name}`, person[name], '--json'];
    expect(await jsonOf(run(['users', 'show', ...flags]))).toMatchObject({ id: 42 });
    expect(await jsonOf(run(['checkins', 'explain', ...flags]))).toMatchObject({ code: 'nothing_open' });
  });

  it('must be that of the person if another identifier is given too, and belongs to one person', async () => {
    const { gate } = await doors.openCompany();
    await gate('/sync/users', {
      items: [
        { id: 42, ...person },
        { id: 43, [name]: others[name] },
      ],
    });
    expect((await gate('/scheduling/checkin', { id: 42, [name]: others[name] })).status).toBe(404);
    expect((await gate('/scheduling/checkin', { id: 42, [name]: person[name] })).status).toBe(200);
    const { body } = await gate('/sync/users', { items: [{ id: 44, [name]: person[name] }] });
    expect(body.items).toMatchObject([{ outcome: 'refused', reason: expect.stringContaining('belongs to user 42') }]);
  });

  it('is free again, and in no item, once the person is removed', async () => {
    const { gate, call } = await doors.openCompany();
    await gate('/sync/users', { items: [{ id: 42, [name]: person[name] }] });
    await call('removeUser', { params });
    expect((await gate('/scheduling/checkin', { [name]: person[name] })).status).toBe(404);
    const { body } = await gate('/sync/users', { items: [{ id: 44, [name]: person[name] }] });
    expect(body.items).toEqual([{ outcome: 'written' }]);
  });
});

describe.each(bookingAttributeNames)('The attribute %s of a booking', (name) => {
  it('stays if it is left out, and can be cleared unless it is required', async () => {
    const { gate } = await doors.openCompany();
    await gate('/sync/users', { items: [{ id: 42 }] });
    const sync = async (fields: object) =>
      (await gate('/sync/bookings', { items: [{ userId: 42, bookingId: 'b', ...fields }] })).body.items[0];
    expect(await sync(booking)).toEqual({ outcome: 'written' });
    expect(await sync(period)).toEqual({ outcome: 'unchanged' });
    const isRequired = requiredAttributeNames.some((one) => one === name);
    expect(await sync({ [name]: null })).toEqual(
      isRequired ? { outcome: 'refused', reason: `${name} is missing` } : { outcome: 'written' },
    );
  });
});

interface Components {
  readonly schemas: Readonly<
    Record<string, { readonly properties?: Readonly<Record<string, { description?: string }>> }>
  >;
}

it('The API document describes each attribute', () => {
  const { schemas } = makeApiDocument(readExamples())['components'] as Components;
  const described = (schema: string, names: readonly (UserAttributeName | BookingAttributeName)[]) =>
    names.filter((name) => (schemas[schema]?.properties?.[name]?.description ?? '').length < 10);
  expect(described('SyncUser', userAttributeNames)).toEqual([]);
  expect(described('SyncBooking', bookingAttributeNames)).toEqual([]);
  for (const schema of ['CheckinRequest', 'BatchItem']) expect(described(schema, identifierNames)).toEqual([]);
});
