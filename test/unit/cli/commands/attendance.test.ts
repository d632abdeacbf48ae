import { describe, expect, it } from '@jest/globals';
import { aBooking, aCheckin } from '../../../support/bookings.ts';
import { makeStores, NOW, runCommand, runJson, storesWith } from '../run-command.ts';

const checkin = aCheckin('c', NOW, { clientId: 'g' });
const bookings = [
  aBooking({ user: { companyId: 'acme', userId: 42 }, bookingId: 'b1', name: '=1\u001b[2J', checkin }),
  aBooking({ user: { companyId: 'acme', userId: 43 }, bookingId: 'b2', kind: 'parking' }),
];
const users = [{ companyId: 'acme', id: 42, email: 'ada@example.com', devices: [] }];
const stores = storesWith({ bookings, users });

const attendance = ['attendance', '--company', 'acme', '--day', '2026-11-21'];
const times = { checkinOpensAt: '2026-11-21T07:00:00.000Z', noShowAt: '2026-11-21T09:00:00.000Z' };

describe('attendance', () => {
  it('prints one JSON value with --json', async () => {
    expect((await runJson(stores, attendance)).value).toEqual({
      companyId: 'acme',
      day: '2026-11-21',
      timeZone: 'UTC',
      totals: { booked: 2, checkedIn: 1, noShow: 0, expected: 1 },
      items: [
        {
          userId: 42,
          email: 'ada@example.com',
          bookingId: 'b1',
          kind: 'position',
          name: '=1\u001b[2J',
          ...times,
          result: 'checked_in',
          checkedInAt: '2026-11-21T08:00:00.000Z',
        },
        { userId: 43, bookingId: 'b2', kind: 'parking', ...times, result: 'expected' },
      ],
    });
  });

  it('prints a text table without --json, followed by the totals', async () => {
    const { stdout } = await runCommand(stores, attendance);
    expect(stdout).toMatch(
      /^RESULT {6}USER {2}PERSON .*\nchecked_in {2}42 {4}ada@example\.com {2}b1 {7}=1\\u001b\[2J {2}2026-11-21T07:00:00\.000Z/,
    );
    expect(stdout).toMatch(/\n2 booked: 1 checked in, 0 no-show, 1 expected\.\n$/);
  });

  it('names people, in the table and in the last column of the CSV file', async () => {
    const named = [
      { companyId: 'acme', id: 42, name: 'José Ñandú', email: 'jo@example.com', devices: [] },
      { companyId: 'acme', id: 43, uid: 'BADGE-43', devices: [] },
    ];
    const withNames = storesWith({ bookings, users: named });
    const { stdout } = await runCommand(withNames, attendance);
    expect(stdout).toMatch(/\nchecked_in {2}42 {4}José Ñandú {2}b1 /);
    expect(stdout).toMatch(/\nexpected {4}43 {4}BADGE-43 {4}b2 /);
    const [header, first] = (await runCommand(withNames, [...attendance, '--csv'])).stdout.split('\r\n');
    expect([header?.split(',').at(-1), first?.split(',').at(-1)]).toEqual(['userName', 'José Ñandú']);
  });

  it('prints CSV with --csv, with a header even for a day without bookings', async () => {
    const { stdout } = await runCommand(stores, [...attendance, '--csv']);
    expect(stdout.split('\r\n')[1]).toBe(
      "42,,ada@example.com,b1,position,'=1\\u001b[2J,,2026-11-21T07:00:00.000Z,2026-11-21T09:00:00.000Z,checked_in,2026-11-21T08:00:00.000Z,,",
    );
    expect((await runCommand(makeStores(), [...attendance, '--csv'])).stdout).toMatch(/^userId,uid,[^\n]*\r\n$/);
  });

  it.each([
    [['--day', '2026-02-30'], 'wrong_usage'],
    [['--time-zone', 'Mars/Olympus'], 'wrong_usage'],
    [['--csv'], 'wrong_usage'],
  ])('rejects %j, and prints no JSON', async (words, code) => {
    const result = await runJson(stores, [...attendance, ...words]);
    expect([result.code, result.value]).toEqual([2, undefined]);
    expect(JSON.parse(result.stderr)).toMatchObject({ error: { code } });
  });
});
