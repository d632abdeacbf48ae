import { describe, expect, it } from '@jest/globals';
import { capitalise } from '../../lib/aws/constructs/capitalise.ts';
import { functionPermissions, type FunctionName } from '../../lib/aws/function-permissions.ts';
import { stages } from './stages.ts';
import { type Template, allOf, allPropertiesOf, idOf, readable, sorted } from './find.ts';
import { consoleTemplate, serviceTemplate, stackTemplate } from './synthesise.ts';

const template = serviceTemplate();

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const asList = <Item>(value: Item | Item[]): Item[] => (Array.isArray(value) ? value : [value]);

/** The permissions of a role: each resource with the actions on it. Actions are of DynamoDB, unless they name their service. */
const permissionsOf = (from: Template, role: string): string[] => {
  const policies = allOf(from, 'AWS::IAM::Policy').filter(
    ({ Properties }) => Properties.Roles[0].Ref === idOf(from, role),
  );
  const actions: Record<string, string[]> = {};
  for (const { Effect, Action, Resource, Condition } of policies.flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement as Statement[],
  ))
    for (const resource of asList(Resource).map(readable)) {
      const suffix = Effect === 'Allow' && Condition === undefined ? '' : ' if …';
      (actions[resource] ??= []).push(...asList(Action).map((action) => action.replace('dynamodb:', '') + suffix));
    }
  return sorted(Object.entries(actions).map(([name, all]) => `${name} ${all.join(' ')}`));
};

const stack = stackTemplate();
const withBus = stackTemplate('withForeignBus');

const stream = 'stream/* DescribeStream GetRecords GetShardIterator ListStreams';
const putEvents = `${stages.withForeignBus.eventBus} events:PutEvents`;
const readPrivateKeys = 'SigningKey secretsmanager:GetSecretValue';
const checkinPermissions = [
  'TablesApiClients GetItem',
  'TablesBookings BatchGetItem UpdateItem',
  'TablesBookings/index/byNoShow Query',
  'TablesCheckinAttempts PutItem',
  'TablesSigningKeys Scan',
];

/** The permissions of each function, except for logs. Update this list when you add a permission. */
const expectedPermissions: Readonly<Record<FunctionName, readonly string[]>> = {
  auth: ['TablesApiClients GetItem PutItem UpdateItem', 'TablesSigningKeys PutItem Scan UpdateItem', readPrivateKeys],
  refresh: ['TablesApiClients BatchGetItem GetItem UpdateItem', 'TablesSigningKeys Scan', readPrivateKeys],
  checkin: [...checkinPermissions, 'TablesUsers GetItem', 'TablesCheckinLog PutItem'],
  batch: [...checkinPermissions, 'TablesUsers BatchGetItem', 'TablesCheckinLog BatchWriteItem PutItem'],
  sync: [
    'TablesApiClients GetItem',
    'TablesUsers BatchGetItem DeleteItem GetItem PutItem UpdateItem',
    'TablesBookings BatchGetItem DeleteItem PutItem Query UpdateItem',
    'TablesCheckinLog DeleteItem Query',
    'TablesAuditLog PutItem',
    'TablesAuditDetails DeleteItem PutItem Query',
    'TablesSigningKeys Scan',
  ],
  push: [
    'TablesUsers BatchGetItem DeleteItem UpdateItem',
    'TablesBookings BatchGetItem',
    'TablesBookings/index/byNoShow Query',
    `TablesBookings/${stream}`,
    'NotificationsTopic sns:Publish',
    'arn:AWS::Partition:sns:AWS::Region:AWS::AccountId:endpoint/* sns:Publish',
    'StreamFailures sqs:SendMessage',
  ],
  events: [`TablesBookings/${stream}`, `TablesAuditLog/${stream}`, putEvents, 'EventsFailures sqs:SendMessage'],
  housekeeping: [
    'TablesApiClients UpdateItem',
    'TablesApiClients/index/byCompany Scan',
    'TablesUsers BatchGetItem',
    'TablesBookings BatchGetItem DeleteItem Query',
    'TablesCheckinLog DeleteItem Query',
    'TablesAuditDetails DeleteItem Query',
    putEvents,
  ],
  admin: [
    'TablesApiClients BatchGetItem GetItem PutItem',
    'TablesApiClients/index/byCompany Query',
    'TablesUsers BatchGetItem DeleteItem GetItem PutItem UpdateItem',
    'TablesUsers/index/byText Query',
    'TablesBookings BatchGetItem DeleteItem PutItem Query UpdateItem',
    'TablesBookings/index/byNoShow Query',
    'TablesBookings/index/byCompanyDay Query',
    'TablesCheckinLog DeleteItem Query',
    'TablesCheckinLog/index/byCompany Query',
    'TablesAuditLog PutItem Query',
    'TablesAuditLog/index/byCompany Query',
    'TablesAuditDetails BatchGetItem DeleteItem PutItem Query',
    'TablesMembers BatchGetItem DeleteItem GetItem PutItem UpdateItem',
    'ConsoleUsersPool cognito-idp:AdminCreateUser',
  ],
};

describe('The permissions', () => {
  it.each(Object.keys(functionPermissions) as FunctionName[])('of the function %s are exactly these', (name) => {
    const path = name === 'admin' ? 'console/functions' : 'functions';
    const from = name === 'events' ? withBus : stack;
    const logs = `${path.split('/').map(capitalise).join('')}${capitalise(name)}Logs`;
    const expected = [...expectedPermissions[name], `${logs} logs:CreateLogStream logs:PutLogEvents`].filter(
      // Without a bus, housekeeping publishes nothing.
      (permission) => from === withBus || !permission.startsWith(putEvents),
    );
    expect(permissionsOf(from, `${path}/${name}Role`)).toStrictEqual(sorted(expected));
  });

  it('of the function admin include no user pool if the stage has an external issuer', () => {
    const federated = consoleTemplate('full');
    expect(
      permissionsOf(federated, 'console/functions/adminRole').filter((each) => each.includes('cognito')),
    ).toStrictEqual([]);
  });

  it('belong to one role per function, which has no other policies and can be assumed only by Lambda; secrets have none', () => {
    const roles = allPropertiesOf(template, 'AWS::IAM::Role');
    expect(allOf(stack, 'AWS::SecretsManager::ResourcePolicy')).toStrictEqual([]);
    const trust = { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } };
    expect(roles).toStrictEqual(
      Object.keys(functionPermissions)
        .filter((name) => name !== 'admin' && name !== 'events')
        .map(() => ({
          AssumeRolePolicyDocument: { Statement: [trust], Version: '2012-10-17' },
        })),
    );
  });
});
