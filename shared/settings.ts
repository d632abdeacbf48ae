import { isLanguageTag, languageTags, type LanguageTag } from './rules/languages.ts';
import type { TableId } from './tables.ts';

const text = (value: string): string => value;

/** A year. */
export const MAX_LIFETIME_SECONDS = 31_536_000;
/** Ten years. */
export const MAX_LOG_DAYS = 3_650;
/** A year. */
export const MAX_FUTURE_MINUTES = 525_600;

const wholeNumber =
  (unit: string, min: number, max: number) =>
  (value: string): number => {
    if (/^(?:0|[1-9]\d{0,7})$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    throw new Error(`is "${value}" and must be a whole number of ${unit}, from ${min} to ${max}`);
  };

const lifetime = wholeNumber('seconds', 1, MAX_LIFETIME_SECONDS);

const language = (value: string): LanguageTag => {
  if (isLanguageTag(value)) return value;
  throw new Error(`is "${value}" and must be one of ${languageTags.join(', ')}`);
};

/**
 * Environment variables of the functions. The stack and the local service set them. Functions read them by setting name, as
 * typed values.
 */
const definitions = {
  apiClientsTable: { variable: 'API_CLIENTS_TABLE', parse: text },
  usersTable: { variable: 'USERS_TABLE', parse: text },
  bookingsTable: { variable: 'BOOKINGS_TABLE', parse: text },
  checkinAttemptsTable: { variable: 'CHECKIN_ATTEMPTS_TABLE', parse: text },
  checkinLogTable: { variable: 'CHECKIN_LOG_TABLE', parse: text },
  auditLogTable: { variable: 'AUDIT_LOG_TABLE', parse: text },
  auditDetailsTable: { variable: 'AUDIT_DETAILS_TABLE', parse: text },
  membersTable: { variable: 'MEMBERS_TABLE', parse: text },
  signingKeysTable: { variable: 'SIGNING_KEYS_TABLE', parse: text },
  /** Name or ARN in Secrets Manager. */
  signingKeySecret: { variable: 'SIGNING_KEY_SECRET', parse: text },
  /** `iss` of every token. Each deployment has its own, so that its tokens are not valid elsewhere. */
  tokenIssuer: { variable: 'TOKEN_ISSUER', parse: text },
  accessTokenSeconds: { variable: 'ACCESS_TOKEN_SECONDS', parse: lifetime },
  refreshTokenSeconds: { variable: 'REFRESH_TOKEN_SECONDS', parse: lifetime },
  refreshGraceSeconds: { variable: 'REFRESH_GRACE_SECONDS', parse: lifetime },
  /** Counted from a booking's `noShowAt`; 0: forever. */
  retentionDays: { variable: 'RETENTION_DAYS', parse: wholeNumber('days', 0, MAX_LOG_DAYS) },
  /** How far ahead of the service's clock the `date` of a check-in may be; 0: any time. */
  maxFutureMinutes: { variable: 'MAX_FUTURE_MINUTES', parse: wholeNumber('minutes', 0, MAX_FUTURE_MINUTES) },
  /** 0: no check-in entries are written. */
  checkinLogDays: { variable: 'CHECKIN_LOG_DAYS', parse: wholeNumber('days', 0, MAX_LOG_DAYS) },
  adminLogDays: { variable: 'ADMIN_LOG_DAYS', parse: wholeNumber('days', 1, MAX_LOG_DAYS) },
  /** `iss` of the access tokens of the console's API. The discovery document of this issuer says where its keys are. */
  consoleIssuer: { variable: 'CONSOLE_ISSUER', parse: text },
  /** `aud` of the access tokens of the console's API; in Cognito's tokens, `client_id` instead. */
  consoleAudience: { variable: 'CONSOLE_AUDIENCE', parse: text },
  /** Cognito user pool to which members are invited. */
  consoleUserPool: { variable: 'CONSOLE_USER_POOL_ID', parse: text },
  /** SNS topic for the pushes of users without a device. */
  pushTopic: { variable: 'PUSH_TOPIC_ARN', parse: text },
  /** Optional. The beginning of the ARNs of endpoints in the account and region of the push topic. */
  endpointPrefix: { variable: 'ENDPOINT_ARN_PREFIX', parse: text },
  /** Language of pushes to users without a language of their own. */
  defaultLanguage: { variable: 'DEFAULT_LANGUAGE', parse: language },
  /** SQS queue for pushes that no retry can deliver. */
  pushFailuresQueue: { variable: 'PUSH_FAILURES_QUEUE_URL', parse: text },
  /** EventBridge bus: name or ARN. */
  eventBus: { variable: 'EVENT_BUS', parse: text },
  /** SQS queue for stream records that cannot be read, or whose events are permanently rejected. */
  eventFailuresQueue: { variable: 'EVENT_FAILURES_QUEUE_URL', parse: text },
} as const;

type Definitions = typeof definitions;
export type SettingName = keyof Definitions;
export type Settings<Name extends SettingName = SettingName> = {
  readonly [Key in Name]: ReturnType<Definitions[Key]['parse']>;
};

export const defaultLifetimes = {
  accessTokenSeconds: 60 * 60,
  refreshTokenSeconds: 7 * 24 * 60 * 60,
  refreshGraceSeconds: 60,
} as const satisfies Partial<Settings>;

/** Retention in days. */
export const defaultLogRetention = { checkinLogDays: 90, adminLogDays: 400 } as const satisfies Partial<Settings>;

export const DEFAULT_LANGUAGE: LanguageTag = 'en';

export const variableOf = (name: SettingName): string => definitions[name].variable;

/** @throws Error that lists every missing or malformed variable */
export const readSettings = <Name extends SettingName>(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly Name[],
): Settings<Name> => {
  const problems: string[] = [];
  const read = (name: Name): [Name, unknown] => {
    const { variable, parse } = definitions[name];
    const value = environment[variable];
    try {
      if (!value) throw new Error('is missing');
      return [name, parse(value)];
    } catch (error) {
      problems.push(`${variable} ${(error as Error).message}`);
      return [name, undefined];
    }
  };
  const settings = Object.fromEntries(names.map(read));
  if (problems.length > 0) throw new Error(`Wrong settings: ${problems.join('; ')}.`);
  return settings as Settings<Name>;
};

/** Reads the names of tables by id. @throws Error that lists every missing variable */
export const readTableNames = <Id extends TableId>(
  environment: Readonly<Record<string, string | undefined>>,
  ids: readonly Id[],
): Readonly<Record<Id, string>> => {
  const settings: Readonly<Record<string, string>> = readSettings(
    environment,
    ids.map((id) => `${id}Table` as const),
  );
  return Object.fromEntries(ids.map((id) => [id, settings[`${id}Table`]])) as Record<Id, string>;
};
