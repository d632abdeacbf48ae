import { setTimeout } from 'node:timers/promises';
import { openDelivery } from '../stream-reader.ts';
import type { Credentials } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';

type Line = Readonly<Record<string, unknown>>;

/** Tests what test/service/runbooks.test.ts cannot: functions with keys and tokens in memory, and the last use of a secret. */
const followCredentials = async (context: DrillContext): Promise<void> => {
  const { service, admin, logIn, secrets } = context;
  const { check, equal } = context.checks;
  const gate = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'Gate 5');
  const { clientId } = gate;
  const token = String((await logIn(gate)).body['accessToken']);
  const used = await admin<{ secrets: { lastUsed?: string }[] }>('clients', 'show', clientId);
  const isShown = used.secrets.every((each) => each.lastUsed !== undefined);
  check('the command line shows when a secret was used', isShown, used);
  const checkIn = async (accessToken: string) =>
    (await service.send('POST /scheduling/checkin', { body: { id: 95 }, token: accessToken })).status;
  equal('before clients revoke-tokens, an access token is valid', await checkIn(token), 200);
  const replaced = await admin<Credentials>('clients', 'rotate', clientId, '--grace-hours', '0');
  await admin('clients', 'revoke-tokens', clientId);
  secrets.push(gate.clientSecret, replaced.clientSecret, token);
  equal('after clients revoke-tokens, the access token is rejected', await checkIn(token), 401);
  const statuses = [(await logIn(gate)).status, (await logIn(replaced)).status];
  equal('a leaked secret no longer logs in, the new one does', statuses, [401, 201]);

  // A leaked signing key.
  const oldToken = String((await logIn(replaced)).body['accessToken']);
  await admin('keys', 'rotate', '--force', '--yes');
  await admin('keys', 'rotate', '--force', '--yes');
  await service.stopEnvironments();
  equal('a leaked key: after two rotations its tokens are invalid', await checkIn(oldToken), 401);
  equal('a leaked key: after two rotations gates can log in', (await logIn(replaced)).status, 201);
};

/** Causes the event of each alarm, and looks for the log lines that the alarm's entry in docs/operations.md names. */
const causeAlarms = async (context: DrillContext): Promise<void> => {
  const { moto, service, admin, logIn } = context;
  const { check, equal } = context.checks;
  const gate = await admin<Credentials>('clients', 'create', '--company', 'acme', '--name', 'Gate 6');
  const expectLine = async (alarm: string, matches: (line: Line) => boolean, fields: readonly string[]) => {
    const lines = (await service.readLog()).filter(matches);
    const isFound = lines.some((line) => fields.every((field) => line[field] !== undefined));
    check(`${alarm}: the log has the lines that its entry in docs/operations.md names`, isFound, lines.slice(0, 2));
  };
  const expectMetric = async (name: string) => {
    const lines = (await service.readLog()).filter((line) => line[name] !== undefined && line['_aws'] !== undefined);
    check(`the log has the metric ${name}`, lines.length > 0);
  };

  await logIn({ ...gate, clientSecret: 'wrong' });
  await expectLine('FailedLogins', ({ message }) => String(message).startsWith('auth 401'), ['sourceIp', 'clientId']);
  await expectMetric('LoginFailed');

  const token = String((await logIn(gate)).body['refreshToken']);
  const refresh = async () => (await service.send('GET /auth/refresh-token', { token })).status;
  await service.changeEnvironment('refresh', { REFRESH_GRACE_SECONDS: '1' });
  await refresh();
  await setTimeout(1_200);
  equal('RefreshTokenReused: a refresh token used again after its grace period gets a 401', await refresh(), 401);
  await expectLine('RefreshTokenReused', ({ level }) => level === 'WARN', ['clientId', 'companyId', 'sourceIp']);
  await expectMetric('RefreshTokenReused');

  const { accessToken } = (await logIn(gate)).body;
  const checkIn = async (id: number, notify = false) =>
    (await service.send('POST /scheduling/checkin', { body: { id, notify }, token: String(accessToken) })).status;
  const { forbid } = service.proxyOf('checkin');
  forbid('dynamodb:PutItem');
  equal('ActivityLogFailed: the check-in is performed', await checkIn(95), 200);
  await expectMetric('ActivityLogFailed');
  forbid('dynamodb:GetItem');
  check('ServerErrors: a missing permission is a 5xx', (await checkIn(95)) >= 500);
  forbid(undefined);
  await expectLine('ServerErrors', ({ statusCode }) => Number(statusCode) >= 500, ['message', 'error']);
  await checkIn(999);
  await expectLine('CheckinClientErrors', ({ statusCode }) => statusCode === 404, ['clientId', 'statusCode']);

  const takeRecords = await openDelivery(service, 'push', moto);
  await checkIn(96, true);
  const notify = '"notify":{"BOOL":true}';
  const unreadable = JSON.stringify(await takeRecords()).replaceAll(notify, `${notify},"at":{"S":"noon"}`);
  await service.invoke('push', { Records: JSON.parse(unreadable) as object[] });
  await expectLine('PushRecordsUnreadable', ({ message }) => message === 'record unreadable', ['keys', 'error']);
  await expectMetric('PushRecordsUnreadable');
  await expectLine('PushesFailed', ({ message }) => message === 'push rejected', ['error', 'bookingIds']);
};

/** Follows the procedures of docs/runbooks.md, and the entries of the alarms in docs/operations.md. */
export const followRunbooks = async (context: DrillContext): Promise<void> => {
  await followCredentials(context);
  await causeAlarms(context);
};
