import { routes } from '../../../shared/routes.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { openCompany, type Company, type Credentials, type OperatedApi } from '../drive-api/company.ts';
import { useBatch } from '../drive-api/batch.ts';
import { useGate } from '../drive-api/gate.ts';
import { useSync } from '../drive-api/sync.ts';
import type { Send } from '../drive-api/send.ts';
import type { Program } from '../processes.ts';

interface RunningApi {
  /** `npm start` */
  readonly service: Program;
  /** `npm run sam` */
  readonly sam: Program;
  readonly send: Send;
  /** Runs the command line on the service. */
  readonly tryAdmin: OperatedApi['tryAdmin'];
}

interface Drive extends Company {
  readonly api: RunningApi;
}

const CHECKIN = 'POST /scheduling/checkin';

/** The credentials in the commands that `npm start` prints. */
const demoCredentials = ({ service }: RunningApi): Credentials =>
  JSON.parse(/\{"clientId".*?\}/.exec(service.output())?.[0] ?? '{}') as Credentials;

/** Checks in a person of the demo, who has a device. */
const receivePush = async ({ api, logIn, checks: { check, equal } }: Drive): Promise<void> => {
  const token = String((await logIn(demoCredentials(api))).body['accessToken']);
  const body = { email: 'ADA@demo.example', notify: true };
  const sent = await api.send(CHECKIN, { body, token });
  equal('a check-in with notify: Ada, 2 bookings', sent.body['checkinCount'], 2);
  const findPushes = () => api.service.output().match(/^Push to .*"userId":1,.*$/gm) ?? [];
  // The service sends it after the response.
  await waitUntil(() => findPushes().length > 0);
  const [push, ...others] = findPushes();
  check('… one push for both bookings', push?.includes('Desk 4.12 and Parking P7') === true, push);
  equal('… and no second push', others, []);
};

/** Uses two containers of one function and a container of another function at the same time. */
const useInParallel = async ({ api, logIn, gate, checks: { equal } }: Drive): Promise<void> => {
  const checkIn = async (key: string) => {
    const request = { body: { id: 53 }, token: gate.token, headers: { 'idempotency-key': key } };
    return Number((await api.send(CHECKIN, request)).body['checkinCount']);
  };
  const [one, two, loggedIn] = await Promise.all([checkIn('gate-1'), checkIn('gate-2'), logIn(gate)]);
  equal('two gates at once: the booking counted once', one + two, 1);
  equal('… and a log-in', loggedIn.status, 201);
};

/** Uses every route of the API, as gates and an HR system do. */
export const driveApi = async (api: RunningApi, { checks, folder }: Pick<OperatedApi, 'checks' | 'folder'>) => {
  const missing = Object.values(routes).filter(
    ({ method, path }) => !new RegExp(`at http://[^/]+${path} \\[${method}\\]`).test(api.sam.output()),
  );
  checks.equal('SAM mounts every route', missing, []);
  // SAM starts a container for each request.
  const service = { send: api.send, stopEnvironments: async () => undefined };
  const company = await openCompany({ checks, folder, service, tryAdmin: api.tryAdmin });
  await useGate(company);
  await useBatch(company);
  await useSync(company);
  const drive = { ...company, api };
  await receivePush(drive);
  await useInParallel(drive);
};
