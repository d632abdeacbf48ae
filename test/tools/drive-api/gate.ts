import type { Company } from './company.ts';

/** Sends the requests of a gate: log in, refresh, check in. */
export const useGate = async ({ service, logIn, gate, checks: { check, equal } }: Company): Promise<void> => {
  const form = { grant_type: 'client_credentials', client_id: gate.clientId, client_secret: gate.clientSecret };
  const oauth = await service.send('POST /oauth2/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const bearer = String(oauth.body['access_token']);
  const dryRun = await service.send('POST /scheduling/checkin', { body: { id: 42, dryRun: true }, token: bearer });
  check('log in with OAuth 2.0: 200, and its token checks in', dryRun.status === 200, { oauth, dryRun });
  const refreshToken = String((await logIn(gate)).body['refreshToken']);
  const refresh = () => service.send('GET /auth/refresh-token', { token: refreshToken });
  const refreshed = await refresh();
  equal('refresh: 200', refreshed.status, 200);
  // Stops the environments, so that the next environment has no cache and must make the same tokens again.
  await service.stopEnvironments();
  equal('refresh again: the same tokens, byte for byte', (await refresh()).body, refreshed.body);
  const token = String(refreshed.body['accessToken']);

  const checkIn = async (body: object, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    return (await service.send('POST /scheduling/checkin', { body, token, headers })).body['checkinCount'];
  };
  equal('check in by uid: 2 bookings', await checkIn({ uid: 'BADGE-42' }, 'swipe-1'), 2);
  equal('check in again with the same key: 2 bookings', await checkIn({ uid: 'BADGE-42' }, 'swipe-1'), 2);
  equal('check in again without a key: 0 bookings', await checkIn({ id: 42 }), 0);
  equal('check in by e-mail: 1 booking', await checkIn({ email: 'USER-43@acme.test' }, 'swipe-2'), 1);
};
