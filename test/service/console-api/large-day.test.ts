import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startConsoleService, type ConsoleCaller, type ConsoleService } from '../../support/console-service.ts';
import { makeStores, runCommand } from '../../unit/cli/run-command.ts';

const HOUR = 3_600_000;
const OPENS_AT = Date.parse('2026-11-21T07:00:00Z');
const COUNT = 6_000;
const day = '2026-11-21';
const ids = Array.from({ length: COUNT }, (_, index) => `b${index}`).toSorted();

let service: ConsoleService;
let viewer: ConsoleCaller;

/** Creates a company whose bookings all open at the same time, so that only their ids distinguish them in an index. */
beforeAll(async () => {
  service = await startConsoleService();
  viewer = await service.aMember('viewer');
  await service.stores.createBookings(
    ids.map((bookingId, index) => ({
      user: { companyId: viewer.companyId, userId: (index % 2_000) + 1 },
      bookingId,
      kind: index % 3 === 0 ? 'parking' : 'position',
      checkinOpensAt: OPENS_AT,
      noShowAt: OPENS_AT + HOUR,
    })),
  );
});
afterAll(() => service.stop());

describe(`A day of ${COUNT} bookings that open at the same time`, () => {
  it('is complete in the console, page by page and in its totals', async () => {
    const query = { day, timeZone: 'UTC' };
    const { totals } = (await viewer.call('summariseAttendance', { query })).body;
    expect(totals.booked).toBe(COUNT);
    const listed: string[] = [];
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const { body } = await viewer.call('listAttendance', { query: { ...query, limit: 100, ...(next && { next }) } });
      listed.push(...body.items.map(({ bookingId }: { bookingId: string }) => bookingId));
      next = body.next;
    }
    expect(listed.toSorted()).toEqual(ids);
  });

  it('can be searched by a name, with all matches on one page', async () => {
    const { companyId } = viewer;
    await service.stores.users.save({ companyId, id: 1_999, name: 'José Ñandú' });
    await service.stores.users.save({ companyId, id: 1, name: 'Josefina Ono' });
    const search = async (q: string) =>
      (await viewer.call('searchAttendance', { body: { day, timeZone: 'UTC', limit: 100, q } })).body;
    const found = await search('jose n');
    expect(found.next).toBeUndefined();
    expect(found.items.map(({ bookingId }: { bookingId: string }) => bookingId).toSorted()).toEqual(
      ids.filter((_, index) => index % 2_000 === 1_998),
    );
    expect(new Set(found.items.map(({ userName }: { userName: string }) => userName))).toEqual(new Set(['José Ñandú']));
    expect(await search('nobody')).toMatchObject({ items: [] });
  });

  it('is complete on the command line, as a table and as CSV', async () => {
    const { users, bookings } = service.stores;
    const words = ['attendance', '--company', viewer.companyId, '--day', day];
    const table = await runCommand(makeStores({ users, bookings }), words);
    expect(table.stdout).toContain(`\n${COUNT} booked: `);
    const csv = await runCommand(makeStores({ users, bookings }), [...words, '--csv']);
    const [, ...rows] = csv.stdout.trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',')[3] ?? '').toSorted()).toEqual(ids);
  });
});
