import { describe, expect, it } from '@jest/globals';
import { functionNeeds } from '../../lib/aws/function-needs.ts';
import { idOf, sorted, type Template } from './find.ts';
import { consoleTemplate, everySetting, serviceTemplate } from './synthesise.ts';

const template = await serviceTemplate();

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const asList = <Item>(value: Item | Item[]): Item[] => (Array.isArray(value) ? value : [value]);

/** Makes a policy readable: `{Ref: X}` and `{Fn::GetAtt: [X, Arn]}` become X, and joins become text. */
const readable = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const [[kind, of]] = Object.entries(value as object) as [[string, unknown]];
  if (kind === 'Ref') return (of as string).replace(/[\dA-F]{8}$/, '');
  if (kind === 'Fn::GetAtt') return readable({ Ref: (of as string[])[0] });
  if (kind === 'Fn::GetStackOutput') return (of as { OutputName: string }).OutputName;
  if (kind === 'Fn::Join') return (of as [string, unknown[]])[1].map(readable).join('');
  throw new Error(`cannot read ${kind}`);
};

/** The permissions of a role, one per line. */
const permissionsOf = (from: Template, role: string): string[] => {
  const policies = Object.values(from.findResources('AWS::IAM::Policy')).filter(
    ({ Properties }) => Properties.Roles[0].Ref === idOf(from, role),
  );
  const statements = policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[]);
  const permissions = statements.flatMap(({ Effect, Action, Resource, Condition }) =>
    asList(Action).flatMap((action) =>
      asList(Resource).map((resource) => `${Effect} ${action} ${readable(resource)}${Condition ? ' if …' : ''}`),
    ),
  );
  return sorted(permissions);
};

const console = await consoleTemplate();

const DEVICES = 'arn:AWS::Partition:sns:AWS::Region:AWS::AccountId:endpoint/*';

describe('permissions', () => {
  it.each([
    [
      'auth',
      [
        'Allow dynamodb:GetItem TablesApiClients',
        'Allow dynamodb:PutItem TablesApiClients',
        'Allow dynamodb:PutItem TablesSigningKeys',
        'Allow dynamodb:Scan TablesSigningKeys',
        'Allow dynamodb:UpdateItem TablesApiClients',
        'Allow dynamodb:UpdateItem TablesSigningKeys',
        'Allow logs:CreateLogStream FunctionsAuthLogs',
        'Allow logs:PutLogEvents FunctionsAuthLogs',
        'Allow secretsmanager:GetSecretValue SigningKeysAccess',
        'Allow secretsmanager:GetSecretValue SigningKeysRefresh',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ],
    ],
    [
      'refresh',
      [
        'Allow dynamodb:BatchGetItem TablesApiClients',
        'Allow dynamodb:GetItem TablesApiClients',
        'Allow dynamodb:Scan TablesSigningKeys',
        'Allow dynamodb:UpdateItem TablesApiClients',
        'Allow logs:CreateLogStream FunctionsRefreshLogs',
        'Allow logs:PutLogEvents FunctionsRefreshLogs',
        'Allow secretsmanager:GetSecretValue SigningKeysAccess',
        'Allow secretsmanager:GetSecretValue SigningKeysRefresh',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ],
    ],
    [
      'checkin',
      [
        'Allow dynamodb:BatchGetItem TablesBookings',
        'Allow dynamodb:GetItem TablesApiClients',
        'Allow dynamodb:GetItem TablesUsers',
        'Allow dynamodb:PutItem TablesCheckinAttempts',
        'Allow dynamodb:PutItem TablesCheckinLog',
        'Allow dynamodb:Query TablesBookings/index/byNoShow',
        'Allow dynamodb:Scan TablesSigningKeys',
        'Allow dynamodb:UpdateItem TablesBookings',
        'Allow logs:CreateLogStream FunctionsCheckinLogs',
        'Allow logs:PutLogEvents FunctionsCheckinLogs',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ],
    ],
    [
      'batch',
      [
        'Allow dynamodb:BatchGetItem TablesBookings',
        'Allow dynamodb:BatchGetItem TablesUsers',
        'Allow dynamodb:BatchWriteItem TablesCheckinLog',
        'Allow dynamodb:GetItem TablesApiClients',
        'Allow dynamodb:PutItem TablesCheckinAttempts',
        'Allow dynamodb:PutItem TablesCheckinLog',
        'Allow dynamodb:Query TablesBookings/index/byNoShow',
        'Allow dynamodb:Scan TablesSigningKeys',
        'Allow dynamodb:UpdateItem TablesBookings',
        'Allow logs:CreateLogStream FunctionsBatchLogs',
        'Allow logs:PutLogEvents FunctionsBatchLogs',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ],
    ],
    [
      'sync',
      [
        'Allow dynamodb:BatchGetItem TablesBookings',
        'Allow dynamodb:BatchGetItem TablesUsers',
        'Allow dynamodb:DeleteItem TablesAuditDetails',
        'Allow dynamodb:DeleteItem TablesBookings',
        'Allow dynamodb:DeleteItem TablesCheckinLog',
        'Allow dynamodb:DeleteItem TablesUsers',
        'Allow dynamodb:GetItem TablesApiClients',
        'Allow dynamodb:GetItem TablesUsers',
        'Allow dynamodb:PutItem TablesAuditDetails',
        'Allow dynamodb:PutItem TablesAuditLog',
        'Allow dynamodb:PutItem TablesBookings',
        'Allow dynamodb:PutItem TablesUsers',
        'Allow dynamodb:Query TablesAuditDetails',
        'Allow dynamodb:Query TablesBookings',
        'Allow dynamodb:Query TablesCheckinLog',
        'Allow dynamodb:Scan TablesSigningKeys',
        'Allow dynamodb:UpdateItem TablesBookings',
        'Allow dynamodb:UpdateItem TablesUsers',
        'Allow logs:CreateLogStream FunctionsSyncLogs',
        'Allow logs:PutLogEvents FunctionsSyncLogs',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ],
    ],
    [
      'housekeeping',
      [
        'Allow dynamodb:BatchGetItem TablesApiClients',
        'Allow dynamodb:BatchGetItem TablesBookings',
        'Allow dynamodb:BatchGetItem TablesUsers',
        'Allow dynamodb:DeleteItem TablesAuditDetails',
        'Allow dynamodb:DeleteItem TablesBookings',
        'Allow dynamodb:DeleteItem TablesCheckinLog',
        'Allow dynamodb:Query TablesApiClients/index/byReview',
        'Allow dynamodb:Query TablesAuditDetails',
        'Allow dynamodb:Query TablesBookings',
        'Allow dynamodb:Query TablesCheckinLog',
        'Allow dynamodb:UpdateItem TablesApiClients',
        'Allow logs:CreateLogStream FunctionsHousekeepingLogs',
        'Allow logs:PutLogEvents FunctionsHousekeepingLogs',
        'Allow sqs:SendMessage HousekeepingFailures',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ],
    ],
    [
      'push',
      [
        'Allow dynamodb:BatchGetItem TablesBookings',
        'Allow dynamodb:DescribeStream TablesBookings/stream/*',
        'Allow dynamodb:GetItem TablesUsers',
        'Allow dynamodb:GetRecords TablesBookings/stream/*',
        'Allow dynamodb:GetShardIterator TablesBookings/stream/*',
        'Allow dynamodb:ListStreams TablesBookings/stream/*',
        'Allow dynamodb:Query TablesBookings/index/byNoShow',
        'Allow dynamodb:UpdateItem TablesUsers',
        'Allow logs:CreateLogStream FunctionsPushLogs',
        'Allow logs:PutLogEvents FunctionsPushLogs',
        'Allow sns:Publish NotificationsTopic',
        `Allow sns:Publish ${DEVICES}`,
        'Allow sqs:SendMessage StreamFailures',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ],
    ],
  ])('of %s are exactly these', (name, permissions) => {
    expect(permissionsOf(template, `functions/${name}Role`)).toStrictEqual(permissions);
  });

  it('of admin, in the console’s stack, are exactly these', () => {
    const TABLE = 'arn:AWS::Partition:dynamodb:AWS::Region:AWS::AccountId:table';
    const on = (name: string, ...actions: string[]) =>
      actions.map((action) => `Allow dynamodb:${action} ${TABLE}/${name}`);
    expect(permissionsOf(console, 'functions/adminRole')).toStrictEqual(
      sorted([
        ...on('ApiClientsTable', 'GetItem', 'PutItem'),
        ...on('ApiClientsTable/index/byCompany', 'Query'),
        ...on('UsersTable', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
        ...on('UsersTable/index/byCompany', 'Query'),
        ...on('UsersTable/index/byText', 'Query'),
        ...on('BookingsTable', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'),
        ...on('BookingsTable/index/byNoShow', 'Query'),
        ...on('BookingsTable/index/byCompanyDay', 'Query'),
        ...on('CheckinAttemptsTable', 'GetItem', 'PutItem', 'DeleteItem'),
        ...on('CheckinLogTable', 'DeleteItem', 'Query'),
        ...on('AuditLogTable', 'PutItem', 'Query'),
        ...on('AuditLogTable/index/byCompany', 'Query'),
        ...on('AuditDetailsTable', 'PutItem', 'BatchGetItem', 'DeleteItem', 'Query'),
        ...on('CheckinLogTable/index/byCompany', 'Query'),
        ...on('MembersTable', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
        ...on('SigningKeysTable', 'Scan'),
        'Allow cognito-idp:AdminCreateUser UsersPool',
        'Allow logs:CreateLogStream FunctionsAdminLogs',
        'Allow logs:PutLogEvents FunctionsAdminLogs',
        'Allow secretsmanager:ListSecretVersionIds AccessKeySecret',
        'Allow secretsmanager:ListSecretVersionIds RefreshKeySecret',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ]),
    );
  });

  it('of events, in a stage with an event bus, are exactly these', async () => {
    const withBus = await serviceTemplate(everySetting);
    const stream = (table: string) =>
      ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
        (action) => `Allow dynamodb:${action} ${table}/stream/*`,
      );
    expect(permissionsOf(withBus, 'functions/eventsRole')).toStrictEqual(
      sorted([
        ...stream('TablesBookings'),
        ...stream('TablesAuditLog'),
        'Allow events:PutEvents arn:AWS::Partition:events:AWS::Region:AWS::AccountId:event-bus/desks',
        'Allow logs:CreateLogStream FunctionsEventsLogs',
        'Allow logs:PutLogEvents FunctionsEventsLogs',
        'Allow sqs:SendMessage EventsFailures',
        'Allow xray:PutTelemetryRecords *',
        'Allow xray:PutTraceSegments *',
      ]),
    );
  });

  it('of every function on the audit log are to add and to read entries', () => {
    const onAuditLog = Object.values(functionNeeds).flatMap(({ items }) => ('auditLog' in items ? items.auditLog : []));
    expect(new Set(onAuditLog)).toStrictEqual(new Set(['PutItem', 'Query']));
  });

  it('of admin include no user pool if the operator has an issuer', async () => {
    const federated = await consoleTemplate(everySetting);
    expect(permissionsOf(federated, 'functions/adminRole').filter((each) => each.includes('cognito'))).toStrictEqual(
      [],
    );
  });

  it('belong to one role for each function, which only Lambda can assume and which has no other policies', () => {
    const roles = Object.values(template.findResources('AWS::IAM::Role')).map(({ Properties }) => Properties);
    const trust = { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } };
    expect(roles).toStrictEqual(
      Object.keys(functionNeeds)
        .filter((name) => name !== 'admin' && name !== 'events')
        .map(() => ({
          AssumeRolePolicyDocument: { Statement: [trust], Version: '2012-10-17' },
        })),
    );
  });

  it('let API Gateway call the aliases behind its routes, each from its own route only', () => {
    const allowed = Object.values(template.findResources('AWS::Lambda::Permission')).map(({ Properties }) =>
      [readable(Properties.FunctionName), Properties.Principal, Properties.Action, readable(Properties.SourceArn)].join(
        ' ',
      ),
    );
    const source = 'arn:AWS::Partition:execute-api:AWS::Region:AWS::AccountId:HttpHttpApi/*/*';
    expect(sorted(allowed)).toStrictEqual([
      `FunctionsAuthLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/.well-known/jwks.json`,
      `FunctionsAuthLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/.well-known/oauth-authorization-server`,
      `FunctionsAuthLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/auth`,
      `FunctionsAuthLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/oauth2/token`,
      `FunctionsBatchLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/scheduling/checkin/batch`,
      `FunctionsCheckinLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/scheduling/checkin`,
      'FunctionsHousekeepingFunction events.amazonaws.com lambda:InvokeFunction HousekeepingHourly',
      `FunctionsRefreshLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/auth/refresh-token`,
      `FunctionsSyncLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/sync/bookings`,
      `FunctionsSyncLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/sync/bookings/read`,
      `FunctionsSyncLive apigateway.amazonaws.com lambda:InvokeFunction ${source}/sync/users`,
    ]);
  });
});

describe.each([
  ['the service', () => template],
  ['the service with every setting', () => serviceTemplate(everySetting)],
  ['the console', () => console],
  ['the console with every setting', () => consoleTemplate(everySetting)],
])('In the stack of %s', (_, open) => {
  /** `Role action` for each action on these resources that a policy allows; reading actions of DynamoDB are left out. */
  const changesOf = async (resources: RegExp) =>
    Object.values((await open()).findResources('AWS::IAM::Policy')).flatMap(({ Properties }) =>
      (Properties.PolicyDocument.Statement as Statement[])
        .filter(({ Resource }) => resources.test(JSON.stringify(Resource)))
        .flatMap(({ Action }) => asList(Action))
        .filter((action) => !/^dynamodb:(Get|BatchGet|Query|Scan|Describe|List)/.test(action))
        .map((action) => `${readable(Properties.Roles[0])} ${action}`),
    );

  it('nobody changes or deletes an entry of the audit log', async () => {
    const actions = (await changesOf(/AuditLog/)).map((each) => each.split(' ')[1]);
    expect(new Set(actions)).toEqual(new Set(['dynamodb:PutItem']));
  });

  it('only auth publishes keys, and only auth and refresh read those that sign', async () => {
    const onKeys = (await changesOf(/SigningKeys/)).filter((each) => each.includes(' dynamodb:'));
    expect(onKeys.filter((each) => !each.startsWith('FunctionsAuthRole '))).toEqual([]);
    const onSecrets = (await changesOf(/./)).filter((each) => / secretsmanager:(?!List)/.test(each));
    expect(onSecrets.filter((each) => !/^Functions(Auth|Refresh)Role .*:GetSecretValue$/.test(each))).toEqual([]);
  });

  it('no policy allows everything, and no role or secret has a policy elsewhere', async () => {
    const all = (await changesOf(/./)).filter((each) => / (\*|dynamodb:.*\*|secretsmanager:.*\*)$/.test(each));
    expect(all).toEqual([]);
    const from = await open();
    const roles = Object.entries(from.findResources('AWS::IAM::Role')).filter(([id]) => id.startsWith('Functions'));
    expect(roles.filter(([, { Properties }]) => 'ManagedPolicyArns' in Properties || 'Policies' in Properties)).toEqual(
      [],
    );
    expect(from.findResources('AWS::SecretsManager::ResourcePolicy')).toEqual({});
  });
});
