import { openDelivery } from '../stream-reader.ts';
import type { Credentials } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';

type Line = Readonly<Record<string, unknown>>;

/** Tests what test/service/runbooks.test.ts cannot: functions with keys and tokens in memory, and the last use of a secret. */
const followCredentials = async ({
  service,
  admin,
  logIn,
  secrets,
  checks: { check },
}: DrillContext): Promise<void> => {
  const gate = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'Gate 5');
  const { clientId } = gate;
  const token = String((await logIn(gate)).body['accessToken']);
  const used = await admin<{ secrets: { lastUsed?: string }[] }>('clients', 'show', clientId);
  check(
    'the command line shows when a secret was used',
    used.secrets.every((each) => each.lastUsed),
    used,
  );
  const checkIn = async (accessToken: string) =>
    (await service.send('POST /scheduling/checkin', { body: { id: 95 }, token: accessToken })).status;
  check('before clients revoke-tokens, an access token is valid', (await checkIn(token)) === 200);
  const replaced = await admin<Credentials>('clients', 'rotate', clientId, '--grace-hours', '0');
  await admin('clients', 'revoke-tokens', clientId);
  secrets.push(gate.clientSecret, replaced.clientSecret, token);
  check('after clients revoke-tokens, the access token is rejected', (await checkIn(token)) === 401);
  const statuses = [(await logIn(gate)).status, (await logIn(replaced)).status];
  check('a leaked secret no longer logs in, the new one does', statuses.join() === '401,201', statuses);

  // A leaked signing key.
  const oldToken = String((await logIn(replaced)).body['accessToken']);
  await admin('keys', 'rotate', '--force', '--yes');
  await admin('keys', 'rotate', '--force', '--yes');
  await service.stopEnvironments();
  check('a leaked key: after two rotations its tokens are invalid', (await checkIn(oldToken)) === 401);
  check('a leaked key: after two rotations gates can log in', (await logIn(replaced)).status === 201);
};

/** Causes the event of each alarm, and looks for the log lines that the alarm's entry in docs/operations.md names. */
const causeAlarms = async ({ moto, service, admin, logIn, checks: { check } }: DrillContext): Promise<void> => {
  const gate = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'Gate 6');
  const expectLine = async (alarm: string, matches: (line: Line) => boolean, fields: readonly string[]) => {
    const lines = (await service.readLog()).filter(matches);
    const found = lines.filter((line) => fields.every((field) => line[field] !== undefined));
    check(
      `${alarm}: the log has the lines that its entry in docs/operations.md names`,
      found.length > 0,
      lines.slice(0, 2),
    );
  };
  const expectMetric = async (name: string) => {
    const log = await service.readLog();
    check(
      `the log has the metric ${name}`,
      log.some((line) => line[name] !== undefined && line['_aws'] !== undefined),
    );
  };

  await logIn({ ...gate, clientSecret: 'wrong' });
  await expectLine('FailedLogins', ({ message }) => String(message).startsWith('auth 401'), ['sourceIp', 'clientId']);
  await expectMetric('LoginFailed');

  const tokens = (await logIn(gate)).body;
  const token = String(tokens['refreshToken']);
  const refresh = () => service.send('GET /auth/refresh-token', { token }, { REFRESH_GRACE_SECONDS: '1' });
  await refresh();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  check(
    'RefreshTokenReused: a refresh token used again after its grace period gets a 401',
    (await refresh()).status === 401,
  );
  await expectLine('RefreshTokenReused', ({ level }) => level === 'WARN', ['clientId', 'companyId', 'sourceIp']);
  await expectMetric('RefreshTokenReused');

  const { accessToken } = (await logIn(gate)).body;
  const checkIn = (id: number, notify = false) =>
    service.send('POST /scheduling/checkin', { body: { id, notify }, token: String(accessToken) });
  service.proxyOf('checkin').forbid('dynamodb:PutItem');
  const unlogged = await checkIn(95);
  check('ActivityLogFailed: the check-in is performed', unlogged.status === 200, unlogged);
  await expectMetric('ActivityLogFailed');
  service.proxyOf('checkin').forbid('dynamodb:GetItem');
  check('ServerErrors: a missing permission is a 5xx', (await checkIn(95)).status >= 500);
  service.proxyOf('checkin').forbid(undefined);
  await expectLine('ServerErrors', ({ statusCode }) => Number(statusCode) >= 500, ['message', 'error']);
  await checkIn(999);
  await expectLine('CheckinClientErrors', ({ statusCode }) => statusCode === 404, ['clientId', 'statusCode']);

  const takeRecords = await openDelivery(service, 'push', moto);
  await checkIn(96, true);
  const records = JSON.parse(
    JSON.stringify(await takeRecords()).replaceAll(
      '"notify":{"BOOL":true}',
      '"notify":{"BOOL":true},"at":{"S":"noon"}',
    ),
  ) as object[];
  await service.invoke('push', { Records: records });
  await expectLine('PushRecordsUnreadable', ({ message }) => message === 'record unreadable', ['keys', 'error']);
  await expectMetric('PushRecordsUnreadable');
  await expectLine('PushesFailed', ({ message }) => message === 'push rejected', ['error', 'bookingIds']);
};

/** Follows the procedures of docs/runbooks.md, and the entries of the alarms in docs/operations.md. */
export const followRunbooks = async (context: DrillContext): Promise<void> => {
  await followCredentials(context);
  await causeAlarms(context);
};
