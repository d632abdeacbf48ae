import { bookingAttributes, rulesOf, userAttributes } from './attributes.ts';
import type { FieldRule, RecordRules } from './field-rule.ts';
import { fields } from './fields.ts';

export const userRules = rulesOf(userAttributes, fields);
export const bookingRules = rulesOf(bookingAttributes, fields);

/** The fields of a user in a file or a sync request. */
export const userRecord = {
  required: { companyId: fields.companyId, id: fields.userId },
  optional: { ...userRules, deleted: fields.flag },
} as const satisfies RecordRules;

/** The fields of a booking in a file or a sync request. */
export const bookingRecord = {
  required: { companyId: fields.companyId, bookingId: fields.bookingId, userId: fields.userId },
  optional: {
    ...bookingRules,
    checkinOpensAt: fields.dateTime,
    noShowAt: fields.dateTime,
    startsAt: fields.dateTime,
    checkinAdvanceMinutes: fields.minutes,
    noShowMinutes: fields.minutes,
    deleted: fields.flag,
  },
} as const satisfies RecordRules;

/** The fields that only together give a check-in period: an alternative to `checkinOpensAt` and `noShowAt`. */
export const startFields = ['startsAt', 'checkinAdvanceMinutes', 'noShowMinutes'] as const;

/** The kinds of records, and their fields. */
export const recordRules = { users: userRecord, bookings: bookingRecord } satisfies Record<string, RecordRules>;
export type RecordKind = keyof typeof recordRules;

/** The fields of a kind of record by name, required ones first. */
export const fieldRulesOf = (kind: RecordKind): Readonly<Record<string, FieldRule>> => ({
  ...recordRules[kind].required,
  ...recordRules[kind].optional,
});
