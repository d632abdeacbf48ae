import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { capitalise } from '../../../lib/aws/constructs/capitalise.ts';
import packageDescription from '../../../package.json' with { type: 'json' };
import { diagnose } from '../../../lib/cli/connection/diagnose.ts';
import { readStack } from '../../../lib/cli/connection/read-stack.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { tables, type TableDefinition } from '../../../shared/tables.ts';
import { operatorCredentials, serve, type Handle, type TestServer } from '../../support/serve.ts';
import { stackOutputs, startStubCloudFormation } from './stub-stacks.ts';

/** Each table has its id as its name, so that the stub finds the definition of a table by the name in the request. */
const outputs: Record<string, string> = { ...stackOutputs };
for (const id of Object.keys(tables)) outputs[`${capitalise(id)}Table`] = id;

/** The outputs about pushes and events, whose failure queues are at `url`. */
const deliveryOutputs = (url: string): Record<string, string> =>
  Object.fromEntries(
    ['Push', 'Event'].flatMap((kind) => [
      [`${kind}Failures`, `${url}/${kind}`],
      [`${kind}Function`, `${kind} Function`],
    ]),
  );

type TableName = keyof typeof tables;

/** The table that was just restored, if any. It lacks everything that point-in-time recovery does not restore. */
let restoredTable: TableName | undefined;
let deletedTable: TableName | undefined;
let isProtected = true;
let isSecretDeleted = false;
let keyAgeDays = 10;
let mappingState = 'Enabled';
/** The failed deliveries in each queue. */
let waiting = 0;
/** The status of a log-in at the local API. */
let authStatus = 400;

const describeTable = (name: TableName) => {
  const { indexes, stream }: TableDefinition = tables[name];
  return {
    Table: {
      TableStatus: 'ACTIVE',
      GlobalSecondaryIndexes: indexes.map((index) => ({ IndexName: index.name })),
      ...(stream && name !== restoredTable && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
      LatestStreamArn: stream && `${name}-stream${name === restoredTable ? '-2' : ''}`,
      DeletionProtectionEnabled: isProtected && name !== restoredTable,
    },
  };
};

const results: Readonly<Record<string, (name: TableName) => object>> = {
  ListTables: () => ({}),
  DescribeTable: describeTable,
  DescribeTimeToLive: (name) => {
    const { timeToLive }: TableDefinition = tables[name];
    return { TimeToLiveDescription: name === restoredTable ? {} : { AttributeName: timeToLive } };
  },
  // The current keys are 10 days old.
  ListSecretVersionIds: () => ({
    Versions: [
      { VersionId: 'k', VersionStages: ['AWSCURRENT'], CreatedDate: Date.now() / 1_000 - keyAgeDays * 86_400 },
    ],
  }),
  DescribeSecret: () => (isSecretDeleted ? { DeletedDate: 1 } : {}),
  Scan: () => ({ Items: [] }),
  GetQueueAttributes: () => ({ Attributes: { ApproximateNumberOfMessages: String(waiting) } }),
  DescribeContinuousBackups: (name) => ({
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: name === restoredTable ? 'DISABLED' : 'ENABLED' },
    },
  }),
};

const missing = (operation: string) => ({
  __type: operation === 'DescribeContinuousBackups' ? 'TableNotFoundException' : 'ResourceNotFoundException',
  message: 'Requested resource not found',
});

/** Responds as DynamoDB, Lambda and the local API. */
const respond: Handle = async (request, response) => {
  if (request.url === '/auth') return response.writeHead(request.method === 'POST' ? authStatus : 405).end();
  if (request.url?.includes('/event-source-mappings')) {
    const read = ['bookings', 'auditLog'].map((table) => ({ EventSourceArn: `${table}-stream`, State: mappingState }));
    return response.end(JSON.stringify({ EventSourceMappings: read }));
  }
  const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
  const { TableName } = (await json(request)) as { TableName: TableName };
  const isDeleted = deletedTable !== undefined && TableName === deletedTable;
  const result = isDeleted ? undefined : results[operation]?.(TableName);
  response.writeHead(result ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
  return response.end(
    JSON.stringify(result ?? (isDeleted ? missing(operation) : { __type: 'UnknownOperationException' })),
  );
};

let server: TestServer;
let cloudFormation: TestServer;

beforeAll(async () => {
  server = await serve(respond);
  const { version } = packageDescription;
  cloudFormation = await startStubCloudFormation({
    'checkin-prod': { ...outputs, Version: version },
    'checkin-old': { ...outputs, Version: '0.9.0' },
    'checkin-events': { ...outputs, ApiUrl: 'https://api', ...deliveryOutputs(server.url) },
  });
  Object.assign(process.env, {
    ...operatorCredentials,
    AWS_ENDPOINT_URL_DYNAMODB: server.url,
    AWS_ENDPOINT_URL_LAMBDA: server.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: server.url,
    AWS_ENDPOINT_URL_SQS: server.url,
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
  });
});
afterAll(() => Promise.all([cloudFormation.stop(), server.stop()]));

/** Returns the faults that doctor finds in the tables. */
const findFaults = async () =>
  (await diagnose({ stack: 'checkin-prod' }))
    .filter(({ ok }) => !ok)
    .map(({ check, message }) => `${check}: ${message}`);

beforeEach(() => {
  restoredTable = undefined;
  deletedTable = undefined;
  [isProtected, isSecretDeleted] = [true, false];
  keyAgeDays = 10;
  [mappingState, waiting] = ['Enabled', 0];
});

const find = async (check: string, stack: string) =>
  (await diagnose({ stack })).find((finding) => finding.check === check);

describe('doctor', () => {
  it('finds no fault if every table is as the stack created it', async () => {
    expect(await findFaults()).toEqual([]);
  });

  it.each(['pushes', 'events'])('checks that the streams of %s are read, and that none has failed', async (kind) => {
    const [stream, failed] = [`${kind} stream`, `failed ${kind}`];
    expect([await find(stream, 'checkin-events'), await find(failed, 'checkin-events')]).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    mappingState = 'Disabled';
    waiting = 2;
    expect(await find(stream, 'checkin-events')).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not read bookings-stream'),
    });
    expect(await find(failed, 'checkin-events')).toMatchObject({
      isWarning: true,
      message: expect.stringContaining(`run ${kind} replay`),
    });
    mappingState = 'Enabled';
    restoredTable = 'bookings';
    expect(await find(stream, 'checkin-events')).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not read bookings-stream-2'),
    });
  });

  it('names what a restored table lacks: stream, time to live, recovery and deletion protection', async () => {
    restoredTable = 'bookings';
    expect(await findFaults()).toEqual([
      expect.stringContaining('without stream NEW_AND_OLD_IMAGES, time to live on expiresAtSeconds'),
      expect.stringContaining('recovery bookings: Point-in-time recovery of bookings: DISABLED.'),
      expect.stringContaining('deletion protection: Not protected from deletion, unlike the others: bookings.'),
    ]);
  });

  it('leads to the runbook if a table was deleted', async () => {
    deletedTable = 'bookings';
    const faults = (await diagnose({ stack: 'checkin-events' })).filter(({ ok }) => !ok);
    expect(faults.map(({ check }) => check)).toEqual(['table bookings', 'recovery bookings', 'deletion protection']);
    for (const { message } of faults)
      expect(message).toMatch(
        /^A table is missing: Requested resource not found\. .*"Deleted table" in docs\/runbooks\.md/,
      );
  });

  it('says how to restore the secret if it was deleted', async () => {
    isSecretDeleted = true;
    expect(await findFaults()).toEqual([
      expect.stringMatching(/^secret: .* was deleted\. Run aws secretsmanager restore-secret --secret-id \S+\.$/),
    ]);
  });

  it('finds no fault in a stage that protects none of its tables', async () => {
    isProtected = false;
    expect(await findFaults()).toEqual([]);
  });

  it.each([
    ['checkin-prod', `Version ${packageDescription.version} is deployed.`, {}],
    [
      'checkin-old',
      `Version 0.9.0 is deployed. This command line is ${packageDescription.version}. Use the command line of the deployed version or, if ${packageDescription.version} is newer, deploy it.`,
      { isWarning: true },
    ],
  ])('compares the version of %s with its own', async (stack, message, warning) => {
    expect(await find('version', stack)).toStrictEqual({ check: 'version', ok: true, ...warning, message });
  });

  it.each([
    [400, { isWarning: true }, / Rotate it with keys rotate\.$/],
    [399, {}, / Its public key is published with the next log-in\.$/],
  ])('warns of a signing key that is as old as the alarm allows: %i days', async (days, warning, message) => {
    keyAgeDays = days;
    const found = await find('signing key', 'checkin-prod');
    expect(found).toStrictEqual({
      check: 'signing key',
      ok: true,
      ...warning,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ['responds with 400 to a log-in without credentials', 400, true, /^The API is at http:[^ ]+\.$/],
    ['responds with 404', 404, false, /^http:[^ ]+ is not the API .* gives 404 .* Set PORT to/],
    ['does not respond', 0, false, /^Nothing responds at .*\. Set PORT to/],
  ])('if the local API %s, says so', async (_, status, ok, message) => {
    Object.assign(process.env, { PORT: status === 0 ? '1' : server.port });
    authStatus = status;
    const api = (await diagnose({ local: true })).find(({ check }) => check === 'api');
    expect(api).toEqual({ check: 'api', ok, message: expect.stringMatching(message) });
  });
});

it('The command line reads every output of a stack', async () => {
  expect(await readStack('checkin-events', callBudgets.operator())).toMatchObject({
    lifetimes: { accessTokenSeconds: 3600, refreshTokenSeconds: 604_800 },
    retention: { retentionDays: 0, checkinLogDays: 90, adminLogDays: 400 },
    keySecret: 'arn:key',
    apiUrl: 'https://api',
    deliveries: {
      pushes: { queueUrl: `${server.url}/Push`, functionName: 'Push Function' },
      events: { queueUrl: `${server.url}/Event`, functionName: 'Event Function' },
    },
  });
});
