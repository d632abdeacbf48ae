import type { SettingName } from '../../shared/settings.ts';
import type { TableId, tables } from '../../shared/tables.ts';

type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan';

/** The only action that functions perform on each of these resources. A resource is called like the setting that names it. */
export const resourceActions = {
  pushTopic: 'sns:Publish',
  pushFailuresQueue: 'sqs:SendMessage',
  eventBus: 'events:PutEvents',
  eventFailuresQueue: 'sqs:SendMessage',
  consoleUserPool: 'cognito-idp:AdminCreateUser',
} as const satisfies Partial<Record<SettingName, string>>;

export type ResourceName = keyof typeof resourceActions;

/**
 * Settings whose values are copied from the stage. Settings that name a table, a secret or a topic are derived from the
 * permissions.
 */
export type PlainSetting = Extract<
  SettingName,
  | 'tokenIssuer'
  | 'consoleIssuer'
  | 'consoleAudience'
  | `${string}Seconds`
  | `${string}LogDays`
  | 'retentionDays'
  | 'maxFutureMinutes'
  | 'defaultLanguage'
  | 'endpointPrefix'
>;

type Indexes = Readonly<{ [Id in TableId]?: readonly (typeof tables)[Id]['indexes'][number]['name'][] }>;

/** A function's permissions and settings. The function gets only the names of resources that it may use. */
export interface FunctionPermissions {
  readonly items: Readonly<Partial<Record<TableId, readonly ItemAction[]>>>;
  readonly indexes?: Indexes;
  readonly scannedIndexes?: Indexes;
  /** Whether the function signs tokens, and so reads the private keys. */
  readonly signsTokens?: true;
  /** Not granted if the stack does not have the resource. */
  readonly resources?: readonly ResourceName[];
  readonly settings?: readonly PlainSetting[];
}

const tokenSettings = [
  'tokenIssuer',
  'accessTokenSeconds',
  'refreshTokenSeconds',
  'refreshGraceSeconds',
] as const satisfies PlainSetting[];

const checkinNeeds = {
  items: {
    apiClients: ['GetItem'],
    users: ['GetItem'],
    bookings: ['BatchGetItem', 'UpdateItem'],
    checkinAttempts: ['PutItem'],
    checkinLog: ['PutItem'],
    signingKeys: ['Scan'],
  },
  indexes: { bookings: ['byNoShow'] },
  settings: ['tokenIssuer', 'accessTokenSeconds', 'checkinLogDays', 'maxFutureMinutes'],
} as const satisfies FunctionPermissions;

/** The needs of each function, from which its IAM policy and its environment variables are made. */
export const functionPermissions = {
  auth: {
    items: { apiClients: ['GetItem', 'PutItem', 'UpdateItem'], signingKeys: ['Scan', 'PutItem', 'UpdateItem'] },
    signsTokens: true,
    settings: tokenSettings,
  },
  refresh: {
    items: { apiClients: ['GetItem', 'BatchGetItem', 'UpdateItem'], signingKeys: ['Scan'] },
    signsTokens: true,
    settings: tokenSettings,
  },
  checkin: checkinNeeds,
  /** The needs of `checkin`, and batch calls for users and log entries. */
  batch: {
    ...checkinNeeds,
    items: { ...checkinNeeds.items, users: ['BatchGetItem'], checkinLog: ['PutItem', 'BatchWriteItem'] },
  },
  sync: {
    items: {
      apiClients: ['GetItem'],
      users: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      bookings: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      // To remove a user's entries, and to record the removal.
      checkinLog: ['Query', 'DeleteItem'],
      auditLog: ['PutItem'],
      auditDetails: ['PutItem', 'Query', 'DeleteItem'],
      signingKeys: ['Scan'],
    },
    settings: ['tokenIssuer', 'accessTokenSeconds', 'adminLogDays', 'retentionDays'],
  },
  push: {
    items: { users: ['GetItem', 'UpdateItem', 'DeleteItem'], bookings: ['BatchGetItem'] },
    indexes: { bookings: ['byNoShow'] },
    settings: ['defaultLanguage'],
    resources: ['pushTopic', 'pushFailuresQueue'],
  },
  /** Only if the stage has an event bus. It reads the streams of bookings and of the audit log. */
  events: {
    items: {},
    settings: ['tokenIssuer'],
    resources: ['eventBus', 'eventFailuresQueue'],
  },
  housekeeping: {
    items: {
      apiClients: ['UpdateItem'],
      // To delete data that requests in flight wrote about removed users.
      users: ['BatchGetItem'],
      bookings: ['Query', 'BatchGetItem', 'DeleteItem'],
      checkinLog: ['Query', 'DeleteItem'],
      auditDetails: ['Query', 'DeleteItem'],
    },
    scannedIndexes: { apiClients: ['byCompany'] },
    settings: ['tokenIssuer'],
    resources: ['eventBus'],
  },
  /** Only if the stage has the console. */
  admin: {
    items: {
      apiClients: ['GetItem', 'BatchGetItem', 'PutItem'],
      users: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      bookings: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      checkinLog: ['Query', 'DeleteItem'],
      // An entry is never changed or deleted.
      auditLog: ['PutItem', 'Query'],
      auditDetails: ['PutItem', 'BatchGetItem', 'Query', 'DeleteItem'],
      members: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    indexes: {
      apiClients: ['byCompany'],
      users: ['byText'],
      bookings: ['byNoShow', 'byCompanyDay'],
      checkinLog: ['byCompany'],
      auditLog: ['byCompany'],
    },
    settings: ['consoleIssuer', 'consoleAudience', 'retentionDays', 'checkinLogDays', 'adminLogDays', 'endpointPrefix'],
    resources: ['consoleUserPool'],
  },
} as const satisfies Record<string, FunctionPermissions>;

/** A Lambda function, by the folder in functions/ that holds its code. */
export type FunctionName = keyof typeof functionPermissions;

/** The functions that every stage has. `admin` needs the console, and `events` an event bus. */
export type ServiceFunctionName = Exclude<FunctionName, 'admin' | 'events'>;

export const isServiceFunction = (name: FunctionName): name is ServiceFunctionName =>
  name !== 'admin' && name !== 'events';
