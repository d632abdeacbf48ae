import { randomUUID } from 'node:crypto';
import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { csv, statusAndCodeOf, type ConsoleCaller } from '../../support/console-service.ts';
import { consoleTexts } from '../../../functions/admin/console-error.ts';
import { MAX_LISTED_ERRORS } from '../../../shared/console-api/imports.ts';
import { consoleDeadline } from '../../../shared/rules/deadline.ts';
import { takeErrors } from '../../support/run/service-log.ts';
import { withCutOff } from '../../support/cut-off.ts';
import { interceptDatabase } from '../../support/intercept-database.ts';
import { addMember } from '../../../shared/use-cases/members/change-members.ts';
import { messagesByTag } from '../../../shared/messages/messages.ts';
import { useConsoleService } from '../../support/use-console.ts';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;

const service = useConsoleService();
let admin: ConsoleCaller;

const iso = (instant: number): string => new Date(instant).toISOString();
const today = (): string => iso(Date.now()).slice(0, 10);
const params = { userId: 42 };
const booking = { userId: 42, bookingId: 'desk-1' };
let opensAt = 0;

/** Creates a user with a desk that is open now. */
beforeEach(async () => {
  admin = await service.aMember('admin');
  const { companyId } = admin;
  // Starts on a quarter-hour boundary, so that check-ins a few minutes later are on the same day.
  opensAt = Math.floor((Date.now() - HOUR) / QUARTER) * QUARTER;
  await service.stores.users.save({ companyId, id: 42, name: 'Ada Lovelace', uid: 'E-42', email: 'ada@example.com' });
  await book(42, { bookingId: 'desk-1', name: 'Desk 1' });
});

/** Saves a booking of the company, by default of a desk whose check-in opens at `opensAt` and ends two hours later. */
const book = (userId: number, changes: Parameters<typeof service.stores.book>[1]) =>
  service.stores.book({ companyId: admin.companyId, userId }, { at: opensAt + HOUR, ...changes });

const log = async (query = {}): Promise<Record<string, unknown>[]> => {
  const auditor = await service.aMember('auditor', admin.companyId);
  return (await auditor.call('listLog', { query })).body.items as Record<string, unknown>[];
};

const checkInByHand = async (request: object, bookingIds: readonly string[] = ['desk-1'], caller = admin) =>
  caller.call('checkIn', { body: { userId: 42, bookingIds, ...request } });

describe('A user’s profile', () => {
  const read = async () => (await admin.call('getUser', { params })).body;
  const change = async (body: object, etag?: string) =>
    admin.call('updateUser', { params, body, headers: { 'If-Match': etag ?? (await read()).etag } });

  it('can be changed, with an audit entry that loses its personal values when the user is removed', async () => {
    const before = await read();
    const changed = await change(
      { name: 'José Ñandú', uids: ['E-42', 'SPARE 7'], email: 'JN@Example.com' },
      before.etag,
    );
    expect(changed).toMatchObject({ status: 200, body: { name: 'José Ñandú', uid: 'E-42', email: 'jn@example.com' } });
    expect(changed.body.uids).toEqual(['E-42', 'SPARE 7']);
    expect(changed.headers.get('etag')).toBe(changed.body.etag);
    expect(await read()).toEqual(changed.body);
    expect((await admin.call('searchUsers', { body: { q: 'spare' } })).body.items).toHaveLength(1);
    const [entry] = await log({ result: 'users.update' });
    expect(entry).toMatchObject({
      actor: { through: 'console', id: admin.subject },
      target: { userId: 42 },
      before: { name: 'Ada Lovelace', uids: ['E-42'], email: 'ada@example.com' },
      after: { name: 'José Ñandú', uids: ['E-42', 'SPARE 7'], email: 'jn@example.com' },
    });
    await admin.call('removeUser', { params });
    for (const erased of await log({ result: 'users.update' }))
      expect(JSON.stringify(erased)).not.toMatch(/Ada|José|E-4|SPARE|example|userName/);
  });
});

it.each(['0x2a', '42.0', '+42', ' 42'])('A user has one address, and %j is none', async (userId) => {
  expect(await statusAndCodeOf(admin.call('getUser', { params: { userId } }))).toEqual([404, 'user_not_found']);
});

describe('Bookings', () => {
  const view = () => ({
    ...booking,
    kind: 'position',
    name: 'Desk 1',
    checkinOpensAt: iso(opensAt),
    noShowAt: iso(opensAt + 2 * HOUR),
    result: 'expected',
  });
  const listDay = async (day: string, timeZone?: string) => {
    const query = { day, ...(timeZone !== undefined && { timeZone }) };
    return (await admin.call('listUserBookings', { params, query })).body;
  };

  it('of a day are those whose check-in period overlaps the day', async () => {
    const day = iso(opensAt).slice(0, 10);
    await book(42, { bookingId: 'desk-2', checkinOpensAt: opensAt - 1, noShowAt: opensAt + 3 * HOUR });
    expect(await listDay(day)).toMatchObject({ items: [{ bookingId: 'desk-2' }, view()] });
    expect(await listDay('2020-01-01')).toEqual({ items: [] });
    expect(await listDay(day, 'Mars/Olympus')).toMatchObject({
      code: 'invalid_field',
      errors: [{ field: 'timeZone' }],
    });
  });

  it('of a day do not include one that has moved to another day after the index was read', async () => {
    let isMoved = false;
    const stop = interceptDatabase(async ({ constructor }, send) => {
      const result = await send();
      if (constructor.name === 'QueryCommand' && !isMoved) {
        isMoved = true;
        await book(42, { bookingId: 'desk-1', at: opensAt + 48 * HOUR });
      }
      return result;
    });
    expect([await listDay(iso(opensAt).slice(0, 10)).finally(stop), isMoved]).toEqual([{ items: [] }, true]);
  });
});

describe('A check-in by hand', () => {
  const readRow = async (caller: ConsoleCaller) =>
    (await caller.call('listAttendance', { query: { day: iso(opensAt).slice(0, 10) } })).body.items[0];

  it('has a result for each booking', async () => {
    await book(42, { bookingId: 'parking-1', kind: 'parking' });
    await book(42, { bookingId: 'past', at: opensAt - 1.5 * HOUR, noShowAt: opensAt - HOUR });
    await checkInByHand({ reason: 'x' });
    const ids = ['desk-1', 'parking-1', 'past', 'nothing'];
    const { status, body } = await checkInByHand({ reasonCode: 'badge_forgotten' }, ids);
    expect(status).toBe(200);
    const checkedInAt = expect.any(String);
    expect(body).toEqual({
      companyId: admin.companyId,
      userId: 42,
      items: [
        { bookingId: 'desk-1', result: 'already_checked_in', checkedInAt },
        { bookingId: 'parking-1', result: 'checked_in', checkedInAt },
        { bookingId: 'past', result: 'outside_checkin_period' },
        { bookingId: 'nothing', result: 'booking_not_found' },
      ],
    });
  });

  it.each([
    ['reason', {}],
    ['reasonCode', { reasonCode: 'mistake' }],
    ['reasonCode', { reasonCode: 'badge_broken', reason: 'x' }],
  ])('needs one reason, and reports %s for %j', async (field, reasons) => {
    expect((await checkInByHand(reasons)).body).toMatchObject({ code: 'invalid_field', errors: [{ field }] });
  });

  it('is marked for everybody, and says who and why to those who may read check-ins in the log', async () => {
    await checkInByHand({ reasonCode: 'reader_broken' });
    const { companyId } = admin;
    for (const role of ['reception', 'auditor', 'admin', 'owner'] as const) {
      const caller = await service.aMember(role, companyId);
      const byHand = { by: expect.any(String), reason: 'reader_broken' };
      expect([role, (await readRow(caller)).byHand]).toEqual([role, byHand]);
    }
    const viewer = await service.aMember('viewer', companyId);
    expect((await readRow(viewer)).byHand).toEqual({});
    const query = { day: iso(opensAt).slice(0, 10) };
    expect((await viewer.call('listUserBookings', { params, query })).body.items).toMatchObject([{ byHand: {} }]);
  });

  it('names the operator who did it, not the member with the same name', async () => {
    const { companyId, issuer } = admin;
    const context = { members: service.stores.members, actor: { through: 'cli', id: 'test' }, now: Date.now } as const;
    await addMember(context, companyId, { issuer, subject: 'ana', role: 'viewer', email: 'ana@example.com' });
    await book(42, { bookingId: 'parking-1', kind: 'parking' });
    await checkInByHand({ reason: 'x' }, ['parking-1']);
    const ids = { requestId: randomUUID(), checkinId: randomUUID() };
    const checkin = {
      at: opensAt,
      receivedAt: opensAt,
      by: { through: 'cli', id: 'ana' },
      notify: false,
      ...ids,
    } as const;
    await service.stores.bookings.checkIn({ companyId, userId: 42 }, 'desk-1', checkin);
    expect(await readRow(admin)).toMatchObject({ bookingId: 'desk-1', byHand: { by: 'ana' } });
  });

  it('can be undone as a mistake, and keeps nothing of the reason in the booking', async () => {
    await checkInByHand({ reasonCode: 'badge_broken' });
    const undone = await admin.call('undoCheckin', { body: { ...booking, reasonCode: 'mistake' } });
    expect(undone).toMatchObject({ status: 200, body: { undone: true } });
    expect(await readRow(admin)).toMatchObject({ result: 'expected' });
    const user = { companyId: admin.companyId, userId: 42 };
    expect(JSON.stringify(await service.stores.bookings.list(user))).not.toContain('badge_broken');
    expect(await log({ result: 'checkins.undo' })).toMatchObject([{ reason: 'mistake' }]);
  });
});

describe('A report of attendance', () => {
  it('counts bookings and people by day, with the rate of those who came', async () => {
    const monday = Date.parse('2026-03-02T08:00:00Z');
    const period = { checkinOpensAt: monday, noShowAt: monday + HOUR };
    await book(42, { bookingId: 'garage', kind: 'parking', ...period });
    for (const userId of [42, 43, 44]) await book(userId, { bookingId: 'desk', ...period });
    const at = iso(monday);
    await checkInByHand({ reason: 'x', at }, ['desk', 'garage']);
    await admin.call('checkIn', { body: { userId: 43, bookingIds: ['desk'], reason: 'x', at } });
    const query = { from: '2026-03-01', until: '2026-03-02', timeZone: 'Europe/Berlin' };
    expect((await admin.call('reportAttendance', { query })).body).toEqual({
      sites: [],
      items: [
        { day: '2026-03-01', people: 0, booked: 0, checkedIn: 0, noShow: 0, expected: 0 },
        { day: '2026-03-02', people: 2, booked: 4, checkedIn: 3, noShow: 1, expected: 0, rate: 0.75 },
      ],
    });
  });

  it.each([
    ['2026-03-02', '2026-03-01'],
    ['2026-01-01', '2026-04-03'],
  ])('from %s until %s is rejected', async (from, until) => {
    const { body } = await admin.call('reportAttendance', { query: { from, until } });
    expect(body).toMatchObject({ code: 'invalid_field', errors: [{ field: 'until' }] });
    expect(body.errors[0].message).toContain('at most 92 days');
  });
});

it('The bookings of one site can be listed, found, summarised and reported', async () => {
  const day = '2026-03-02';
  const sitesById = { 60: 'Berlin', 61: 'São Paulo', 62: undefined, 63: 'Berlin' };
  for (const [id, site] of Object.entries(sitesById))
    await book(Number(id), {
      bookingId: `b${id}`,
      name: 'Desk',
      ...(site !== undefined && { site }),
      at: Date.parse(`${day}T09:00:00Z`),
    });
  const query = { day, site: 'Berlin' };
  const idsOf = ({ body }: { body: { items: { userId: number }[] } }) => body.items.map(({ userId }) => userId);
  expect(idsOf(await admin.call('listAttendance', { query }))).toEqual([60, 63]);
  expect(idsOf(await admin.call('searchAttendance', { body: { ...query, q: 'desk' } }))).toEqual([60, 63]);
  const sites = ['Berlin', 'São Paulo'];
  const totals = { booked: 2, checkedIn: 0, noShow: 2, expected: 0 };
  expect((await admin.call('summariseAttendance', { query })).body).toMatchObject({ sites, totals });
  const report = await admin.call('reportAttendance', { query: { from: day, until: day, site: 'Berlin' } });
  expect(report.body).toMatchObject({ sites, items: [{ day, booked: 2, noShow: 2, rate: 0 }] });
});

it.each(['nonsense', '2026-13-45'])(
  'A report with the cursor of another list (%s) is rejected, or is a page',
  async (next) => {
    const cursor = Buffer.from(JSON.stringify(next)).toString('base64url');
    const query = { from: '2026-01-01', until: '2026-01-31', next: cursor };
    expect(await statusAndCodeOf(admin.call('reportAttendance', { query }))).toEqual([400, 'invalid_cursor']);
  },
);

it('A search of a day finds people with and without a booking, and bookings by name, people first', async () => {
  const { users } = service.stores;
  for (const [id, name, place] of [
    [50, 'Zoe Deskin', 'Room 7'],
    [51, 'Desmond Free', undefined],
    [52, 'Bea Ba', 'Desk 5.13'],
  ] as const) {
    await users.save({ companyId: admin.companyId, id, name });
    if (place !== undefined) await book(id, { bookingId: `b${id}`, name: place });
  }
  const search = async (q: string) => {
    const { body } = await admin.call('searchAttendance', { body: { day: iso(opensAt).slice(0, 10), q } });
    return [
      body.items.map(({ userId }: { userId: number }) => userId),
      body.withoutBooking.map(({ userId }: { userId: number }) => userId),
    ];
  };
  expect(await search('des')).toEqual([[50, 42, 52], [51]]);
  expect(await search('5.13')).toEqual([[52], []]);
  expect(await search('nobody')).toEqual([[], []]);
});

describe('Trying a check-in', () => {
  it('returns what a gate would receive, in the preferred language, and changes nothing', async () => {
    const request = { body: { email: 'ADA@example.com', date: iso(opensAt + 60_000) } };
    const tried = await admin.call('tryCheckin', request);
    expect(tried.body).toEqual({
      statusCode: 200,
      message: expect.any(String),
      checkinCount: 1,
      code: 'checked_in',
      bookings: [
        {
          bookingId: 'desk-1',
          kind: 'position',
          name: 'Desk 1',
          result: 'open',
          checkinOpensAt: iso(opensAt),
          noShowAt: iso(opensAt + 2 * HOUR),
          openSince: expect.any(String),
        },
      ],
    });
    expect((await admin.call('tryCheckin', request)).body).toEqual(tried.body);
    const spanish = await admin.call('tryCheckin', { ...request, headers: { 'Accept-Language': 'es' } });
    expect(spanish.body.message).not.toBe(tried.body.message);
    const rejected = async (language: string) =>
      (await admin.call('tryCheckin', { body: {}, headers: { 'Accept-Language': language } })).body.message;
    expect([await rejected('es'), await rejected('pt-BR')]).toEqual([
      consoleTexts.es.errors.identifier_required,
      consoleTexts['pt-BR'].errors.identifier_required,
    ]);
  });

  it('says that the identifiers belong to different people', async () => {
    await service.stores.users.save({ companyId: admin.companyId, id: 43, uid: 'E-43' });
    const { status, body } = await admin.call('tryCheckin', { body: { id: 42, uid: 'E-43' } });
    const expected = { code: 'user_not_found', message: messagesByTag.en.checkin.differentPeople };
    expect([status, body]).toEqual([404, expect.objectContaining(expected)]);
  });
});

describe('Attendance', () => {
  it('lists every booking of the day, and has totals and the check-ins of each quarter of an hour', async () => {
    const day = iso(opensAt).slice(0, 10);
    const at = opensAt + 60_000;
    await checkInByHand({ reason: 'x', at: iso(at) });
    const { companyId } = admin;
    // Bookings that open in the same millisecond have no defined order.
    const period = { checkinOpensAt: opensAt + 1, noShowAt: opensAt + HOUR / 2 };
    await book(42, { bookingId: 'parking-1', kind: 'parking', ...period });

    const { body } = await admin.call('listAttendance', { query: { day } });
    const person = { name: 'Ada Lovelace', uid: 'E-42', email: 'ada@example.com' };
    const items = [
      { bookingId: 'desk-1', result: 'checked_in', checkedInAt: iso(at), person },
      { bookingId: 'parking-1', result: 'no_show' },
    ];
    expect(body).toMatchObject({ companyId, day, timeZone: 'UTC', order: 'name', items });
    const first = await admin.call('listAttendance', { query: { day, limit: 1 } });
    const second = await admin.call('listAttendance', { query: { day, limit: 1, next: first.body.next } });
    expect([first, second].flatMap((page) => page.body.items)).toEqual(body.items);
    const filtered = await admin.call('listAttendance', { query: { day, kind: 'parking', result: 'no_show' } });
    expect(filtered.body.items).toHaveLength(1);
    const found = await admin.call('searchAttendance', { body: { day, q: 'lovel', kind: 'parking' } });
    expect(found.body.items).toEqual(filtered.body.items);

    const summary = await admin.call('summariseAttendance', { query: { day } });
    expect(summary.body).toEqual({
      companyId,
      day,
      timeZone: 'UTC',
      totals: { booked: 2, checkedIn: 1, noShow: 1, expected: 0 },
      sites: [],
      quarters: [{ startsAt: iso(Math.floor(at / (HOUR / 4)) * (HOUR / 4)), checkedIn: 1 }],
    });
  });

  it.each<Record<string, string>>([
    {},
    { day: '2026-02-30' },
    { day: today(), kind: 'desk' },
    { day: today(), result: 'open' },
  ])('rejects the query %j', async (query) => {
    expect(await statusAndCodeOf(admin.call('listAttendance', { query }))).toEqual([400, 'invalid_field']);
  });
});

describe('A chunk of an import', () => {
  it('goes into the company of the member, and its invalid lines are reported by their number in the file', async () => {
    const rows = ['companyId,id,uid', `${admin.companyId},1,E-1`, 'globex,2,E-2', ',3,E-3', ',x,E-4'].join('\n');
    const { body } = await admin.call('importUsers', csv(rows, { firstLine: 1_001 }));

    expect(body).toMatchObject({ read: 4, written: 2, unchanged: 0, deleted: 0, failed: 2 });
    expect(body.errors.map(({ line }: { line: number }) => line)).toEqual([1_002, 1_004]);
    const found = await service.stores.users.find({ companyId: admin.companyId, userId: 3 });
    expect(found).toMatchObject({ uid: 'E-3' });
    expect(await service.stores.users.find({ companyId: 'globex', userId: 2 })).toBeUndefined();
  });

  it('is imported except for the line that is not UTF-8', async () => {
    const { body } = await admin.call('importUsers', csv(Buffer.from('id,name\n1,Ana\n2,Zo\xEB\n3,Max\n', 'latin1')));
    expect(body).toMatchObject({
      written: 2,
      errors: [{ line: 3, reasons: [{ code: 'invalid_encoding', values: {} }] }],
    });
  });

  it('counts all invalid lines, but does not list more than fit in a response', async () => {
    const { body } = await admin.call('importUsers', csv(`id\n${'x\n'.repeat(MAX_LISTED_ERRORS + 1)}`));
    expect(body.failed).toBe(MAX_LISTED_ERRORS + 1);
    expect(body.errors).toHaveLength(MAX_LISTED_ERRORS);
  });

  it('of NDJSON has no header', async () => {
    const request = { body: '{"id":"x"}\n', headers: { 'Content-Type': 'application/x-ndjson' } };
    expect((await admin.call('importUsers', request)).body.errors).toMatchObject([{ line: 1 }]);
  });

  it.each([
    ['text/csv', 'nonsense\n1\n', 400, 'unreadable_file'],
    ['text/plain', 'id\n1', 415, 'unsupported_media_type'],
    ['text/csv', `id\n${'1'.repeat(256 * 1024)}`, 413, 'body_too_large'],
  ])('of %s is rejected, with the reason, if it cannot be read', async (type, body, status, code) => {
    const request = { body, headers: { 'Content-Type': type } };
    expect(await statusAndCodeOf(admin.call('importUsers', request))).toEqual([status, code]);
  });

  const importId = '0190a1b2-3c4d-4e5f-8a6b-7c8d9e0f1a2b';

  it('is one entry with its sums, and has one for each changed badge and removed person, unless it is a dry run', async () => {
    const file = { importId, fileName: 'staff.csv' };
    await admin.call('importUsers', csv('id,uid\n42,B-7\n', file));
    await admin.call('importUsers', csv('id,uid\n42,B-7\n', file));
    await admin.call('importUsers', csv('id,deleted\n42,true\nx,\n', { ...file, firstLine: 3 }));
    await admin.call('importUsers', csv('id,uid\n43,B-8\n', { ...file, dryRun: true }));
    const sums = { written: 1, unchanged: 0, deleted: 1, failed: 1, lastAt: expect.any(String) };
    const actor = { through: 'console', id: admin.subject };
    const common = { kind: 'admin', actor, requestId: expect.any(String) };
    const whole = { ...common, action: 'users.import', target: { importId }, fileName: 'staff.csv', import: sums };
    expect((await log({ kind: 'admin', result: 'users.import' }))[0]).toMatchObject(whole);
    const target = { userId: 42, importId };
    const ofImport = await log({ import: importId });
    expect(ofImport).toMatchObject([
      { ...common, action: 'users.remove', target },
      // The person has been removed, so only the names of what was changed are left.
      { ...common, action: 'users.update', target, changed: ['uids'] },
      whole,
    ]);
    for (const member of ['before', 'after']) expect(ofImport[1]).not.toHaveProperty(member);
    expect((await log({ kind: 'admin' })).filter((entry) => JSON.stringify(entry).includes(importId))).toHaveLength(1);
  });

  it('has the figures of its preview in the response and in the log, although the database refused it part-way', async () => {
    const { companyId } = admin;
    await admin.call('importUsers', csv(`id,uid\n${[1, 2, 3].map((index) => `70${index},R-${index}\n`).join('')}`));
    const lines = [
      'id,uid,deleted',
      '701,R-1,',
      '702,,true',
      '703,R-3b,',
      ...Array.from({ length: 700 }, (_, index) => `${800 + index},R-${800 + index},`),
      'x,,',
    ];
    const body = lines.join('\n');
    const preview = await admin.call('importUsers', csv(body, { dryRun: true }));
    const figures = { written: 701, unchanged: 1, deleted: 1, failed: 1 };
    expect(preview.body).toMatchObject(figures);
    let writesLeft = 0;
    const release = interceptDatabase(async ({ constructor, input }, send) => {
      const isOfPerson = /Put|Update|Write/.test(constructor.name) && JSON.stringify(input).includes('"Users"');
      if (!isOfPerson) return send();
      writesLeft -= 1;
      if (writesLeft >= 0) return send();
      // The first write after that is performed, but its response is lost.
      if (writesLeft === -1) await send();
      throw new ThrottlingException({ message: 'too many', $metadata: {} });
    });
    const file = { importId: randomUUID(), fileName: 'night.csv' };
    try {
      for (const writes of [600, 50]) {
        writesLeft = writes;
        expect((await admin.call('importUsers', csv(body, file))).status).toBe(503);
      }
    } finally {
      release();
    }
    expect(takeErrors()).toEqual(['admin 503', 'admin 503']);
    const { body: done } = await admin.call('importUsers', csv(body, file));
    expect(done).toMatchObject({ read: 704, ...figures });
    // As if the response had been lost.
    expect((await admin.call('importUsers', csv(body, file))).body).toMatchObject(figures);
    const [entry] = await log({ kind: 'admin', result: 'users.import' });
    expect(entry).toMatchObject({ fileName: 'night.csv', import: figures });
    expect(entry).not.toHaveProperty('import.unfinished');
    expect(await service.stores.users.find({ companyId, userId: 702 })).toBeUndefined();
  });

  it('is in the log with what it wrote before the deadline cut it off', async () => {
    const file = { importId: randomUUID(), fileName: 'slow.csv' };
    const send = () => admin.call('importUsers', csv('id,uid\n601,R-601\n602,R-hangs\n', file));
    expect((await withCutOff(consoleDeadline, 'R-hangs', send)).status).toBe(503);
    expect(takeErrors()).toEqual(['admin 503']);
    const [entry] = await log({ kind: 'admin', result: 'users.import' });
    expect(entry).toMatchObject({ fileName: 'slow.csv', import: { written: 1, failed: 0, unfinished: true } });
  });

  it('shows what other lines under the numbers of earlier ones did', async () => {
    const file = { importId: randomUUID(), fileName: 'two faces.csv' };
    const header = 'bookingId,userId,kind,checkinOpensAt,noShowAt\n';
    const line = 'hidden,42,position,2026-11-21T08:00:00Z,2026-11-21T09:00:00Z\n';
    await admin.call('importUsers', csv('id\n42\n'));
    await admin.call('importBookings', csv(header + line));
    await admin.call('importBookings', csv('bookingId,userId,deleted\nnone,42,true\n', file));
    const { body } = await admin.call('importBookings', csv('bookingId,userId,deleted\nhidden,42,true\n', file));
    expect(body).toMatchObject({ unchanged: 0, deleted: 1 });
    const [entry] = await log({ kind: 'admin', result: 'bookings.import' });
    expect(entry).toMatchObject({ fileName: 'two faces.csv', import: { unchanged: 1, deleted: 1 } });
  });

  it.each(['importUsers', 'importBookings'] as const)('cannot be continued by somebody else, in %s', async (route) => {
    const own = { importId: randomUUID() };
    const body = route === 'importUsers' ? 'id\n7\n' : 'bookingId,userId,deleted\nb-9,7,true\n';
    expect((await admin.call(route, csv(body, own))).status).toBe(200);
    const colleague = await service.aMember('admin', admin.companyId);
    const refused = [409, 'import_id_taken'];
    expect(await statusAndCodeOf(colleague.call(route, csv(body.replaceAll('7', '8'), own)))).toEqual(refused);
    expect(await service.stores.users.find({ companyId: admin.companyId, userId: 8 })).toBeUndefined();
    expect((await admin.call(route, csv(body, own))).status).toBe(200);
  });

  it('has no id that somebody could use to write into the log', async () => {
    const call = admin.call('importUsers', csv('id\n7\n', { importId: 'Ada was here' }));
    expect(await statusAndCodeOf(call)).toEqual([400, 'invalid_field']);
  });
});

it('Users and bookings record who last changed them, by which means, and when', async () => {
  const user = { companyId: admin.companyId, userId: 42 };
  const changedBy = { through: 'console', id: admin.subject, requestId: expect.any(String), at: expect.any(Number) };
  await admin.call('importUsers', csv('id,language\n42,es\n'));
  expect(await service.stores.users.find(user)).toMatchObject({ changedBy });
  await checkInByHand({ reason: 'lost her badge' });
  expect(await service.stores.bookings.list(user)).toMatchObject([{ changedBy }]);
  const { body } = await admin.call('exportUser', { params });
  const exported = { ...changedBy, at: expect.any(String) };
  expect(body).toMatchObject({ user: { changedBy: exported }, bookings: [{ changedBy: exported }] });
});
