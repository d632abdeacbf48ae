import { attendanceResults, bookingKinds, checkinReasons, undoReasons } from './bookings.ts';
import type { FieldRule } from './field-rule.ts';
import { roles } from './roles.ts';
import { scopes, SECRET_LIFETIME_DAYS } from './api-clients.ts';

const text = <Max extends number>(maxLength: Max) => ({ kind: 'text', minLength: 1, maxLength }) as const;

const identifier = <Max extends number>(maxLength: Max) => ({ kind: 'identifier', minLength: 1, maxLength }) as const;

const integer = <Min extends number, Max extends number>(min: Min, max: Max) =>
  ({ kind: 'integer', min, max }) as const;

/**
 * Control characters and white space. Not `\p{Zs}`, because the API document has these patterns, and not every programming
 * language supports it. Lacks the line separators U+2028 and U+2029, which `findInvisible` rejects.
 */
const SPACES = String.raw`\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;
/** Any character except white space and the special characters of RFC 5322, section 3.2.3. The full stop is allowed. */
const NO_SPECIAL = String.raw`[^${SPACES}"(),:;<>@\[\\\]]`;

/** One address: no display name, scheme, list or white space. A quoted local part may contain `@`. */
const EMAIL = String.raw`^(${NO_SPECIAL}+|"[^${SPACES}"\\]+")@(${NO_SPECIAL}+|\[[0-9A-Za-z.:-]+\])$`;

/** A language tag as RFC 5646, section 2.1, defines it, without the tags that it calls grandfathered. */
const LANGUAGE_TAG = [
  '^(([A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})',
  '(-[A-Za-z]{4})?',
  '(-([A-Za-z]{2}|[0-9]{3}))?',
  '(-([0-9A-Za-z]{5,8}|[0-9][0-9A-Za-z]{3}))*',
  '(-[0-9A-WY-Za-wy-z](-[0-9A-Za-z]{2,8})+)*',
  '(-x(-[0-9A-Za-z]{1,8})+)?|x(-[0-9A-Za-z]{1,8})+)$',
].join('');

const line = <Max extends number>(maxLength: Max) => ({ kind: 'line', minLength: 1, maxLength }) as const;

/**
 * Every field that somebody can send. The gate's API, sync, imports, the command line, the console and its API apply these rules.
 */
export const fields = {
  companyId: identifier(64),

  /** Unique in the company. */
  userId: integer(1, Number.MAX_SAFE_INTEGER),
  /** Not unique, so it does not identify a person. */
  personName: line(128),
  /** A badge or staff number; compared exactly once it is cleaned. */
  uid: identifier(128),
  /** All badges of a person; `uid` is the first. */
  uids: { kind: 'texts', max: 5, item: identifier(128) },
  /** Kept and compared as `foldEmail` returns it. */
  email: {
    kind: 'email',
    minLength: 3,
    maxLength: 254,
    pattern: EMAIL,
  },
  /** The language of a person. One that the service lacks is kept; see `nearestLanguage`. */
  language: { kind: 'language', maxLength: 64, pattern: LANGUAGE_TAG },
  /** `arn:aws:sns:<region>:<account>:endpoint/<platform>/<application>/<id>`, as CreatePlatformEndpoint returns it. */
  endpointArn: {
    kind: 'endpoint',
    maxLength: 2048,
    pattern: String.raw`^arn:aws(-[a-z]+)*:sns:[a-z]{2}(-[a-z]+)+-[0-9]:[0-9]{12}:endpoint\/[A-Z_]+\/[A-Za-z0-9_.\-]{1,256}\/[A-Za-z0-9_\-]+$`,
  },

  bookingId: identifier(128),
  /** The bookings of one person that are checked in by hand together. */
  bookingIds: { kind: 'texts', max: 20, item: identifier(128) },
  bookingKind: { kind: 'choice', values: bookingKinds },
  bookingName: line(256),
  site: line(128),
  /** Minutes before or after a booking's start. */
  minutes: integer(0, Number.MAX_SAFE_INTEGER),
  attendanceResult: { kind: 'choice', values: attendanceResults },

  reader: line(128),
  /** Identifies a request and its retries: visible ASCII characters. */
  idempotencyKey: { kind: 'idempotency-key', minLength: 1, maxLength: 128, pattern: String.raw`^[\x21-\x7e]{1,128}$` },
  items: { kind: 'items', min: 1, max: 100 },
  /** Why an administrator changes something; kept in the log. */
  reason: line(500),
  checkinReason: { kind: 'choice', values: checkinReasons },
  undoReason: { kind: 'choice', values: undoReasons },

  clientId: identifier(256),
  clientSecret: text(256),
  clientName: line(256),
  scopes: { kind: 'set', values: scopes },
  allowedIps: { kind: 'networks', max: 20 },
  /** 30 days at most. */
  silentAfterHours: integer(1, 720),
  expiresInDays: { kind: 'number-choice', values: SECRET_LIFETIME_DAYS },
  /** 366 days at most. */
  graceHours: { kind: 'number', min: 0, max: 366 * 24 },

  /** `sub` of a console member's tokens. */
  subject: identifier(255),
  role: { kind: 'choice', values: roles },
  invitationId: identifier(64),

  pageLimit: integer(1, 100),
  /** Higher than elsewhere, because a report reads months of bookings. */
  attendancePageLimit: integer(1, 1_000),
  /** The value of `next` from the previous page. */
  cursor: text(4096),
  /** The maximum number of log entries that the command line prints. */
  logLimit: integer(1, 10_000),
  /** A part of a name or id to search for. */
  search: line(256),
  /** The SHA-256 of a member's or invited person's e-mail address, in hexadecimal, because a URL must not contain the address. */
  emailDigest: identifier(64),
  logKind: { kind: 'choice', values: ['checkin', 'admin'] },

  lineNumber: integer(1, Number.MAX_SAFE_INTEGER),
  lineCount: integer(0, Number.MAX_SAFE_INTEGER),
  encoding: { kind: 'choice', values: ['utf-8', 'windows-1252'] },
  dateOrder: { kind: 'choice', values: ['dmy', 'mdy'] },
  /** Chosen by the caller. The audit log keeps it, so it must not be a text that somebody typed. */
  importId: { kind: 'uuid', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
  /** The id of an import or sync request in the audit log: the caller's, or that of the request. */
  loggedImportId: identifier(64),
  /** The name of an imported file, for people to read. */
  fileName: line(255),
  dateTime: { kind: 'date-time' },
  day: { kind: 'day' },
  timeZone: { kind: 'time-zone' },
  flag: { kind: 'boolean' },
} as const satisfies Readonly<Record<string, FieldRule>>;

export const MAX_BODY_BYTES = 16 * 1024;

/** Bytes of a JSON body that lists items (batch, sync), or of a chunk of an import file. */
export const MAX_LIST_BODY_BYTES = 256 * 1024;

/** Bytes of a record of an import file: far more than any record needs. */
export const MAX_LINE_BYTES = 64 * 1024;
