import type { DrillName } from './drills.ts';

export type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

/** A fault in the template of the service or, for the drill `console`, in the template of the console. */
export interface Sabotage {
  readonly name: string;
  readonly edit: (resources: Resources) => void;
  /** The check of the drill that must be the first to fail. */
  readonly detectedBy: string;
}

const find = (resources: Resources, type: string, part: string) => {
  const found = Object.entries(resources).find(([id, { Type }]) => Type === type && id.includes(part));
  if (!found) throw new Error(`There is no ${type} ${part} to break.`);
  return found[1].Properties;
};

/** Removes an action from a function's role, for the resources that contain `resourcePart`. */
const removePermission =
  (role: string, action: string, resourcePart: string) =>
  (resources: Resources): void => {
    const { PolicyDocument } = find(resources, 'AWS::IAM::Policy', `${role}Role`) as {
      PolicyDocument: { Statement: Statement[] };
    };
    const isLost = (resource: unknown): boolean => JSON.stringify(resource).includes(resourcePart);
    const statements = PolicyDocument.Statement.flatMap((statement): Statement[] => {
      const [actions, all] = [[statement.Action].flat(), [statement.Resource].flat()];
      if (!actions.includes(action) || !all.some(isLost)) return [statement];
      const parts = [
        { ...statement, Resource: all.filter((each) => !isLost(each)) },
        { ...statement, Action: actions.filter((each) => each !== action), Resource: all.filter(isLost) },
      ];
      return parts.filter((part) => part.Action.length > 0 && part.Resource.length > 0);
    });
    if (JSON.stringify(statements) === JSON.stringify(PolicyDocument.Statement)) {
      throw new Error(`${role} has no ${action} on ${resourcePart} to lose.`);
    }
    PolicyDocument.Statement = statements;
  };

const renameVariable =
  (name: string, variable: string, wrong: string) =>
  (resources: Resources): void => {
    const { Environment } = find(resources, 'AWS::Lambda::Function', `${name}Function`) as {
      Environment: { Variables: Record<string, unknown> };
    };
    if (!(variable in Environment.Variables)) throw new Error(`${name} has no variable ${variable}.`);
    Environment.Variables[wrong] = Environment.Variables[variable];
    delete Environment.Variables[variable];
  };

const useFormat1 =
  (integration: string) =>
  (resources: Resources): void => {
    find(resources, 'AWS::ApiGatewayV2::Integration', integration)['PayloadFormatVersion'] = '1.0';
  };

const breakFilter = (resources: Resources): void => {
  const { FilterCriteria } = find(resources, 'AWS::Lambda::EventSourceMapping', 'Stream') as {
    FilterCriteria: { Filters: { Pattern: string }[] };
  };
  for (const filter of FilterCriteria.Filters) filter.Pattern = filter.Pattern.replace('true', 'false');
};

const changeAudience = (resources: Resources): void => {
  const { JwtConfiguration } = find(resources, 'AWS::ApiGatewayV2::Authorizer', 'SignIn') as {
    JwtConfiguration: { Audience: unknown[] };
  };
  JwtConfiguration.Audience = ['another'];
};

const removeScope = (resources: Resources): void => {
  delete find(resources, 'AWS::ApiGatewayV2::Route', 'ANYconsoleapi')['AuthorizationScopes'];
};

/** Gives a function one more permission for a table. */
const addPermission =
  (role: string, action: string, table: (resources: Resources) => unknown) =>
  (resources: Resources): void => {
    const { PolicyDocument } = find(resources, 'AWS::IAM::Policy', `${role}Role`) as {
      PolicyDocument: { Statement: (Statement & { Effect: string })[] };
    };
    PolicyDocument.Statement.push({ Effect: 'Allow', Action: action, Resource: table(resources) });
  };

const idOf = (resources: Resources, type: string, part: string): string =>
  Object.keys(resources).find((id) => resources[id]?.Type === type && id.includes(part)) ?? '';

const tableOf = (part: string) => (resources: Resources) => ({
  'Fn::GetAtt': [idOf(resources, 'AWS::DynamoDB::Table', part), 'Arn'],
});

/** Sends a route to the function itself, so that neither a gradual release nor a rollback reaches its callers. */
const bypassAlias = (resources: Resources): void => {
  const target = { 'Fn::GetAtt': [idOf(resources, 'AWS::Lambda::Function', 'RefreshFunction'), 'Arn'] };
  find(resources, 'AWS::ApiGatewayV2::Integration', 'Refresh')['IntegrationUri'] = target;
};

const renameLogGroup = (resources: Resources): void => {
  find(resources, 'AWS::Logs::LogGroup', 'AccessLog')['LogGroupName'] = 'checkin/access';
};

const CHECKED_IN = 'check in by uid: 2 bookings';
const BATCH = 'batch: two checked in, one unknown, one malformed, one already checked in';

/**
 * Rounds of faults, by the drill that must detect each. The faults of one round are deployed together, because none of them
 * affects the drill of another fault.
 */
export const sabotageRounds: readonly Readonly<Partial<Record<DrillName, Sabotage>>>[] = [
  {
    gate: {
      name: 'a missing permission of check-in',
      edit: removePermission('Checkin', 'dynamodb:UpdateItem', 'TablesBookings'),
      detectedBy: CHECKED_IN,
    },
    batch: {
      name: 'a missing permission of batch',
      edit: removePermission('Batch', 'dynamodb:BatchGetItem', 'TablesUsers'),
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
      edit: removeScope,
      detectedBy: '… a token without the scope, 403',
    },
    deployment: {
      name: 'an access log outside of AWS’s prefix',
      edit: renameLogGroup,
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
      edit: addPermission('Sync', 'dynamodb:UpdateItem', tableOf('TablesAuditLog')),
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
      edit: removePermission('Sync', 'dynamodb:DeleteItem', 'TablesCheckinLog'),
      detectedBy: 'sync deletes a user, with bookings and entries',
    },
    console: {
      name: 'a missing permission of admin',
      edit: removePermission('Admin', 'dynamodb:Query', 'index/byCompanyDay'),
      detectedBy: 'console GET /attendance: 200',
    },
    deployment: {
      name: 'an extra permission of check-in to publish signing keys',
      edit: addPermission('Checkin', 'dynamodb:PutItem', tableOf('TablesSigningKeys')),
      detectedBy: 'only auth may publish signing keys',
    },
  },
  {
    push: {
      name: 'a missing permission of push to store failed records',
      edit: removePermission('Push', 'sqs:SendMessage', 'StreamFailures'),
      detectedBy: 'push rejected by SNS: kept in the queue, and not tried again by Lambda',
    },
    deployment: {
      name: 'payload format 1.0 of check-in',
      edit: useFormat1('Checkin'),
      detectedBy: 'POST /scheduling/checkin: payload format 2.0, and a throttle',
    },
    console: {
      name: 'a console function that does not know CloudFront’s secret',
      edit: renameVariable('Admin', 'ORIGIN_SECRET', 'SECRET'),
      detectedBy: 'a request that bypasses CloudFront: 403',
    },
  },
];
