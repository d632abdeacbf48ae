import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { capitalise } from '../../../lib/aws/constructs/capitalise.ts';
import { diagnose } from '../../../lib/cli/connection/diagnose.ts';
import { tables, type TableDefinition } from '../../../shared/tables.ts';
import { changeForFile } from '../../support/run/change-for-file.ts';
import { operatorCredentials, serve, type Handle, type TestServer } from '../../support/serve.ts';
import { stackOutputs } from './stack-outputs.ts';
import { startStubCloudFormation } from './start-stub-cloudformation.ts';

/** Each table has its id as its name, so that the stub finds the definition of a table by the name in the request. */
const outputs: Record<string, string> = { ...stackOutputs };
for (const id of Object.keys(tables)) outputs[`${capitalise(id)}Table`] = id;

type TableName = keyof typeof tables;

/** The table that was just restored, if any. It lacks everything that point-in-time recovery does not restore. */
let restoredTable: TableName | undefined;
let isProtected = true;

const describeTable = (name: TableName) => {
  const { indexes, stream }: TableDefinition = tables[name];
  return {
    Table: {
      TableStatus: 'ACTIVE',
      GlobalSecondaryIndexes: indexes.map((index) => ({ IndexName: index.name })),
      ...(stream && name !== restoredTable && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
      DeletionProtectionEnabled: isProtected && name !== restoredTable,
    },
  };
};

const results: Readonly<Record<string, (name: TableName) => object>> = {
  DescribeTable: describeTable,
  DescribeTimeToLive: (name) => {
    const { timeToLive }: TableDefinition = tables[name];
    return { TimeToLiveDescription: name === restoredTable ? {} : { AttributeName: timeToLive } };
  },
  DescribeContinuousBackups: (name) => ({
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: name === restoredTable ? 'DISABLED' : 'ENABLED' },
    },
  }),
};

const respond: Handle = async (request, response) => {
  const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
  const { TableName } = (await json(request)) as { TableName: TableName };
  const result = results[operation]?.(TableName);
  response.writeHead(result ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(result ?? { __type: 'UnknownOperationException' }));
};

let database: TestServer;
let cloudFormation: TestServer;

beforeAll(async () => {
  database = await serve(respond);
  cloudFormation = await startStubCloudFormation({ 'checkin-prod': outputs });
  changeForFile(process.env, {
    ...operatorCredentials,
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: database.url,
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
  });
});
afterAll(() => Promise.all([cloudFormation.stop(), database.stop()]));

/** Returns the faults that doctor finds in the tables. */
const findFaults = async () =>
  (await diagnose({ stack: 'checkin-prod' }))
    .filter(({ check, ok }) => !ok && !check.endsWith(' key'))
    .map(({ check, message }) => `${check}: ${message}`);

beforeEach(() => {
  restoredTable = undefined;
  isProtected = true;
});

describe('doctor', () => {
  it('finds no fault if every table is as the stack created it', async () => {
    expect(await findFaults()).toEqual([]);
  });

  it('names what a restored table lacks: stream, time to live, recovery and deletion protection', async () => {
    restoredTable = 'bookings';
    expect(await findFaults()).toEqual([
      expect.stringContaining('without stream NEW_AND_OLD_IMAGES, time to live on expiresAtSeconds'),
      expect.stringContaining('recovery bookings: Point-in-time recovery of bookings: DISABLED.'),
      expect.stringContaining('deletion protection: Not protected from deletion, unlike the others: bookings.'),
    ]);
  });

  it('finds no fault in a stage that protects none of its tables', async () => {
    isProtected = false;
    expect(await findFaults()).toEqual([]);
  });
});
