import type { Credentials, Company } from '../company.ts';

/** Sends the requests of a gate: log in, refresh, check in. */
export const useGate = async ({ service, admin, logIn, gate, secrets, checks: { check } }: Company): Promise<void> => {
  check('log in with a wrong secret: 401', (await logIn({ ...gate, clientSecret: 'no' })).status === 401);
  const form = { grant_type: 'client_credentials', client_id: gate.clientId, client_secret: gate.clientSecret };
  const oauth = await service.send('POST /oauth2/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const bearer = String(oauth.body['access_token']);
  secrets.push(bearer);
  const dryRun = await service.send('POST /scheduling/checkin', { body: { id: 42, dryRun: true }, token: bearer });
  check('log in with OAuth 2.0: 200, and its token checks in', dryRun.status === 200, { oauth, dryRun });
  const refreshToken = String((await logIn(gate)).body['refreshToken']);
  const refresh = () => service.send('GET /auth/refresh-token', { token: refreshToken });
  const refreshed = await refresh();
  check('refresh: 200', refreshed.status === 200, refreshed);
  // Stops the environments, so that the next environment has no cache and must make the same tokens again.
  await service.stopEnvironments();
  const again = await refresh();
  check(
    'refresh again: the same tokens, byte for byte',
    JSON.stringify(again.body) === JSON.stringify(refreshed.body),
    again,
  );
  const token = String(refreshed.body['accessToken']);
  secrets.push(refreshToken, token);

  const checkIn = (body: object, headers: Record<string, string> = {}) =>
    service.send('POST /scheduling/checkin', { body, token, headers });
  const key = { 'idempotency-key': 'swipe-1' };
  const first = await checkIn({ uid: 'BADGE-42' }, key);
  check('check in by uid: 2 bookings', first.body['checkinCount'] === 2, first);
  check(
    'check in again with the same key: 2 bookings',
    (await checkIn({ uid: 'BADGE-42' }, key)).body['checkinCount'] === 2,
  );
  check('check in again without a key: 0 bookings', (await checkIn({ id: 42 })).body['checkinCount'] === 0);
  check(
    'check in by e-mail: 1 booking',
    (await checkIn({ email: 'USER-43@acme.test' }, { 'idempotency-key': 'swipe-2' })).body['checkinCount'] === 1,
  );
  check('check in an unknown user: 404', (await checkIn({ id: 99 })).status === 404);
  check(
    'check in without a token: 401',
    (await service.send('POST /scheduling/checkin', { body: { id: 42 } })).status === 401,
  );

  const explained = await checkIn({ id: 42, details: true });
  const results = (explained.body['bookings'] as { result: string }[] | undefined)?.map(({ result }) => result);
  check(
    'check in again with details: both bookings are already checked in',
    results?.join() === 'already_checked_in,already_checked_in',
    explained,
  );
  const dry = await checkIn({ id: 51, dryRun: true });
  check(
    'dry run: lists the bookings that would be checked in',
    JSON.stringify(dry.body).includes('"result":"open"'),
    dry,
  );

  const other = await admin<Credentials>('clients', 'create', '--company', 'globex', '--name', 'Gate 2');
  const foreignToken = String((await logIn(other)).body['accessToken']);
  const foreignCheckin = await service.send('POST /scheduling/checkin', { body: { id: 42 }, token: foreignToken });
  check(
    'check in with the token of another company: 0 bookings',
    foreignCheckin.body['checkinCount'] === 0,
    foreignCheckin,
  );
};
