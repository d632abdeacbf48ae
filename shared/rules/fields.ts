import { bookingKinds, attendanceResults } from './bookings.ts';
import type { FieldRule, RecordRules } from './field-rule.ts';
import { languageTags } from './languages.ts';
import { roles } from './roles.ts';
import { clientStatuses, scopes, SECRET_LIFETIME_DAYS } from './api-clients.ts';

const text = <Max extends number>(maxLength: Max) => ({ kind: 'text', minLength: 1, maxLength }) as const;

const integer = <Min extends number, Max extends number>(min: Min, max: Max) =>
  ({ kind: 'integer', min, max }) as const;

const NO_CONTROL_CHARACTER = String.raw`[^\u0000-\u001f\u007f-\u009f]`;

const line = <Max extends number>(maxLength: Max) =>
  ({ kind: 'line', minLength: 1, maxLength, pattern: `^${NO_CONTROL_CHARACTER}+$` }) as const;

/**
 * Every field that somebody can send. The gate's API, sync, imports, the command line, the console and its API apply these rules.
 */
export const fields = {
  companyId: text(64),

  /** Unique in the company. */
  userId: integer(1, Number.MAX_SAFE_INTEGER),
  /** Not unique, so it does not identify a person. */
  personName: line(128),
  /** A badge or staff number; compared exactly. */
  uid: text(128),
  /** All badges of a person; `uid` is the first. */
  uids: { kind: 'texts', max: 5, item: text(128) },
  /** Compared after `foldEmail`. */
  email: {
    kind: 'email',
    minLength: 3,
    maxLength: 254,
    pattern: `^${NO_CONTROL_CHARACTER}+@${NO_CONTROL_CHARACTER}+$`,
  },
  language: { kind: 'choice', values: languageTags },
  /** `arn:aws:sns:<region>:<account>:endpoint/<platform>/<application>/<id>`, as CreatePlatformEndpoint returns it. */
  endpointArn: {
    kind: 'endpoint',
    maxLength: 2048,
    pattern: String.raw`^arn:aws(-[a-z]+)*:sns:[a-z]{2}(-[a-z]+)+-[0-9]:[0-9]{12}:endpoint\/[A-Z_]+\/[A-Za-z0-9_.\-]{1,256}\/[A-Za-z0-9_\-]+$`,
  },

  bookingId: text(128),
  bookingKind: { kind: 'choice', values: bookingKinds },
  bookingName: text(256),
  /** Minutes before or after a booking's start. */
  minutes: integer(0, Number.MAX_SAFE_INTEGER),
  attendanceResult: { kind: 'choice', values: attendanceResults },

  reader: line(128),
  /** Identifies a request and its retries: visible ASCII characters. */
  idempotencyKey: { kind: 'idempotency-key', minLength: 1, maxLength: 128, pattern: String.raw`^[\x21-\x7e]{1,128}$` },
  items: { kind: 'items', min: 1, max: 100 },
  /** Why an administrator changes something; kept in the log. */
  reason: text(500),

  clientId: text(256),
  clientSecret: text(256),
  clientName: text(256),
  scopes: { kind: 'set', values: scopes },
  clientStatus: { kind: 'choice', values: clientStatuses },
  allowedIps: { kind: 'networks', max: 20 },
  /** 30 days at most. */
  silentAfterHours: integer(1, 720),
  expiresInDays: { kind: 'number-choice', values: SECRET_LIFETIME_DAYS },
  /** 366 days at most. */
  graceHours: { kind: 'number', min: 0, max: 366 * 24 },

  /** `sub` of a console member's tokens. */
  subject: text(255),
  role: { kind: 'choice', values: roles },
  invitationId: text(64),

  pageLimit: integer(1, 100),
  /** The value of `next` from the previous page. */
  cursor: text(4096),
  /** The maximum number of log entries that the command line prints. */
  logLimit: integer(1, 10_000),
  /** A part of a name or id to search for. */
  search: text(256),
  /** The `code` of a check-in, or the `action` of an administrative entry. */
  logResult: text(64),
  logKind: { kind: 'choice', values: ['checkin', 'admin'] },

  lineNumber: integer(1, Number.MAX_SAFE_INTEGER),
  importId: text(64),
  /** The name of an imported file, for people to read. */
  fileName: line(255),
  dateTime: { kind: 'date-time' },
  day: { kind: 'day' },
  timeZone: { kind: 'time-zone' },
  flag: { kind: 'boolean' },
} as const satisfies Readonly<Record<string, FieldRule>>;

export const userRecord = {
  required: { companyId: fields.companyId, id: fields.userId },
  optional: {
    name: fields.personName,
    uid: fields.uid,
    uids: fields.uids,
    email: fields.email,
    language: fields.language,
    deleted: fields.flag,
  },
  numericTextFields: ['uid', 'uids'],
} as const satisfies RecordRules;

export const bookingRecord = {
  required: { companyId: fields.companyId, bookingId: fields.bookingId, userId: fields.userId },
  optional: {
    kind: fields.bookingKind,
    name: fields.bookingName,
    checkinOpensAt: fields.dateTime,
    noShowAt: fields.dateTime,
    /** Together with the next two fields, an alternative to `checkinOpensAt` and `noShowAt`. */
    startsAt: fields.dateTime,
    checkinAdvanceMinutes: fields.minutes,
    noShowMinutes: fields.minutes,
    deleted: fields.flag,
  },
  numericTextFields: ['bookingId'],
} as const satisfies RecordRules;
