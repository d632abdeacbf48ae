import type { DrillName } from './drills.ts';

export type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

/** A fault in a template that the deployment test must notice. */
export interface Sabotage {
  /** The stack whose template has the fault. */
  readonly stack: 'service' | 'console';
  readonly edit: (resources: Resources) => void;
  /** The drills that must notice it. */
  readonly drills: readonly DrillName[];
}

const find = (resources: Resources, type: string, part: string) => {
  const found = Object.entries(resources).find(([id, { Type }]) => Type === type && id.includes(part));
  if (!found) throw new Error(`There is no ${type} ${part} to break.`);
  return found[1].Properties;
};

/** Removes an action from a function's role, on the resources whose text contains `on`. */
const withoutPermission =
  (role: string, action: string, on: string) =>
  (resources: Resources): void => {
    const { PolicyDocument } = find(resources, 'AWS::IAM::Policy', `${role}Role`) as {
      PolicyDocument: { Statement: Statement[] };
    };
    let count = 0;
    for (const statement of PolicyDocument.Statement) {
      const actions = [statement.Action].flat();
      if (!JSON.stringify(statement.Resource).includes(on) || !actions.includes(action)) continue;
      const left = actions.filter((each) => each !== action);
      // A statement needs an action: one that allows nothing here.
      statement.Action = left.length > 0 ? left : ['dynamodb:ListBackups'];
      count += 1;
    }
    if (count === 0) throw new Error(`${role} has no ${action} on ${on} to lose.`);
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

const toFormat1 =
  (integration: string) =>
  (resources: Resources): void => {
    find(resources, 'AWS::ApiGatewayV2::Integration', integration)['PayloadFormatVersion'] = '1.0';
  };

/** By name. The test must fail with each of them. */
export const sabotages: Readonly<Record<string, Sabotage>> = {
  'a missing permission of check-in': {
    stack: 'service',
    edit: withoutPermission('Checkin', 'dynamodb:UpdateItem', 'TablesBookings'),
    drills: ['gate'],
  },
  'a wrong filter of the stream': {
    stack: 'service',
    edit: (resources) => {
      const { FilterCriteria } = find(resources, 'AWS::Lambda::EventSourceMapping', 'Stream') as {
        FilterCriteria: { Filters: { Pattern: string }[] };
      };
      for (const filter of FilterCriteria.Filters) filter.Pattern = filter.Pattern.replace('true', 'false');
    },
    drills: ['push'],
  },
  'payload format 1.0 of check-in': { stack: 'service', edit: toFormat1('Checkin'), drills: ['gate'] },
  'a renamed variable of check-in': {
    stack: 'service',
    edit: renameVariable('Checkin', 'BOOKINGS_TABLE', 'BOOKING_TABLE'),
    drills: ['gate'],
  },
  'a missing permission of batch': {
    stack: 'service',
    edit: withoutPermission('Batch', 'dynamodb:BatchGetItem', 'TablesUsers'),
    drills: ['batch', 'traces'],
  },
  'a renamed variable of batch': {
    stack: 'service',
    edit: renameVariable('Batch', 'CHECKIN_ATTEMPTS_TABLE', 'ATTEMPTS_TABLE'),
    drills: ['batch'],
  },
  'a missing permission of sync': {
    stack: 'service',
    edit: withoutPermission('Sync', 'dynamodb:DeleteItem', 'TablesActivityLog'),
    drills: ['sync', 'traces'],
  },
  'payload format 1.0 of sync': { stack: 'service', edit: toFormat1('SyncUsers'), drills: ['sync'] },
  'a missing permission of push to keep what failed': {
    stack: 'service',
    edit: withoutPermission('Push', 'sqs:SendMessage', 'StreamFailures'),
    drills: ['push'],
  },
  'a missing permission of admin': {
    stack: 'console',
    edit: withoutPermission('Admin', 'dynamodb:Query', 'index/byCompanyDay'),
    drills: ['console'],
  },
  'a renamed variable of admin': {
    stack: 'console',
    edit: renameVariable('Admin', 'CONSOLE_AUDIENCE', 'AUDIENCE'),
    drills: ['console'],
  },
  'an authorizer for another audience': {
    stack: 'console',
    edit: (resources) => {
      const authorizer = find(resources, 'AWS::ApiGatewayV2::Authorizer', 'SignIn') as {
        JwtConfiguration: { Audience: unknown[] };
      };
      authorizer.JwtConfiguration.Audience = ['another'];
    },
    drills: ['console'],
  },
  'an authorizer that requires no scope': {
    stack: 'console',
    edit: (resources) => {
      find(resources, 'AWS::ApiGatewayV2::Route', 'ANYconsoleapi')['AuthorizationScopes'] = ['openid'];
    },
    drills: ['console'],
  },
};
