import { setTimeout } from 'node:timers/promises';
import { routes } from '../../../shared/routes.ts';
import { openCompany, type Company, type Credentials, type OperatedApi } from '../deploy/company.ts';
import type { Response } from '../deploy/deployed-stack.ts';
import { useBatch } from '../deploy/drills/batch.ts';
import { useGate } from '../deploy/drills/gate.ts';
import { useSync } from '../deploy/drills/sync.ts';
import type { RunningApi } from './running-api.ts';

interface Drive extends Company {
  readonly api: RunningApi;
}

const CHECKIN = 'POST /scheduling/checkin';
const PUSH_ATTEMPTS = 100;

/** The credentials in the commands that `npm start` prints. */
const demoCredentials = ({ greeting }: RunningApi): Credentials =>
  JSON.parse(/\{"clientId".*?\}/.exec(greeting)?.[0] ?? '{}') as Credentials;

const isRefusal = ({ status, body }: Response, expected: number, code: string): boolean =>
  status === expected && body['statusCode'] === expected && body['code'] === code && body['requestId'] !== undefined;

/** Waits for the push to user 1, which the service sends after the response. */
const findPush = async (api: RunningApi): Promise<string | undefined> => {
  for (let attempt = 0; attempt < PUSH_ATTEMPTS; attempt += 1) {
    const push = /^Push to .*"userId":1,.*$/m.exec(api.printed())?.[0];
    if (push !== undefined) return push;
    await setTimeout(100);
  }
  return undefined;
};

/** Checks in a person of the demo, who has a device. */
const receivePush = async ({ api, logIn, checks: { check } }: Drive): Promise<void> => {
  const token = String((await logIn(demoCredentials(api))).body['accessToken']);
  const body = { email: 'ADA@demo.example', notify: true };
  const sent = await api.send(CHECKIN, { body, token });
  check('a check-in with notify: Ada, 2 bookings', sent.body['checkinCount'] === 2, sent);
  const push = await findPush(api);
  check('… one push for both bookings', push?.includes('Desk 4.12 and Parking P7') === true, push);
  check('… and no second push', api.printed().match(/^Push to /gm)?.length === 1, api.printed());
};

const useErrors = async ({ api, gate: { token }, checks: { check } }: Drive): Promise<void> => {
  const withoutToken = await api.send(CHECKIN, { body: { id: 42 } });
  check(
    'no token: 401 with a challenge',
    isRefusal(withoutToken, 401, 'token_missing') && /^Bearer\b/.test(withoutToken.headers['www-authenticate'] ?? ''),
    withoutToken,
  );
  const large = await api.send(CHECKIN, { body: { id: 42, more: 'x'.repeat(17 * 1024) }, token });
  check('a body of 17 KiB: 413', isRefusal(large, 413, 'body_too_large'), large);
  const plainText = await api.send(CHECKIN, { body: 'id=42', token, headers: { 'content-type': 'text/plain' } });
  check('a body that is not application/json: 415', isRefusal(plainText, 415, 'unsupported_media_type'), plainText);
};

/** Uses two containers of one function and a container of another function at the same time. */
const useInParallel = async ({ api, logIn, gate, checks: { check } }: Drive): Promise<void> => {
  const checkIn = (key: string) =>
    api.send(CHECKIN, { body: { id: 53 }, token: gate.token, headers: { 'idempotency-key': key } });
  const [one, two, loggedIn] = await Promise.all([checkIn('gate-1'), checkIn('gate-2'), logIn(gate)]);
  const counts = [one, two].map(({ body }) => Number(body['checkinCount']));
  check('two gates at once: the booking counted once', (counts[0] ?? 0) + (counts[1] ?? 0) === 1, [one, two]);
  check('… and a log-in', loggedIn.status === 201, loggedIn);
};

const useWithoutService = async ({ api, gate: { token }, checks: { check } }: Drive): Promise<void> => {
  await api.stopService();
  const response = await api.sendOnce(CHECKIN, { body: { id: 53 }, token });
  check(
    'without the service: 503 with Retry-After',
    isRefusal(response, 503, 'dependency_unavailable') && Number(response.headers['retry-after']) > 0,
    response,
  );
};

/** Uses every route of the API, as gates and an HR system do. */
export const driveApi = async (api: RunningApi, { checks, folder }: Pick<OperatedApi, 'checks' | 'folder'>) => {
  const missing = Object.values(routes).filter(
    ({ method, path }) => !new RegExp(`at http://[^/]+${path} \\[${method}\\]`).test(api.samPrinted()),
  );
  checks.check('SAM mounts every route', missing.length === 0, missing);
  // SAM starts a container for each request.
  const service = { send: api.send, stopEnvironments: async () => undefined };
  const company = await openCompany({ checks, folder, service, tryAdmin: api.tryAdmin });
  await useGate(company);
  await useBatch(company);
  await useSync(company);
  const drive = { ...company, api };
  await receivePush(drive);
  await useErrors(drive);
  await useInParallel(drive);
  await useWithoutService(drive);
};
