import type { SettingName } from '../../shared/settings.ts';
import type { TableId, tables } from '../../shared/tables.ts';

export type SigningKeyId = 'access' | 'refresh';
export type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan';

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
  | 'defaultLanguage'
>;

/** A function's permissions and settings. The function gets only the names of resources that it may use. */
export interface FunctionNeeds {
  readonly items: Readonly<Partial<Record<TableId, readonly ItemAction[]>>>;
  readonly indexes?: Readonly<{ [Id in TableId]?: readonly (typeof tables)[Id]['indexes'][number]['name'][] }>;
  readonly signingKeys?: readonly SigningKeyId[];
  /** Signing keys whose versions (ids and ages) the function lists without reading the keys. */
  readonly keyVersions?: readonly SigningKeyId[];
  readonly settings?: readonly PlainSetting[];
  /** Whether the function publishes to the push topic and to devices. */
  readonly pushes?: boolean;
  /** Whether the function puts events on the stage's bus, if the stage has a bus. */
  readonly publishesEvents?: boolean;
  /** Whether the function stores stream records that it cannot read, or whose events are permanently rejected. */
  readonly keepsRejectedEvents?: boolean;
  /** Whether the function invites people to the user pool, if the stack has one. */
  readonly invites?: boolean;
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
  settings: ['tokenIssuer', 'accessTokenSeconds', 'checkinLogDays'],
} as const satisfies FunctionNeeds;

/** The needs of each function, from which its IAM policy and its environment variables are made. */
export const functionNeeds = {
  auth: {
    items: { apiClients: ['GetItem', 'PutItem', 'UpdateItem'], signingKeys: ['Scan', 'PutItem', 'UpdateItem'] },
    signingKeys: ['access', 'refresh'],
    settings: tokenSettings,
  },
  refresh: {
    items: { apiClients: ['GetItem', 'BatchGetItem', 'UpdateItem'], signingKeys: ['Scan'] },
    signingKeys: ['access', 'refresh'],
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
    settings: ['tokenIssuer', 'accessTokenSeconds', 'checkinLogDays', 'adminLogDays', 'retentionDays'],
  },
  push: {
    items: { users: ['GetItem', 'UpdateItem'], bookings: ['BatchGetItem'] },
    indexes: { bookings: ['byNoShow'] },
    settings: ['defaultLanguage'],
    pushes: true,
  },
  /** Part of the service's stack only if the stage has an event bus. It reads the streams of bookings and of the audit log. */
  events: {
    items: {},
    settings: ['tokenIssuer'],
    publishesEvents: true,
    keepsRejectedEvents: true,
  },
  housekeeping: {
    items: {
      apiClients: ['BatchGetItem', 'UpdateItem'],
      // To delete data that requests in flight wrote about removed users.
      users: ['BatchGetItem'],
      bookings: ['Query', 'BatchGetItem', 'DeleteItem'],
      checkinLog: ['Query', 'DeleteItem'],
      auditDetails: ['Query', 'DeleteItem'],
    },
    indexes: { apiClients: ['byReview'] },
    settings: ['tokenIssuer'],
    publishesEvents: true,
  },
  /** Part of the console's stack. */
  admin: {
    items: {
      apiClients: ['GetItem', 'PutItem'],
      checkinAttempts: ['GetItem', 'PutItem', 'DeleteItem'],
      users: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      bookings: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      checkinLog: ['Query', 'DeleteItem'],
      // An entry is never changed or deleted.
      auditLog: ['PutItem', 'Query'],
      auditDetails: ['PutItem', 'BatchGetItem', 'Query', 'DeleteItem'],
      members: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      signingKeys: ['Scan'],
    },
    indexes: {
      apiClients: ['byCompany'],
      users: ['byCompany', 'byText'],
      bookings: ['byNoShow', 'byCompanyDay'],
      checkinLog: ['byCompany'],
      auditLog: ['byCompany'],
    },
    keyVersions: ['access', 'refresh'],
    settings: ['consoleIssuer', 'consoleAudience', 'retentionDays', 'checkinLogDays', 'adminLogDays'],
    invites: true,
  },
} as const satisfies Record<string, FunctionNeeds>;

/** A Lambda function, by the folder in functions/ that holds its code. */
export type FunctionName = keyof typeof functionNeeds;

/** The functions that are always in the service's stack. `admin` is in the console's stack, and `events` needs an event bus. */
export type ServiceFunctionName = Exclude<FunctionName, 'admin' | 'events'>;

export const isServiceFunction = (name: FunctionName): name is ServiceFunctionName =>
  name !== 'admin' && name !== 'events';
