import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import { operatorCredentials } from '../../support/serve.ts';
import { useOneAttempt } from '../../support/one-attempt.ts';
import { runAdminHere } from './run-admin.ts';
import { stackOutputs, stackTableNames, useStubCloudFormation } from './stub-stacks.ts';
import { useTestDatabase } from './start-test-database.ts';

const { CheckinLogTable: _, MembersTable: __, ...oldOutputs } = stackOutputs as Record<string, string>;

const database = useTestDatabase(stackTableNames);
const cloudFormation = useStubCloudFormation({
  'checkin-prod': stackOutputs,
  'checkin-1-0': oldOutputs,
  website: { Url: 'https://example.com' },
});
beforeAll(useOneAttempt);

const environment = () => ({
  AWS_ENDPOINT_URL_DYNAMODB: database.url,
  AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
  ...operatorCredentials,
});

const showUser = ['users', 'show', '--company', 'acme', '--user', '42', '--json'];

describe('The command line on a deployed stack', () => {
  it("works on the tables that are named in the stack's outputs", async () => {
    await makeUserStore(database.database, stackTableNames.users).save({ companyId: 'acme', id: 42, uid: 'x' });
    const { code, stdout } = await runAdminHere([...showUser, '--stack', 'checkin-prod'], environment());
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ companyId: 'acme', id: 42, uid: 'x', uids: ['x'], devices: [] });
  });

  it.each([
    [['--stack', 'nowhere'], 1, 'stack_not_found', 'There is no stack nowhere in the region eu-central-1'],
    [['--stack', 'no where'], 2, 'wrong_usage', '"no where" cannot be a stack'],
    [['--stack', 'website'], 1, 'stack_unsuitable', 'The stack website does not belong to this service.'],
    [
      ['--stack', 'checkin-1-0'],
      1,
      'stack_outdated',
      'lacks the outputs CheckinLogTable, MembersTable: it was deployed from an earlier version. Deploy',
    ],
    [['--stack', 'checkin-prod', '--local'], 2, 'wrong_usage', 'Give either --local or --stack, not both.'],
    [[], 2, 'wrong_usage', 'Say which service to work on: --local, or --stack with the name of a stack.'],
  ])('says what is wrong with the options %j', async (words, exitCode, error, sentence) => {
    const { code, stdout, stderr } = await runAdminHere([...showUser, ...words], environment());
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(JSON.parse(stderr)).toEqual({ error: { code: error, message: expect.stringContaining(sentence) } });
  });

  it('says that CloudFormation is unavailable, and advises to check the network', async () => {
    const away = { ...environment(), AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1' };
    const { code, stderr } = await runAdminHere([...showUser, '--stack', 'checkin-prod'], away);
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'dependency_unavailable',
        message: expect.stringMatching(/^CloudFormation is not .*Check your network/),
      },
    });
  });

  it.each([
    ['AWS_REGION', 'aws_region_missing', 'Set AWS_REGION to the region of the stack'],
    ['AWS_ACCESS_KEY_ID', 'aws_credentials_missing', 'No AWS credentials were found.'],
  ])('says what to do if %s is missing', async (variable, code, sentence) => {
    const incomplete = Object.fromEntries(Object.entries(environment()).filter(([name]) => name !== variable));
    const ended = await runAdminHere([...showUser, '--stack', 'checkin-prod'], incomplete);
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(JSON.parse(ended.stderr)).toEqual({ error: { code, message: expect.stringContaining(sentence) } });
  });

  it('names the profile in AWS_PROFILE if it has no credentials', async () => {
    const { AWS_ACCESS_KEY_ID: _id, AWS_SECRET_ACCESS_KEY: _secret, ...withoutKeys } = environment();
    const { stderr } = await runAdminHere([...showUser, '--stack', 'checkin-prod'], {
      ...withoutKeys,
      AWS_PROFILE: 'prod',
    });
    const message =
      'No AWS credentials were found for the profile "prod". Log in with "aws sso login --profile prod", or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, then try again.';
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'aws_credentials_missing', message } });
  });
});
