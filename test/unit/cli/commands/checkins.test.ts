import { describe, expect, it } from '@jest/globals';
import type { CheckinEntry } from '../../../../shared/domain/logs.ts';
import { aBooking } from '../../../support/bookings.ts';
import { aCheckinEntry } from '../../../support/log-entries.ts';
import { actor, makeStores, NOW, runCommand, runJson, storesWith } from '../run-command.ts';

const booking = aBooking({ user: { companyId: 'acme', userId: 42 }, bookingId: 'b1' });
const start = () => storesWith({ bookings: [booking] });
const ref = { companyId: 'acme', userId: 42, bookingId: 'b1' };
const bookingOptions = ['--company', 'acme', '--user', '42', '--booking', 'b1'];
const reason = ['--reason', 'Badge left at home'];
const logCommand = ['checkins', 'log', '--company', 'acme'];

describe('checkins add and undo', () => {
  it('check a booking in and undo the check-in, and the log says who did each and why', async () => {
    const stores = start();
    const at = ['--at', '2026-11-21T09:30:00+01:00'];
    const added = await runJson(stores, ['checkins', 'add', ...bookingOptions, ...reason, ...at]);
    expect(added.value).toEqual({ ...ref, checkedInAt: '2026-11-21T08:30:00.000Z' });
    const undone = await runJson(stores, ['checkins', 'undo', ...bookingOptions, '--reason', 'Wrong person']);
    expect(undone.value).toEqual({ ...ref, undone: true });
    const receivedAt = '2026-11-21T08:00:00.000Z';
    const common = { kind: 'admin', receivedAt, actor, target: { userId: 42, bookingId: 'b1' } };
    const entries = (await runJson(stores, logCommand)).value as { readonly action: string }[];
    expect(entries.toSorted((one, other) => (one.action < other.action ? -1 : 1))).toMatchObject([
      { ...common, action: 'checkins.add', reason: reason[1] },
      { ...common, action: 'checkins.undo', reason: 'Wrong person' },
    ]);
  });

  it.each([
    [['add', ...bookingOptions, ...reason, '--at', '2026-11-21T09:00:00Z'], 1, 'outside_checkin_period'],
    [['add', ...bookingOptions, ...reason, '--at', '9 o’clock'], 2, 'wrong_usage'],
    [['undo', ...bookingOptions, ...reason], 1, 'not_checked_in'],
  ])('reject %j', async (words, exitCode, code) => {
    const result = await runJson(start(), ['checkins', ...words]);
    expect([result.code, result.value]).toEqual([exitCode, undefined]);
    expect(JSON.parse(result.stderr)).toMatchObject({ error: { code } });
  });
});

describe('checkins log', () => {
  const entry = aCheckinEntry({
    receivedAt: NOW - 1_000,
    requestId: 'r-1',
    clientId: 'ckc_1',
    reader: 'Door 3',
    userId: 42,
    at: NOW - 2_000,
    bookings: [{ bookingId: 'b1', result: 'checked_in' }],
  });
  const unknownBadge: CheckinEntry = {
    ...entry,
    receivedAt: NOW - 5_000,
    requestId: 'r-0',
    identifiers: { uid: 'X\u001b' },
    statusCode: 404,
    code: 'user_not_found',
    checkinCount: 0,
    bookings: [],
  };
  const startWithLog = async () => {
    const stores = makeStores();
    const { userId: __, ...entryWithoutUser } = unknownBadge;
    await stores.log.recordCheckins([{ ...entryWithoutUser, clientId: 'ckc_0' }]);
    await stores.log.recordCheckins([entry]);
    await stores.log.recordCheckins([{ ...entry, companyId: 'globex', requestId: 'r-2' }]);
    return stores;
  };

  it('continues after many pages without entries, up to the limit', async () => {
    const stores = makeStores();
    const listByCompany: typeof stores.log.listByCompany = async (_company, _range, { next = '0' }) =>
      next === '20' ? { items: [entry, unknownBadge] } : { items: [], next: String(Number(next) + 1) };
    const { value } = await runJson({ ...stores, log: { ...stores.log, listByCompany } }, logCommand);
    const { companyId: _, ...shown } = entry;
    const view = { ...shown, receivedAt: '2026-11-21T07:59:59.000Z', at: '2026-11-21T07:59:58.000Z' };
    expect(value).toEqual([view, expect.objectContaining({ requestId: 'r-0' })]);
  });

  it.each([
    [['--user', '42'], ['r-1']],
    [['--from', '2026-11-21T07:59:59Z'], ['r-1']],
    [['--until', '2026-11-21T07:59:59Z'], ['r-0']],
    [['--limit', '1'], ['r-1']],
    [['--client', 'ckc_0'], ['r-0']],
  ])('prints the entries that match %j', async (words, ids) => {
    const { value } = await runJson(await startWithLog(), [...logCommand, ...words]);
    expect((value as { requestId: string }[]).map(({ requestId }) => requestId)).toEqual(ids);
  });

  it('says if there are older entries than the limit allows', async () => {
    const stores = await startWithLog();
    const { stderr } = await runCommand(stores, [...logCommand, '--limit', '1']);
    expect(stderr).toBe('There are older entries: raise --limit, or set --until.\n');
    expect((await runCommand(stores, [...logCommand, '--limit', '2'])).stderr).toBe('');
  });

  it('prints entries as text for people, with control characters escaped', async () => {
    const { stdout } = await runCommand(await startWithLog(), logCommand);
    expect(stdout).toContain('2026-11-21T07:59:59.000Z  200 checked_in  user 42, 1 booking checked in\n');
    expect(stdout).toContain('from ckc_1, reader Door 3, request r-1\n  b1: checked_in\n');
    expect(stdout).toContain('404 user_not_found  uid X\\u001b, 0 bookings checked in\n');
    expect((await runCommand(makeStores(), logCommand)).stdout).toBe('No entries.\n');
  });
});

describe('checkins explain', () => {
  const explain = ['checkins', 'explain', '--company', 'acme'];
  const users = [{ companyId: 'acme', id: 42, uid: 'U', email: 'ada@example.com', devices: [] }];
  const stores = storesWith({ bookings: [booking], users });
  const period = { checkinOpensAt: '2026-11-21T07:00:00.000Z', noShowAt: '2026-11-21T09:00:00.000Z' };

  it('prints what a check-in would do', async () => {
    const at = ['--at', '2026-11-21T09:00:00Z'];
    expect((await runJson(stores, [...explain, '--email', 'ADA@example.com', ...at])).value).toEqual({
      code: 'nothing_open',
      bookings: [{ bookingId: 'b1', kind: 'position', result: 'too_late', ...period }],
    });
  });

  it('prints the explanation as text for people', async () => {
    const [title, columns, ...rows] = (await runCommand(stores, [...explain, '--user', '42'])).stdout.split('\n');
    expect(title).toBe('A swipe would check in 1 booking.');
    expect(columns).toMatch(/^RESULT {2}BOOKING {2}KIND/);
    expect(rows).toEqual([`open    b1       position  -     ${period.checkinOpensAt}  ${period.noShowAt}  -`, '']);
  });

  it.each([
    ['2026-11-21T09:00:00Z', 'A swipe would check in no booking: none is open at that time.'],
    ['2026-12-01T09:00:00Z', 'A swipe would check in no booking: there is none within 12 hours of that time.'],
  ])('says why a check-in at %s would do nothing', async (at, sentence) => {
    const { stdout } = await runCommand(stores, [...explain, '--user', '42', '--at', at]);
    expect(stdout.split('\n')[0]).toBe(sentence);
  });

  it('says that every open booking is checked in already', async () => {
    const own = storesWith({ bookings: [booking], users });
    const by = ['--company', 'acme', '--user', '42'];
    await runCommand(own, ['checkins', 'add', ...by, '--booking', 'b1', '--reason', 'Badge left at home']);
    expect((await runCommand(own, ['checkins', 'explain', ...by])).stdout.split('\n')[0]).toBe(
      'A swipe would check in no booking: those that are open are checked in already.',
    );
  });

  it('needs an identifier', async () => {
    const result = await runJson(stores, explain);
    expect([result.code, JSON.parse(result.stderr)]).toMatchObject([2, { error: { code: 'identifier_required' } }]);
  });
});
