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

/** Settings with a fixed value. Those that name a table, a secret or a topic are derived from the permissions. */
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

/** A function's permissions and settings. It gets the names of the resources that it may use, and no others. */
export interface FunctionNeeds {
  readonly items: Readonly<Partial<Record<TableId, readonly ItemAction[]>>>;
  readonly indexes?: Readonly<{ [Id in TableId]?: readonly (typeof tables)[Id]['indexes'][number]['name'][] }>;
  readonly signingKeys?: readonly SigningKeyId[];
  /** Signing keys whose versions it lists, by id and age. It never reads a key. */
  readonly keyVersions?: readonly SigningKeyId[];
  readonly settings?: readonly PlainSetting[];
  /** Whether it publishes, to the push topic and to devices. */
  readonly pushes?: boolean;
  /** Whether it puts events on the bus of the stage, if it has one. */
  readonly publishesEvents?: boolean;
  /** Whether it keeps records whose events no retry can deliver. */
  readonly keepsRejectedEvents?: boolean;
  /** Whether it invites people to the user pool (if the stack has one). */
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

/** The needs of each function. Its IAM policy and its environment variables are both made from them. */
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
  /** What `checkin` needs; it reads users and writes log entries together. */
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
  /** In the service's stack, if the stage has an event bus. It reads the streams of bookings and of the audit log. */
  events: {
    items: {},
    settings: ['tokenIssuer'],
    publishesEvents: true,
    keepsRejectedEvents: true,
  },
  housekeeping: {
    items: {
      apiClients: ['BatchGetItem', 'UpdateItem'],
      // To delete what requests in flight wrote about removed users.
      users: ['BatchGetItem'],
      bookings: ['Query', 'BatchGetItem', 'DeleteItem'],
      checkinLog: ['Query', 'DeleteItem'],
      auditDetails: ['Query', 'DeleteItem'],
    },
    indexes: { apiClients: ['byReview'] },
    settings: ['tokenIssuer'],
    publishesEvents: true,
  },
  /** In the console's stack. */
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

/** The functions that every service's stack has; `admin` is in the console's, `events` needs an event bus. */
export type ServiceFunctionName = Exclude<FunctionName, 'admin' | 'events'>;

export const isServiceFunction = (name: FunctionName): name is ServiceFunctionName =>
  name !== 'admin' && name !== 'events';
