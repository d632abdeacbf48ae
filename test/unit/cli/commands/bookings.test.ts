import { describe, expect, it } from '@jest/globals';
import type { TestBooking } from '../../../support/booking-store.ts';
import { actor, NOW, runCommand, runJson, storesWith } from '../run-command.ts';

const record = { clientId: 'ckc_1', requestId: 'r-1', checkinId: 'c-1', notify: true };
const period = { checkinOpensAt: NOW - 60_000, noShowAt: NOW + 60_000 };
const bookings: TestBooking[] = [
  { user: { companyId: 'acme', userId: 42 }, bookingId: 'b2', kind: 'parking', ...period },
  {
    user: { companyId: 'acme', userId: 42 },
    bookingId: 'b1',
    kind: 'position',
    name: 'Desk 7',
    site: 'Berlin',
    ...period,
    checkin: { at: NOW, receivedAt: NOW + 5, ...record },
  },
  { user: { companyId: 'acme', userId: 43 }, bookingId: 'b3', kind: 'parking', ...period },
];
const times = { checkinOpensAt: '2026-11-21T07:59:00.000Z', noShowAt: '2026-11-21T08:01:00.000Z' };
const users = [{ companyId: 'acme', id: 44, devices: [] }];
const stores = storesWith({ users, bookings });

const list = ['bookings', 'list', '--company', 'acme', '--user'];

describe('bookings list', () => {
  it('prints the bookings of one user as the console’s API shows them', async () => {
    expect((await runJson(stores, [...list, '42'])).value).toEqual([
      {
        userId: 42,
        bookingId: 'b1',
        kind: 'position',
        name: 'Desk 7',
        site: 'Berlin',
        ...times,
        result: 'checked_in',
        checkedInAt: '2026-11-21T08:00:00.000Z',
        clientId: 'ckc_1',
      },
      { userId: 42, bookingId: 'b2', kind: 'parking', ...times, result: 'expected' },
    ]);
  });

  it('prints a human-readable table unless --json is given', async () => {
    expect((await runCommand(stores, [...list, '42'])).stdout).toBe(
      [
        'BOOKING  KIND      NAME    SITE    CHECK-IN FROM             UNTIL                     CHECKED IN AT             CHECKED IN BY',
        'b1       position  Desk 7  Berlin  2026-11-21T07:59:00.000Z  2026-11-21T08:01:00.000Z  2026-11-21T08:00:00.000Z  ckc_1',
        'b2       parking   -       -       2026-11-21T07:59:00.000Z  2026-11-21T08:01:00.000Z  -                         -',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['44', ''],
    ['99', 'The company acme has no user 99.\n'],
  ])('prints a message if the user %s has no bookings, and warns if the user does not exist', async (user, stderr) => {
    expect(await runCommand(stores, [...list, user])).toEqual({ code: 0, stdout: 'No bookings.\n', stderr });
    expect((await runJson(stores, [...list, user])).value).toEqual([]);
  });
});

it('bookings import prints what it imported', async () => {
  const input = `${JSON.stringify({ companyId: 'acme', userId: 44, bookingId: 'b1', kind: 'parking', ...times })}\n`;
  const { value } = await runJson(storesWith({ users }), ['bookings', 'import', '-'], { input });
  expect(value).toEqual({ read: 1, written: 1, unchanged: 0, deleted: 0, failed: 0, errors: [] });
});

it('bookings list prints nothing of a removed person whose removal is not complete', async () => {
  const removed = { companyId: 'acme', userId: 42 };
  const ownStores = storesWith({ bookings, users: [{ companyId: 'acme', id: 42, devices: [] }] });
  await ownStores.users.change(removed, () => undefined);
  expect(await runCommand(ownStores, [...list, '42'])).toEqual({
    code: 0,
    stdout: 'No bookings.\n',
    stderr: 'The company acme has no user 42.\n',
  });
});

describe('bookings cancel', () => {
  const cancel = ['bookings', 'cancel', '--company', 'acme', '--user', '42', '--booking', 'b1'];

  it('deletes one booking, and adds an entry to the log', async () => {
    const ownStores = storesWith({ bookings });
    const { value } = await runJson(ownStores, [...cancel, '--yes']);
    expect(value).toEqual({ companyId: 'acme', userId: 42, bookingId: 'b1', cancelled: true });
    expect(((await runJson(ownStores, [...list, '42'])).value as unknown[]).length).toBe(1);
    const log = (await runJson(ownStores, ['checkins', 'log', '--company', 'acme', '--user', '42'])).value;
    expect(log).toMatchObject([{ action: 'bookings.cancel', actor, before: { name: 'Desk 7', checkin: {} } }]);
    expect(await runCommand(ownStores, [...cancel, '--yes'])).toMatchObject({
      code: 1,
      stderr: 'The user has no booking b1.\n',
    });
  });

  it('needs --yes without a terminal', async () => {
    const ownStores = storesWith({ bookings });
    expect(await runCommand(ownStores, cancel)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Use --yes'),
    });
    expect((await runJson(ownStores, [...list, '42'])).value).toHaveLength(2);
  });

  it.each([
    ['n', 1, 2],
    ['y', 0, 1],
  ])('asks for confirmation on a terminal, and obeys the answer %j', async (answer, code, remaining) => {
    const ownStores = storesWith({ bookings });
    const result = await runCommand(ownStores, cancel, { answers: [answer] });
    expect(result).toMatchObject({ code, questions: [expect.stringContaining('deletes the booking b1')] });
    expect((await runJson(ownStores, [...list, '42'])).value).toHaveLength(remaining);
  });
});
