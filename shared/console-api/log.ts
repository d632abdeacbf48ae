import * as v from 'valibot';
import { field, optionalField } from '../http/field.ts';
import { bookingKinds } from '../rules/bookings.ts';
import { fields } from '../rules/fields.ts';
import { logResult } from '../rules/log-result.ts';
import { actorTools } from '../rules/roles.ts';
import { identifierNames } from '../rules/attributes.ts';
import { pick } from '../rules/plain-values.ts';
import { userRules } from '../rules/records.ts';
import { attributesBy, count, moment, pageOf, userId, pageQuery, type RouteSchemas } from './parts.ts';

export const checkinLogEntry = v.strictObject({
  kind: v.literal('checkin'),
  receivedAt: moment,
  /** The `date` of the request, or the time at which it was received. */
  at: moment,
  requestId: v.string(),
  /** Attempts at the same swipe have the same key. */
  idempotencyKey: v.optional(v.string()),
  clientId: v.string(),
  reader: v.optional(v.string()),
  /**
   * The identifiers that were sent, if no user was found; otherwise empty. With status 400, invisible characters are shown as
   * in `BADGE-5[U+200B]`.
   */
  identifiers: v.strictObject({
    /** A text if it is not valid. */
    id: v.optional(v.union([userId, v.string()])),
    ...attributesBy(pick(userRules, identifierNames)),
  }),
  userId: v.optional(userId),
  /** No user was found because the identifiers belong to different people. */
  differentPeople: v.optional(v.literal(true)),
  /** The current name of the user. */
  userName: v.optional(v.string()),
  /** The current name of the API client, if the member may see API clients. */
  clientName: v.optional(v.string()),
  statusCode: count,
  code: v.string(),
  checkinCount: count,
  /** The open bookings. If none was open, the bookings near `at`, as they were when the request was performed. */
  bookings: v.array(
    v.union([
      // `closed`: open when it was read, but no longer when it was to be checked in.
      v.strictObject({ bookingId: v.string(), result: v.picklist(['checked_in', 'already_checked_in', 'closed']) }),
      v.strictObject({
        bookingId: v.string(),
        kind: v.picklist(bookingKinds),
        name: v.optional(v.string()),
        result: v.picklist(['too_early', 'too_late']),
        checkinOpensAt: moment,
        noShowAt: moment,
      }),
    ]),
  ),
  /** The number of open bookings that are not listed. */
  moreBookings: v.optional(count),
  /** The request is a retry of an earlier one with the same Idempotency-Key. */
  repeated: v.optional(v.literal(true)),
});
export type CheckinLogEntry = v.InferOutput<typeof checkinLogEntry>;

const state = v.record(v.string(), v.unknown());

export const auditLogEntry = v.strictObject({
  kind: v.literal('admin'),
  receivedAt: moment,
  actor: v.strictObject({ through: v.picklist(actorTools), id: v.string() }),
  /** E-mail address of the member, or name of the API client, that acted. */
  actorName: v.optional(v.string()),
  /** Id of the request, or of the run of a command. */
  requestId: v.optional(v.string()),
  /** An action such as `clients.create`. */
  action: v.string(),
  /** The ids of everybody and everything that the action is about. */
  target: v.record(v.string(), v.union([v.string(), v.number()])),
  /** The current name of the user in `target`. */
  userName: v.optional(v.string()),
  /** The current name of the API client in `target`. */
  clientName: v.optional(v.string()),
  /** E-mail address of the member or invited person. */
  memberName: v.optional(v.string()),
  reason: v.optional(v.string()),
  /** Kept for 30 days. */
  fileName: v.optional(v.string()),
  /** Names of the changed attributes. Unlike the values, they outlive a removed user. */
  changed: v.optional(v.array(v.string())),
  before: v.optional(state),
  after: v.optional(state),
  /** The sums of all parts of an import or sync request. A part that was sent again counts once. */
  import: v.optional(
    v.strictObject({
      written: count,
      unchanged: count,
      deleted: count,
      failed: count,
      /** When the last part began or was completed. */
      lastAt: moment,
      /** A part was begun but not completed. */
      unfinished: v.optional(v.literal(true)),
    }),
  ),
});
export type AuditLogEntry = v.InferOutput<typeof auditLogEntry>;

const logEntry = v.variant('kind', [checkinLogEntry, auditLogEntry]);
export type LogEntry = v.InferOutput<typeof logEntry>;

export const logSchemas = {
  /**
   * Newest first. `from` is inclusive, `until` exclusive; `result` is a check-in’s `code` or an `action`. An import is one
   * entry; the entries of the people that it changed or removed are shown only with a filter. With a filter, a short or empty
   * page can have a `next`: the list ends where `next` is absent.
   */
  listLog: {
    query: v.object({
      ...pageQuery,
      from: optionalField(fields.dateTime),
      until: optionalField(fields.dateTime),
      user: optionalField(fields.userId),
      /** Entries about a member or invited person. */
      member: optionalField(fields.emailDigest),
      client: optionalField(fields.clientId),
      kind: optionalField(fields.logKind),
      result: optionalField(logResult),
      reader: optionalField(fields.reader),
      /** Entries of the people that this import changed or removed. */
      import: optionalField(fields.loggedImportId),
    }),
    response: pageOf(logEntry),
  },

  /** The users that an import or sync request created, as they are now. Those who have since been removed have only their id. */
  listNewUsers: {
    query: v.object({ import: field(fields.loggedImportId), next: optionalField(fields.cursor) }),
    response: pageOf(
      v.strictObject({
        id: userId,
        ...attributesBy(pick(userRules, ['name', 'email'])),
        uids: v.array(v.string()),
      }),
    ),
  },
} satisfies Record<string, RouteSchemas>;
