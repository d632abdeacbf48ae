import { createCompany } from '../company.ts';
import { callAt, checkIn, countOf, isSame, logIn, refresh } from '../calls.ts';
import { checkOutVersion, thisVersion, VERSION_1_0 } from '../old-version.ts';
import type { Drill } from '../run-upgrade-drill.ts';

/** Upgrades a service of version 1.0 to this version, returns to version 1.0, and upgrades it again. */
export const upgradeAndRollBack: Drill = async ({ folder, settings, checks: { check } }) => {
  const old = await checkOutVersion(VERSION_1_0);
  try {
    let service = await old.start(settings);
    let call = callAt(service.url);
    const gate = await createCompany(service.admin, folder, 4);
    const first = await logIn(call, gate);
    const second = await refresh(call, first);
    check('1.0 checks in', countOf(await checkIn(call, first, { id: 1 })) === 1);
    await service.stop();

    const upgraded = Date.now();
    service = await thisVersion.start(settings);
    call = callAt(service.url);
    console.log(`      this version was ready ${Date.now() - upgraded} ms after the upgrade began`);
    check('1.0 access tokens are valid', (await checkIn(call, second, { id: 2 })).status === 200);
    const again = await refresh(call, first);
    check('successors are the same bytes', isSame(again, second), again);
    const third = await refresh(call, second);
    check('1.0 families continue', third.status === 200, third);
    const bookings = await service.admin('bookings', 'backfill');
    check('the backfill adds to every booking', JSON.stringify(bookings) === '{"read":4,"written":4}', bookings);
    const repeated = await service.admin('bookings', 'backfill');
    check('… once', JSON.stringify(repeated) === '{"read":4,"written":0}', repeated);
    const listed = (await service.admin('users', 'list', '--company', 'acme')) as unknown[];
    check('the new indexes have every user', listed.length === 4, listed);
    const fresh = await logIn(call, gate);
    check('this version logs in', fresh.status === 201, fresh);
    await service.stop();

    service = await old.start(settings);
    call = callAt(service.url);
    check('back: 1.0 logs in', (await logIn(call, gate)).status === 201);
    const earlier = await checkIn(call, first, { id: 3 });
    check('back: 1.0 accepts its own tokens', earlier.status === 200, earlier);
    const kept = await checkIn(call, second, { id: 2 });
    check('back: check-ins of this version stay', countOf(kept) === 0, kept);
    const newer = await checkIn(call, fresh, { id: 4 });
    check('back: 1.0 accepts tokens that this version made', newer.status === 200, newer);
    const refreshed = await refresh(call, fresh);
    check('back: … and refreshes them', refreshed.status === 200, refreshed);
    // Version 1.0 makes the same set again, and ignores members that it does not know.
    const replayed = await refresh(call, second);
    check('back: 1.0 returns the successor of a used refresh token again', replayed.status === 200, replayed);
    await service.stop();

    service = await thisVersion.start(settings);
    call = callAt(service.url);
    const forth = await checkIn(call, replayed, { id: 4 });
    check('and forth: this version accepts what 1.0 made in the meantime', forth.status === 200, forth);
    for (const tokens of [replayed, refreshed])
      check('and forth: … and refreshes it', (await refresh(call, tokens)).status === 200);
    await service.stop();
  } finally {
    await old.remove();
  }
};
