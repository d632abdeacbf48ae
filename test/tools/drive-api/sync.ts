import { dateFromNow, HOUR, type Credentials, type Company } from './company.ts';

/** Sends the requests of a booking or HR system, which create, change and remove users and bookings. */
export const useSync = async ({ service, admin, logIn, gate, checks: { equal } }: Company): Promise<void> => {
  const hr = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'HR', '--scope', 'sync');
  const token = String((await logIn(hr)).body['accessToken']);
  const sync = async (what: string, path: 'users' | 'bookings', item: object, expected: string) => {
    const { status, body } = await service.send(`POST /sync/${path}`, { body: { items: [item] }, token });
    const outcomes = (body['items'] as { outcome: string }[] | undefined)?.map(({ outcome }) => outcome);
    equal(`sync ${what}`, outcomes ?? status, [expected]);
  };

  const user = { id: 44, uid: 'BADGE-44', email: 'new@acme.test' };
  const period = { checkinOpensAt: dateFromNow(-HOUR), noShowAt: dateFromNow(HOUR) };
  const aBooking = (bookingId: string) => ({ bookingId, userId: 44, kind: 'position', ...period });
  const [first, second] = [aBooking('sync-1'), aBooking('sync-2')];
  await sync('writes a user', 'users', user, 'written');
  await sync('changes a uid, and releases the old one', 'users', { id: 44, uid: 'BADGE-45' }, 'written');
  await sync('rejects a uid that another user has', 'users', { id: 46, uid: 'BADGE-45' }, 'refused');
  await sync('writes a booking', 'bookings', first, 'written');
  await sync('writes another booking', 'bookings', second, 'written');
  const checkIn = { body: { uid: 'BADGE-45' }, token: gate.token, headers: { 'idempotency-key': 'sync-1' } };
  const checkedIn = await service.send('POST /scheduling/checkin', checkIn);
  equal('a check-in at the gate applies to both bookings from sync', checkedIn.body['checkinCount'], 2);
  const later = { checkinOpensAt: dateFromNow(20 * HOUR), noShowAt: dateFromNow(22 * HOUR) };
  await sync('moves a booking', 'bookings', { ...first, ...later }, 'written');
  await sync('moves the booking back', 'bookings', first, 'written');
  await sync('deletes a booking', 'bookings', { bookingId: 'sync-2', userId: 44, deleted: true }, 'deleted');
  // The reason for this check-in is data about the user, so deleting the user deletes the reason too.
  const manualCheckin = ['--user', '44', '--booking', 'sync-1', '--reason', 'another desk'];
  await admin('checkins', 'add', '--company', 'acme', ...manualCheckin);
  await sync('deletes a user, with bookings and entries', 'users', { id: 44, deleted: true }, 'deleted');
};
