import { describe, expect, it } from '@jest/globals';
import { capitalise } from '../../lib/aws/constructs/capitalise.ts';
import { functionNeeds, type FunctionName, type FunctionNeeds } from '../../lib/aws/function-needs.ts';
import { routes } from '../../shared/routes.ts';
import { type Template, allOf, allPropertiesOf, idOf, idsOf, sorted } from './find.ts';
import { consoleTemplate, serviceTemplate } from './synthesise.ts';

const template = serviceTemplate();

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
  const [[kind, argument]] = Object.entries(value as object) as [[string, unknown]];
  if (kind === 'Ref') return (argument as string).replace(/[\dA-F]{8}$/, '');
  if (kind === 'Fn::GetAtt') return readable({ Ref: (argument as string[])[0] });
  if (kind === 'Fn::GetStackOutput') return (argument as { OutputName: string }).OutputName;
  if (kind === 'Fn::Join') return (argument as [string, unknown[]])[1].map(readable).join('');
  throw new Error(`cannot read ${kind}`);
};

/** The permissions of a role, one per line. */
const permissionsOf = (from: Template, role: string): string[] => {
  const policies = allOf(from, 'AWS::IAM::Policy').filter(
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

const console = consoleTemplate();

const allow = (resource: string, service: string, ...actions: readonly string[]) =>
  actions.map((action) => `Allow ${service}:${action} ${resource}`);

/** Converts a function's needs to permissions. @param tableOf the ARN of a table @param secretOf the ARN of a secret */
const permissionsIn = (
  { items, indexes = {}, signingKeys }: FunctionNeeds,
  tableOf: (id: string) => string,
  secretOf: (id: string) => string,
): string[] => [
  ...Object.entries(items).flatMap(([id, actions]) => allow(tableOf(id), 'dynamodb', ...actions)),
  ...Object.entries(indexes).flatMap(([id, names]) =>
    names.flatMap((name) => allow(`${tableOf(id)}/index/${name}`, 'dynamodb', 'Query')),
  ),
  ...Object.entries(signingKeys ?? {}).flatMap(([id, action]) => allow(secretOf(id), 'secretsmanager', action)),
];

const allowStream = (table: string) =>
  allow(`${table}/stream/*`, 'dynamodb', 'DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams');

const bus = 'arn:AWS::Partition:events:AWS::Region:AWS::AccountId:event-bus/desks';

/** The permissions for resources other than tables and secrets, in a stage with an event bus. */
const otherPermissions: Readonly<Partial<Record<FunctionName, readonly string[]>>> = {
  push: [
    ...allowStream('TablesBookings'),
    ...allow('NotificationsTopic', 'sns', 'Publish'),
    ...allow('arn:AWS::Partition:sns:AWS::Region:AWS::AccountId:endpoint/*', 'sns', 'Publish'),
    ...allow('StreamFailures', 'sqs', 'SendMessage'),
  ],
  events: [
    ...allowStream('TablesBookings'),
    ...allowStream('TablesAuditLog'),
    ...allow(bus, 'events', 'PutEvents'),
    ...allow('EventsFailures', 'sqs', 'SendMessage'),
  ],
  housekeeping: [...allow(bus, 'events', 'PutEvents'), ...allow('HousekeepingFailures', 'sqs', 'SendMessage')],
  admin: allow('UsersPool', 'cognito-idp', 'AdminCreateUser'),
};

describe('The permissions', () => {
  it.each(Object.keys(functionNeeds) as FunctionName[])('of the function %s are exactly its needs', (name) => {
    const isAdmin = name === 'admin';
    const needed = isAdmin
      ? permissionsIn(
          functionNeeds[name],
          (id) => `arn:AWS::Partition:dynamodb:AWS::Region:AWS::AccountId:table/${capitalise(id)}Table`,
          (id) => `${capitalise(id)}KeySecret`,
        )
      : permissionsIn(
          functionNeeds[name],
          (id) => `Tables${capitalise(id)}`,
          (id) => `SigningKeys${capitalise(id)}`,
        );
    const from = isAdmin ? console : serviceTemplate('full');
    expect(permissionsOf(from, `functions/${name}Role`)).toStrictEqual(
      sorted([
        ...needed,
        ...(otherPermissions[name] ?? []),
        ...allow(`Functions${capitalise(name)}Logs`, 'logs', 'CreateLogStream', 'PutLogEvents'),
        ...allow('*', 'xray', 'PutTelemetryRecords', 'PutTraceSegments'),
      ]),
    );
  });

  it('of the function admin include no user pool if the stage has an external issuer', () => {
    const federated = consoleTemplate('full');
    expect(permissionsOf(federated, 'functions/adminRole').filter((each) => each.includes('cognito'))).toStrictEqual(
      [],
    );
  });

  it('belong to one role per function, which has no other policies and can be assumed only by Lambda', () => {
    const roles = allPropertiesOf(template, 'AWS::IAM::Role');
    const trust = { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } };
    expect(roles).toStrictEqual(
      Object.keys(functionNeeds)
        .filter((name) => name !== 'admin' && name !== 'events')
        .map(() => ({
          AssumeRolePolicyDocument: { Statement: [trust], Version: '2012-10-17' },
        })),
    );
  });

  it('let API Gateway call each alias only from the routes that lead to it', () => {
    const allowed = allOf(template, 'AWS::Lambda::Permission').map(({ Properties }) =>
      [readable(Properties.FunctionName), Properties.Principal, Properties.Action, readable(Properties.SourceArn)].join(
        ' ',
      ),
    );
    const source = 'arn:AWS::Partition:execute-api:AWS::Region:AWS::AccountId:HttpHttpApi/*/*';
    const routePermissions = Object.values(routes).map(
      ({ functionName, path }) =>
        `Functions${capitalise(functionName)}Live apigateway.amazonaws.com lambda:InvokeFunction ${source}${path}`,
    );
    expect(sorted(allowed)).toStrictEqual(
      sorted([
        ...routePermissions,
        'FunctionsHousekeepingFunction events.amazonaws.com lambda:InvokeFunction HousekeepingHourly',
      ]),
    );
  });
});

describe.each([
  ['the service', () => template],
  ['the service with every setting', () => serviceTemplate('full')],
  ['the console', () => console],
  ['the console with every setting', () => consoleTemplate('full')],
])('In the stack of %s', (_, open) => {
  /** Lists the actions that policies allow on the resources, as `Role action`, without actions that only read from DynamoDB. */
  const listChanges = (resources: RegExp) =>
    allOf(open(), 'AWS::IAM::Policy').flatMap(({ Properties }) =>
      (Properties.PolicyDocument.Statement as Statement[])
        .filter(({ Resource }) => resources.test(JSON.stringify(Resource)))
        .flatMap(({ Action }) => asList(Action))
        .filter((action) => !/^dynamodb:(Get|BatchGet|Query|Scan|Describe|List)/.test(action))
        .map((action) => `${readable(Properties.Roles[0])} ${action}`),
    );

  it('no function can change or delete an entry of the audit log', () => {
    const actions = listChanges(/AuditLog/).map((each) => each.split(' ')[1]);
    expect(new Set(actions)).toEqual(new Set(['dynamodb:PutItem']));
  });

  it('only auth can publish keys, and only auth and refresh can read secret keys', () => {
    const keyActions = listChanges(/SigningKeys/).filter((each) => each.includes(' dynamodb:'));
    expect(keyActions.filter((each) => !each.startsWith('FunctionsAuthRole '))).toEqual([]);
    const secretActions = listChanges(/./).filter((each) => / secretsmanager:(?!List)/.test(each));
    expect(secretActions.filter((each) => !/^Functions(Auth|Refresh)Role .*:GetSecretValue$/.test(each))).toEqual([]);
  });

  it('no policy allows actions with a wildcard, and no function or secret has a policy of another type', () => {
    const all = listChanges(/./).filter((each) => / (\*|dynamodb:.*\*|secretsmanager:.*\*)$/.test(each));
    expect(all).toEqual([]);
    const stack = open();
    const roles = idsOf(stack, 'AWS::IAM::Role').filter((id) => id.startsWith('Functions'));
    const policies = roles.filter((id) => /"(ManagedPolicyArns|Policies)"/.test(JSON.stringify(stack.Resources[id])));
    expect(policies).toEqual([]);
    expect(allOf(stack, 'AWS::SecretsManager::ResourcePolicy')).toEqual([]);
  });
});
