import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import { spawnAdmin } from './spawn-admin.ts';
import { startStubCloudFormation } from './start-stub-cloudformation.ts';
import { startTestDatabase, type TestDatabase } from './start-test-database.ts';

const tableNames = {
  apiClients: 'Prod-A1',
  users: 'Prod-U2',
  bookings: 'Prod-B3',
  checkinAttempts: 'Prod-C4',
  activityLog: 'Prod-L5',
  members: 'Prod-M6',
};

const outputs = {
  ApiUrl: 'https://example.com',
  ApiClientsTable: tableNames.apiClients,
  UsersTable: tableNames.users,
  BookingsTable: tableNames.bookings,
  CheckinAttemptsTable: tableNames.checkinAttempts,
  ActivityLogTable: tableNames.activityLog,
  MembersTable: tableNames.members,
  AccessKeySecret: 'arn:access',
  RefreshKeySecret: 'arn:refresh',
};

let database: TestDatabase;
let cloudFormation: Awaited<ReturnType<typeof startStubCloudFormation>>;

beforeAll(async () => {
  database = await startTestDatabase(tableNames);
  cloudFormation = await startStubCloudFormation({ 'checkin-prod': outputs, website: { Url: 'https://example.com' } });
});

afterAll(() => Promise.all([database.stop(), cloudFormation.stop()]));

const environment = () => ({
  AWS_ENDPOINT_URL_DYNAMODB: database.url,
  AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'operator',
  AWS_SECRET_ACCESS_KEY: 'operator',
});

const showUser = ['users', 'show', '--company', 'acme', '--id', '42', '--json'];

describe('The command line on a deployed stack', () => {
  it("works on the tables that the stack's outputs name", async () => {
    await makeUserStore(database.database, tableNames.users).save({ companyId: 'acme', id: 42, uid: 'x' });
    const { code, stdout } = await spawnAdmin([...showUser, '--stack', 'checkin-prod'], environment());
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ companyId: 'acme', id: 42, uid: 'x', devices: [] });
  });

  it.each([
    [['--stack', 'nowhere'], 'Stack with id nowhere does not exist.'],
    [
      ['--stack', 'website'],
      'The stack website has no output ApiClientsTable, UsersTable, BookingsTable, CheckinAttemptsTable, ActivityLogTable, MembersTable, AccessKeySecret, RefreshKeySecret: is it one of this service?',
    ],
    [['--stack', 'checkin-prod', '--local'], 'Give either --local or --stack, not both.'],
    [[], 'Say which service to work on: --local, or --stack with the name of a stack.'],
  ])('says what to mend in %j', async (words, sentence) => {
    expect(await spawnAdmin([...showUser, ...words], environment())).toEqual({
      code: 1,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });

  it('says so where CloudFormation does not answer', async () => {
    const away = { ...environment(), AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1' };
    const { code, stderr } = await spawnAdmin([...showUser, '--stack', 'checkin-prod'], away);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CloudFormation is not available: .*Check your network/);
  });
});
