import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../../lib/local/backend.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { digestSecret } from '../../shared/domain/client-secret.ts';
import { startFaultyProxy, type Fault, type FaultyProxy } from '../support/faulty-proxy.ts';
import {
  createTestClient,
  get,
  logIn,
  post,
  type HttpResponse,
  type TestClient,
  type TokenSet,
} from '../support/running-service.ts';
import { spawnLocal, type LocalProcess } from '../support/spawn-local.ts';
import { createTestStores, type TestStores } from '../support/test-stores.ts';

const GRACE_SECONDS = 1;
const EMAIL = 'ada.lovelace@mail.example';
const MARKER = 'this-was-in-the-body';

let database: EmbeddedDatabase;
let faultyDatabase: FaultyProxy;
let service: LocalProcess;
let stores: TestStores;
let client: TestClient;

/** Texts that must not occur in any line. */
const secrets: string[] = [EMAIL, 'lovelace', MARKER];
const statuses: number[] = [];
let statusesOfReuse: number[];
let output = '';
let lines: Record<string, unknown>[] = [];

const addToSecrets = (tokens: TokenSet): TokenSet => {
  secrets.push(tokens.accessToken, tokens.refreshToken);
  for (const token of [tokens.accessToken, tokens.refreshToken]) secrets.push(token.split('.')[2] ?? '');
  return tokens;
};

const recordStatus = async (response: Promise<HttpResponse>): Promise<HttpResponse> => {
  statuses.push((await response).status);
  return response;
};

const auth = (body: unknown) => recordStatus(post(`${service.url}/auth`, body));
const refresh = (token: string) =>
  recordStatus(get(`${service.url}/auth/refresh-token`, { Authorization: `Bearer ${token}` }));
const checkin = (token: string, body: unknown, headers = {}) =>
  recordStatus(post(`${service.url}/scheduling/checkin`, body, { Authorization: `Bearer ${token}`, ...headers }));

const tryLogIns = async (): Promise<void> => {
  const { clientId, clientSecret } = client;
  await auth({ clientId, clientSecret });
  await auth({ clientId, clientSecret: `${clientSecret}x` });
  // Some clients send the secret as the id.
  await auth({ clientId: clientSecret, clientSecret: clientId });
  await auth({ clientId, clientSecret, [MARKER]: 1 });
  await auth({ clientId: `${MARKER}\ud800`, clientSecret });
  for (const body of ['{', `{"clientSecret":"${clientSecret}",`, MARKER, `["${MARKER}"]`, `{"__proto__":"${MARKER}"}`])
    await auth(body);
};

/** @returns the status for the reused token, again for the same token, for its successor, and for a token of another family */
const reuseRefreshToken = async (): Promise<number[]> => {
  const first = addToSecrets(await logIn(service.url, client));
  const other = addToSecrets(await logIn(service.url, client));
  const successor = addToSecrets((await refresh(first.refreshToken)).body);
  await sleep(GRACE_SECONDS * 1000 + 100);
  const reused = [];
  for (const { refreshToken } of [first, first, successor, other]) reused.push((await refresh(refreshToken)).status);
  return reused;
};

const checkPeopleIn = async ({ accessToken }: TokenSet): Promise<void> => {
  await checkin(accessToken, { email: EMAIL });
  await checkin(accessToken, { email: EMAIL.toUpperCase(), uid: MARKER });
  await checkin(accessToken, { email: `nobody-${EMAIL}` });
  await checkin(accessToken, { email: `nobody-${EMAIL}`, dryRun: true });
  await checkin(accessToken, { email: EMAIL, dryRun: true });
  await checkin(accessToken, { email: `${EMAIL}\n`, id: MARKER, date: MARKER, notify: MARKER });
  await checkin(accessToken, { email: EMAIL }, { 'Idempotency-Key': `${MARKER} ${MARKER}` });
  await checkin(accessToken, `{"email":"${EMAIL}"`);
  await checkin(`${accessToken}x`, { email: EMAIL });
  await checkin('', { email: EMAIL });
};

const causeDatabaseFaults = async ({ accessToken, refreshToken }: TokenSet): Promise<void> => {
  for (const fault of ['throttle', 'fail', 'reset', 'garble', 'hang'] satisfies Fault[]) {
    faultyDatabase.inject(() => fault);
    await Promise.all([
      auth({ clientId: client.clientId, clientSecret: client.clientSecret }),
      refresh(refreshToken),
      checkin(accessToken, { email: EMAIL, uid: MARKER }),
    ]);
  }
  faultyDatabase.inject(() => 'none');
};

const causeInternalErrors = async ({ accessToken, refreshToken }: TokenSet): Promise<void> => {
  const dynamodb = new DynamoDBClient({ endpoint: database.url });
  for (const TableName of [localTableNames.apiClients, localTableNames.users])
    await dynamodb.send(new DeleteTableCommand({ TableName }));
  dynamodb.destroy();
  await auth({ clientId: client.clientId, clientSecret: client.clientSecret });
  await refresh(refreshToken);
  await checkin(accessToken, { email: EMAIL });
};

beforeAll(async () => {
  database = await startEmbeddedDatabase({ port: 0 });
  faultyDatabase = await startFaultyProxy(database.url);
  service = await spawnLocal({
    AWS_ENDPOINT_URL_DYNAMODB: faultyDatabase.url,
    DEMO: '0',
    REFRESH_GRACE_SECONDS: String(GRACE_SECONDS),
    POWERTOOLS_LOG_LEVEL: 'DEBUG',
    POWERTOOLS_METRICS_DISABLED: 'false',
  });
  stores = createTestStores(database.url);
  client = await createTestClient(stores);
  secrets.push(client.clientSecret, digestSecret(client.clientSecret));
  await stores.users.save({ companyId: client.companyId, id: 1, email: EMAIL });

  await tryLogIns();
  statusesOfReuse = await reuseRefreshToken();
  const tokens = addToSecrets(await logIn(service.url, client));
  await checkPeopleIn(tokens);
  await causeDatabaseFaults(tokens);
  await causeInternalErrors(tokens);

  service.process.kill();
  const { stderr } = await service.ended;
  output = (await service.rest) + stderr;
  lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
});

afterAll(async () => {
  stores.close();
  await faultyDatabase.stop();
  await database.stop();
});

const requestLines = () => lines.filter(({ requestId }) => requestId !== undefined);

describe('The log', () => {
  it('has one line for each request, with its status', () => {
    const logged = requestLines().map(({ statusCode }) => Number(statusCode));
    const inOrder = (numbers: number[]) => numbers.toSorted((one, other) => one - other);
    // `statuses` lacks the three log-ins by `logIn`, whose status is 201.
    expect(inOrder(logged)).toEqual(inOrder([...statuses, 201, 201, 201]));
    expect(new Set(logged)).toEqual(new Set([200, 201, 400, 401, 404, 500, 503]));
  });

  it('has no secret, token, e-mail address or part of a body', () => {
    expect(secrets.filter((text) => output.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
  });

  it('has one warning for a refresh token that is reused, which ends its family and no other', () => {
    expect(statusesOfReuse).toEqual([401, 401, 401, 200]);
    const warnings = requestLines().filter(({ level }) => level === 'WARN');
    expect(warnings).toEqual([
      expect.objectContaining({
        securityEvent: 'refresh_token_reused',
        clientId: client.clientId,
        companyId: client.companyId,
        familyId: expect.stringMatching(/^[\da-f-]{36}$/),
        sourceIp: '127.0.0.1',
        statusCode: 401,
      }),
    ]);
  });

  it('has level ERROR only for failures of the service, with their cause', () => {
    const errors = requestLines().filter(({ level }) => level === 'ERROR');
    expect(new Set(errors.map(({ statusCode }) => statusCode))).toEqual(new Set([500, 503]));
    for (const { error } of errors)
      expect(error).toMatchObject({ message: expect.any(String), stack: expect.any(String) });
  });

  it('counts what raises alarms: dry runs that found nobody, reused refresh tokens, and failed log entries', () => {
    const countsOf = (name: string) => lines.flatMap((line) => (name in line ? [line[name]] : []));
    expect([countsOf('DryRunsFoundNobody'), countsOf('RefreshTokenReused')]).toEqual([[1], [1]]);
    expect(new Set(countsOf('CheckinLogFailed'))).toEqual(new Set([1]));
  });

  it('names the client of a rejected log-in if the client exists, but logs no unknown client id', () => {
    const rejected = requestLines().filter(({ message, statusCode }) => message === 'auth 401' && statusCode === 401);
    expect(rejected.map(({ clientId }) => clientId)).toEqual([client.clientId, undefined]);
  });
});
