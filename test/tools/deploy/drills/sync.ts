import { dateFromNow, HOUR, type Credentials, type Company } from '../company.ts';

/** Sends the requests of a booking or HR system, which create, change and remove users and bookings. */
export const useSync = async ({ service, admin, logIn, gate, secrets, checks: { check } }: Company): Promise<void> => {
  const hr = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'HR', '--scope', 'sync');
  const token = String((await logIn(hr)).body['accessToken']);
  secrets.push(hr.clientSecret, token);
  const sync = async (path: 'users' | 'bookings', ...items: object[]) => {
    const response = await service.send(`POST /sync/${path}`, { body: { items }, token });
    const outcomes = response.body['items'] as { outcome: string }[] | undefined;
    return outcomes?.map(({ outcome }) => outcome).join() ?? JSON.stringify(response);
  };
  const expect = (what: string, found: string, expected: string) => check(what, found === expected, found);

  const user = { id: 44, uid: 'BADGE-44', email: 'new@acme.test' };
  const period = { checkinOpensAt: dateFromNow(-HOUR), noShowAt: dateFromNow(HOUR) };
  const bookings = ['sync-1', 'sync-2'].map((bookingId) => ({ bookingId, userId: 44, kind: 'position', ...period }));
  expect('sync writes a user', await sync('users', user), 'written');
  expect('sync again: unchanged', await sync('users', user), 'unchanged');
  expect('sync changes a uid, and releases the old one', await sync('users', { id: 44, uid: 'BADGE-45' }), 'written');
  expect('sync rejects a uid that another user has', await sync('users', { id: 46, uid: 'BADGE-45' }), 'refused');
  expect('sync writes bookings', await sync('bookings', ...bookings), 'written,written');
  const headers = { 'idempotency-key': 'sync-1' };
  const checkIn = { body: { uid: 'BADGE-45' }, token: gate.token, headers };
  const checkedIn = await service.send('POST /scheduling/checkin', checkIn);
  check('a check-in at the gate applies to both bookings from sync', checkedIn.body['checkinCount'] === 2, checkedIn);
  const moved = {
    bookingId: 'sync-1',
    userId: 44,
    checkinOpensAt: dateFromNow(20 * HOUR),
    noShowAt: dateFromNow(22 * HOUR),
  };
  expect('sync moves a booking', await sync('bookings', moved), 'written');
  expect(
    'sync deletes a booking',
    await sync('bookings', { bookingId: 'sync-2', userId: 44, deleted: true }),
    'deleted',
  );
  expect(
    'sync rejects a booking of an unknown user',
    await sync('bookings', { ...bookings[0], userId: 999 }),
    'refused',
  );
  // The reason for this check-in is data about the user, so deleting the user deletes the reason too.
  const manualCheckin = ['--user', '44', '--booking', 'sync-1', '--reason', 'another desk'];
  expect('sync moves the booking back', await sync('bookings', { ...bookings[0] }), 'written');
  await admin('checkins', 'add', '--company', 'acme', ...manualCheckin);
  expect('sync deletes a user, with bookings and entries', await sync('users', { id: 44, deleted: true }), 'deleted');
  const wrongScope = await service.send('POST /sync/users', { body: { items: [user] }, token: gate.token });
  check('sync with a gate’s token: 403', wrongScope.status === 403, wrongScope);
};
