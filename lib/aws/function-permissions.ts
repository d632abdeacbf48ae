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

/** The only action that functions perform on each of these resources. Each is named after the setting that identifies it. */
export const resourceActions = {
  signingKeySecret: 'secretsmanager:GetSecretValue',
  pushTopic: 'sns:Publish',
  pushFailuresQueue: 'sqs:SendMessage',
  eventBus: 'events:PutEvents',
  eventFailuresQueue: 'sqs:SendMessage',
  consoleUserPool: 'cognito-idp:AdminCreateUser',
} as const satisfies Partial<Record<SettingName, string>>;

export type ResourceName = keyof typeof resourceActions;

/** An index of a table, such as `bookings/byNoShow`. */
type IndexPath = { [Id in TableId]: `${Id}/${(typeof tables)[Id]['indexes'][number]['name']}` }[TableId];

/** A function's permissions and settings. The function gets only the names of resources that it may use. */
export interface FunctionPermissions {
  readonly items: Readonly<Partial<Record<TableId | IndexPath, readonly ItemAction[]>>>;
  /** Not granted if the stack does not have the resource. */
  readonly resources?: readonly ResourceName[];
  /** Copied from the stage. The settings that name a table or a resource follow from the permissions. */
  readonly settings?: readonly SettingName[];
}

const tokenSettings = [
  'tokenIssuer',
  'accessTokenSeconds',
  'refreshTokenSeconds',
  'refreshGraceSeconds',
] as const satisfies SettingName[];

const checkinNeeds = {
  items: {
    apiClients: ['GetItem'],
    users: ['GetItem'],
    bookings: ['BatchGetItem', 'UpdateItem'],
    checkinAttempts: ['PutItem'],
    checkinLog: ['PutItem'],
    signingKeys: ['Scan'],
    'bookings/byNoShow': ['Query'],
  },
  settings: ['tokenIssuer', 'accessTokenSeconds', 'checkinLogDays', 'maxFutureMinutes'],
} as const satisfies FunctionPermissions;

/** The needs of each function, from which its IAM policy and its environment variables are made. */
export const functionPermissions = {
  auth: {
    items: { apiClients: ['GetItem', 'PutItem', 'UpdateItem'], signingKeys: ['Scan', 'PutItem', 'UpdateItem'] },
    resources: ['signingKeySecret'],
    settings: tokenSettings,
  },
  refresh: {
    items: { apiClients: ['GetItem', 'BatchGetItem', 'UpdateItem'], signingKeys: ['Scan'] },
    resources: ['signingKeySecret'],
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
    items: {
      users: ['BatchGetItem', 'UpdateItem', 'DeleteItem'],
      bookings: ['BatchGetItem'],
      'bookings/byNoShow': ['Query'],
    },
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
      'apiClients/byCompany': ['Scan'],
      // To delete anything in-flight requests wrote about removed users.
      users: ['BatchGetItem'],
      bookings: ['Query', 'BatchGetItem', 'DeleteItem'],
      checkinLog: ['Query', 'DeleteItem'],
      auditDetails: ['Query', 'DeleteItem'],
    },
    settings: ['tokenIssuer'],
    resources: ['eventBus'],
  },
  /** Only if the stage has the console. */
  admin: {
    items: {
      apiClients: ['GetItem', 'BatchGetItem', 'PutItem'],
      'apiClients/byCompany': ['Query'],
      users: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      'users/byText': ['Query'],
      bookings: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      'bookings/byNoShow': ['Query'],
      'bookings/byCompanyDay': ['Query'],
      checkinLog: ['Query', 'DeleteItem'],
      'checkinLog/byCompany': ['Query'],
      // An entry is never changed or deleted.
      auditLog: ['PutItem', 'Query'],
      'auditLog/byCompany': ['Query'],
      auditDetails: ['PutItem', 'BatchGetItem', 'Query', 'DeleteItem'],
      members: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
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
