import type { DrillName } from './drills.ts';

export type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;

/** A fault in the template of the service or, for the drill `console`, in the template of the console. */
export interface Sabotage {
  readonly name: string;
  readonly edit: (resources: Resources) => void;
  /** The check of the drill that must be the first to fail. */
  readonly detectedBy: string;
}

type Properties = Record<string, unknown>;

const find = (resources: Resources, type: string, part: string) => {
  const found = Object.entries(resources).find(([id, { Type }]) => Type === type && id.includes(part));
  if (!found) throw new Error(`There is no ${type} ${part} to break.`);
  return { id: found[0], properties: found[1].Properties };
};

/** Replaces properties of the resource of this type whose logical id contains `part`. `undefined` removes a property. */
const change =
  <Old extends Properties>(type: string, part: string, edit: (old: Old, resources: Resources) => Properties) =>
  (resources: Resources): void => {
    const { properties } = find(resources, type, part);
    Object.assign(properties, edit(properties as Old, resources));
  };

interface Policy extends Properties {
  PolicyDocument: { Statement: { Effect: string; Action: string; Resource: unknown[] }[] };
}

/** Allows or denies a function an action on the resources that contain `resourcePart` in any policy of the template. */
const addStatement =
  (role: string, Effect: 'Allow' | 'Deny', Action: string, resourcePart: string) =>
  (resources: Resources): void => {
    const policies = Object.values(resources).filter(({ Type }) => Type === 'AWS::IAM::Policy');
    const known = policies.flatMap(({ Properties }) =>
      (Properties as Policy).PolicyDocument.Statement.flatMap(({ Resource }) => Resource),
    );
    const Resource = known.filter((each) => JSON.stringify(each).includes(resourcePart));
    const { properties } = find(resources, 'AWS::IAM::Policy', `${role}Role`);
    (properties as Policy).PolicyDocument.Statement.push({ Effect, Action, Resource });
  };

const renameVariable = (name: string, variable: string, wrong: string) =>
  change<{ Environment: { Variables: Properties } }>(
    'AWS::Lambda::Function',
    `${name}Function`,
    ({ Environment: { Variables } }) => ({
      Environment: { Variables: { ...Variables, [variable]: undefined, [wrong]: Variables[variable] } },
    }),
  );

const breakFilter = change<{ FilterCriteria: { Filters: { Pattern: string }[] } }>(
  'AWS::Lambda::EventSourceMapping',
  'Stream',
  ({ FilterCriteria: { Filters } }) => ({
    FilterCriteria: { Filters: Filters.map(({ Pattern }) => ({ Pattern: Pattern.replace('true', 'false') })) },
  }),
);

const changeAudience = change<{ JwtConfiguration: object }>(
  'AWS::ApiGatewayV2::Authorizer',
  'SignIn',
  ({ JwtConfiguration }) => ({ JwtConfiguration: { ...JwtConfiguration, Audience: ['another'] } }),
);

/** Sends a route to the function itself, so that neither a gradual release nor a rollback reaches its callers. */
const bypassAlias = change('AWS::ApiGatewayV2::Integration', 'Refresh', (_, resources) => ({
  IntegrationUri: { 'Fn::GetAtt': [find(resources, 'AWS::Lambda::Function', 'RefreshFunction').id, 'Arn'] },
}));

/** Faults by the drill that must detect each. They are deployed together, because none affects the drill of another. */
export type SabotageRound = Readonly<Partial<Record<DrillName, Sabotage>>>;

const CHECKED_IN = 'check in by uid: 2 bookings';
const BATCH = 'batch: two checked in, one unknown, one malformed, one already checked in';

export const sabotageRounds: readonly SabotageRound[] = [
  {
    gate: {
      name: 'a missing permission of check-in',
      edit: addStatement('Checkin', 'Deny', 'dynamodb:UpdateItem', 'TablesBookings'),
      detectedBy: CHECKED_IN,
    },
    batch: {
      name: 'a missing permission of batch',
      edit: addStatement('Batch', 'Deny', 'dynamodb:BatchGetItem', 'TablesUsers'),
      detectedBy: BATCH,
    },
    console: {
      name: 'an authorizer for another audience',
      edit: changeAudience,
      detectedBy: 'not a member: 403, with the subject that an owner can invite',
    },
    deployment: {
      name: 'a route that bypasses the alias',
      edit: bypassAlias,
      detectedBy: 'the routes of checkin-dev lead to aliases, which a rollback moves',
    },
  },
  {
    batch: {
      name: 'a renamed variable of batch',
      edit: renameVariable('Batch', 'CHECKIN_ATTEMPTS_TABLE', 'ATTEMPTS_TABLE'),
      detectedBy: BATCH,
    },
    console: {
      name: 'an authorizer that requires no scope',
      edit: change('AWS::ApiGatewayV2::Route', 'ANYconsoleapi', () => ({ AuthorizationScopes: undefined })),
      detectedBy: '… a token without the scope, 403',
    },
    deployment: {
      name: 'an access log outside of AWS’s prefix',
      edit: change('AWS::Logs::LogGroup', 'AccessLog', () => ({ LogGroupName: 'checkin/access' })),
      detectedBy: 'the access log of checkin-dev is under /aws/vendedlogs/, where AWS services may write',
    },
  },
  {
    gate: {
      name: 'a renamed variable of check-in',
      edit: renameVariable('Checkin', 'BOOKINGS_TABLE', 'BOOKING_TABLE'),
      // The drill checks OAuth before CHECKED_IN, with a dry run that also needs the variable.
      detectedBy: 'log in with OAuth 2.0: 200, and its token checks in',
    },
    console: {
      name: 'a renamed variable of admin',
      edit: renameVariable('Admin', 'CONSOLE_AUDIENCE', 'AUDIENCE'),
      detectedBy: 'not a member: 403, with the subject that an owner can invite',
    },
    deployment: {
      name: 'an extra permission of sync to change entries of the audit log',
      edit: addStatement('Sync', 'Allow', 'dynamodb:UpdateItem', 'TablesAuditLog'),
      detectedBy: 'no function may change or delete entries of the audit log',
    },
  },
  {
    push: {
      name: 'a wrong filter of the stream',
      edit: breakFilter,
      detectedBy: 'the filter passes on the two check-ins with notify',
    },
    sync: {
      name: 'a missing permission of sync',
      edit: addStatement('Sync', 'Deny', 'dynamodb:DeleteItem', 'TablesCheckinLog'),
      detectedBy: 'sync deletes a user, with bookings and entries',
    },
    console: {
      name: 'a missing permission of admin',
      edit: addStatement('Admin', 'Deny', 'dynamodb:Query', 'index/byCompanyDay'),
      detectedBy: 'console GET /attendance: 200',
    },
    deployment: {
      name: 'an extra permission of check-in to publish signing keys',
      edit: addStatement('Checkin', 'Allow', 'dynamodb:PutItem', 'TablesSigningKeys'),
      detectedBy: 'only auth may publish signing keys',
    },
  },
  {
    push: {
      name: 'a missing permission of push to store failed records',
      edit: addStatement('Push', 'Deny', 'sqs:SendMessage', 'StreamFailures'),
      detectedBy: 'push rejected by SNS: kept in the queue, and not tried again by Lambda',
    },
    deployment: {
      name: 'payload format 1.0 of check-in',
      edit: change('AWS::ApiGatewayV2::Integration', 'Checkin', () => ({ PayloadFormatVersion: '1.0' })),
      detectedBy: 'POST /scheduling/checkin: payload format 2.0, and a throttle',
    },
    console: {
      name: 'a console function that does not know CloudFront’s secret',
      edit: renameVariable('Admin', 'ORIGIN_SECRET', 'SECRET'),
      detectedBy: 'a request that bypasses CloudFront: 403',
    },
  },
];
