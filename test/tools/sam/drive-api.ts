import { setTimeout } from 'node:timers/promises';
import { routes } from '../../../shared/routes.ts';
import type { Checks } from '../deploy/checks.ts';
import type { Response, RunningApi } from './running-api.ts';

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Drive extends Checks {
  readonly api: RunningApi;
}

const HOUR = 3_600_000;
const AUTH = 'POST /auth';
const REFRESH = 'GET /auth/refresh-token';
const CHECKIN = 'POST /scheduling/checkin';
const PUSH_ATTEMPTS = 100;

const timeIn = (offset = 0): string => new Date(Date.now() + offset).toISOString();

/** The credentials in the commands that `npm start` prints. */
const demoCredentials = ({ greeting }: RunningApi): Credentials =>
  JSON.parse(/\{"clientId".*?\}/.exec(greeting)?.[0] ?? '{}') as Credentials;

const logIn = async ({ send }: RunningApi, { clientId, clientSecret }: Credentials): Promise<Response> =>
  send(AUTH, { body: { clientId, clientSecret } });

const isRefusal = ({ status, body }: Response, expected: number, code: string): boolean =>
  status === expected && body['statusCode'] === expected && body['code'] === code && body['requestId'] !== undefined;

/** Logs in, and refreshes twice with the same token. @returns an access token */
const useTokens = async ({ api, check }: Drive): Promise<string> => {
  const demo = demoCredentials(api);
  const loggedIn = await logIn(api, demo);
  const members = ['accessToken', 'accessTokenExpiration', 'refreshToken', 'refreshTokenExpiration'];
  check(
    'POST /auth: 201 and a token set',
    loggedIn.status === 201 && Object.keys(loggedIn.body).toSorted().join() === members.join(),
    loggedIn,
  );
  const wrong = await logIn(api, { ...demo, clientSecret: 'cks_wrong' });
  check('… with a wrong secret: 401', isRefusal(wrong, 401, 'invalid_credentials'), wrong);
  const token = String(loggedIn.body['refreshToken']);
  const refreshed = await api.send(REFRESH, { token });
  check(
    'GET /auth/refresh-token: 200 and a new token set',
    refreshed.status === 200 && typeof refreshed.body['accessToken'] === 'string' && refreshed.text !== loggedIn.text,
    refreshed,
  );
  const again = await api.send(REFRESH, { token });
  check('… the same token again: the same set, byte for byte', again.text === refreshed.text, again);
  const swapped = await api.send(REFRESH, { token: String(refreshed.body['accessToken']) });
  check('… an access token instead of the refresh token: 401', isRefusal(swapped, 401, 'token_invalid'), swapped);
  return String(refreshed.body['accessToken']);
};

/** Waits for the push to user 1, which the service sends after the response. */
const findPush = async (api: RunningApi): Promise<string | undefined> => {
  for (let attempt = 0; attempt < PUSH_ATTEMPTS; attempt += 1) {
    const push = /^Push to .*"userId":1,.*$/m.exec(api.printed())?.[0];
    if (push !== undefined) return push;
    await setTimeout(100);
  }
  return undefined;
};

const useCheckin = async ({ api, check }: Drive, token: string): Promise<void> => {
  const checkIn = (body: object, key?: string) =>
    api.send(CHECKIN, { body, token, headers: key === undefined ? {} : { 'idempotency-key': key } });
  const ada = { email: 'ADA@demo.example', notify: true };
  const done = '{"statusCode":200,"message":"Checked in to 2 bookings.","checkinCount":2}';
  const first = await checkIn(ada, 'swipe-1');
  check('POST /scheduling/checkin: Ada, 2 bookings', first.status === 200 && first.text === done, first);
  const push = await findPush(api);
  check('… one push for both bookings', push?.includes('Desk 4.12 and Parking P7') === true, push);
  const repeated = await checkIn(ada, 'swipe-1');
  check('… the same key again: the same response', repeated.text === done, repeated);
  const explained = await checkIn({ uid: 'BADGE-0001', details: true });
  const results = (explained.body['bookings'] as { result: string }[] | undefined)?.map(({ result }) => result).join();
  check(
    '… with details: both bookings already checked in',
    results === 'already_checked_in,already_checked_in',
    explained,
  );
  check('… and no second push', api.printed().match(/^Push to /gm)?.length === 1, api.printed());
};

const useErrors = async ({ api, check }: Drive, token: string): Promise<void> => {
  const withoutToken = await api.send(CHECKIN, { body: { id: 1 } });
  check(
    'no token: 401 with a challenge',
    isRefusal(withoutToken, 401, 'token_missing') &&
      /^Bearer\b/.test(withoutToken.headers.get('www-authenticate') ?? ''),
    withoutToken,
  );
  const refusals: readonly (readonly [string, object | string, number, string])[] = [
    ['an unknown person', { id: 999 }, 404, 'user_not_found'],
    ['a date without an offset', { id: 1, date: '2026-11-21T08:59:30' }, 400, 'invalid_field'],
    ['a body that is not JSON', '{', 400, 'invalid_body'],
    ['a body of 17 KiB', { id: 1, more: 'x'.repeat(17 * 1024) }, 413, 'body_too_large'],
  ];
  for (const [description, body, status, code] of refusals) {
    const refused = await api.send(CHECKIN, { body, token });
    check(`${description}: ${status} ${code}`, isRefusal(refused, status, code), refused);
  }
  const plainText = await api.send(CHECKIN, { body: 'id=1', token, headers: { 'content-type': 'text/plain' } });
  check('a body that is not application/json: 415', isRefusal(plainText, 415, 'unsupported_media_type'), plainText);
  const withoutScope = await api.send('POST /sync/users', { body: { items: [{ id: 1 }] }, token });
  check('sync with a gate’s token: 403', isRefusal(withoutScope, 403, 'insufficient_scope'), withoutScope);
};

/** Creates two people, with two bookings each. */
const useSync = async ({ api, check }: Drive): Promise<void> => {
  const words = ['clients', 'create', '--company', 'demo', '--name', 'HR', '--scope', 'sync'];
  const { body } = await logIn(api, await api.admin<Credentials>(...words));
  const token = String(body['accessToken']);
  const sync = async (kind: 'users' | 'bookings', items: object[]): Promise<string> => {
    const response = await api.send(`POST /sync/${kind}`, { body: { items }, token });
    const outcomes = response.body['items'] as { outcome: string }[] | undefined;
    return outcomes?.map(({ outcome }) => outcome).join() ?? response.text;
  };
  const people = [501, 502].map((id) => ({ id, uid: `BADGE-0${id}`, email: `person-${id}@demo.example` }));
  const users = await sync('users', people);
  check('POST /sync/users: two people', users === 'written,written', users);
  const period = { checkinOpensAt: timeIn(-HOUR), noShowAt: timeIn(2 * HOUR) };
  const rows = people.flatMap(({ id }) =>
    ['position', 'parking'].map((kind) => ({ bookingId: `${kind}-${id}`, userId: id, kind, ...period })),
  );
  const bookings = await sync('bookings', rows);
  check('POST /sync/bookings: two bookings each', bookings === 'written,written,written,written', bookings);
};

const useBatch = async ({ api, check }: Drive, token: string): Promise<void> => {
  const date = timeIn();
  const items = [
    { key: 'batch-1', id: 501, date },
    { key: 'batch-2', id: 999, date },
    { key: 'batch-3', id: 501, date: 'noon' },
  ];
  const send = async (): Promise<string> => {
    const response = await api.send('POST /scheduling/checkin/batch', { body: { items }, token });
    const results = response.body['items'] as { statusCode: number; checkinCount?: number }[] | undefined;
    return (
      results?.map(({ statusCode, checkinCount = '' }) => `${statusCode}:${checkinCount}`).join(' ') ?? response.text
    );
  };
  let results = await send();
  for (let times = 1; times < 6 && results.includes('503'); times += 1) results = await send();
  check('POST /scheduling/checkin/batch: one done, one unknown, one malformed', results === '200:2 404: 400:', results);
};

/** Uses two containers of one function and a container of another function at the same time. */
const useInParallel = async ({ api, check }: Drive, token: string): Promise<void> => {
  const checkIn = (key: string) => api.send(CHECKIN, { body: { id: 502 }, token, headers: { 'idempotency-key': key } });
  const [one, two, loggedIn] = await Promise.all([
    checkIn('gate-1'),
    checkIn('gate-2'),
    logIn(api, demoCredentials(api)),
  ]);
  const counts = [one, two].map(({ body }) => Number(body['checkinCount']));
  check('two gates at once: each booking counted once', (counts[0] ?? 0) + (counts[1] ?? 0) === 2, [one, two]);
  check('… and a log-in', loggedIn.status === 201, loggedIn);
};

const useWithoutService = async ({ api, check }: Drive, token: string): Promise<void> => {
  await api.stopService();
  const response = await api.sendOnce(CHECKIN, { body: { id: 502 }, token });
  check(
    'without the service: 503 with Retry-After',
    isRefusal(response, 503, 'dependency_unavailable') && Number(response.headers.get('retry-after')) > 0,
    response,
  );
};

/** Uses every route of the API, as gates and an HR system do. */
export const driveApi = async (drive: Drive): Promise<void> => {
  const { api, check } = drive;
  const missing = Object.values(routes).filter(
    ({ method, path }) => !new RegExp(`at http://[^/]+${path} \\[${method}\\]`).test(api.samPrinted()),
  );
  check('SAM mounts every route', missing.length === 0, missing);
  const token = await useTokens(drive);
  await useCheckin(drive, token);
  await useErrors(drive, token);
  await useSync(drive);
  await useBatch(drive, token);
  await useInParallel(drive, token);
  await useWithoutService(drive, token);
};
