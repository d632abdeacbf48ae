import type { RecordRules } from '../../shared/rules/field-rule.ts';
import { bookingRecord, userRecord } from '../../shared/rules/fields.ts';
import { toFieldSchema, toListSchema, type JsonSchema } from './json-schema.ts';

type MemberOf<Rules extends RecordRules> = keyof (Rules['required'] & Rules['optional']);

const companyId = 'The company of the API client. May be omitted.';

const userDescriptions: Readonly<Record<MemberOf<typeof userRecord>, string>> = {
  companyId,
  id: 'The user’s number in the company.',
  name: 'The name, for people to read; not an identifier.',
  uid: 'The first badge, or the staff number; unique in the company. It replaces the first badge and keeps the others. With `uids`, it must be one of them, and becomes the first.',
  uids: 'All badges, which replace those that the user has; the first one is the `uid`. Each is different, and unique in the company: take a badge from one user before you give it to another. A check-in accepts any of them.',
  email: 'Unique in the company. Kept in lower case, after NFC.',
  language: 'The language of pushes.',
  deleted: '`true` removes the user with devices, bookings and log entries.',
};

const bookingDescriptions: Readonly<Record<MemberOf<typeof bookingRecord>, string>> = {
  companyId,
  bookingId: 'Identifies the booking, together with its user.',
  userId: 'The user’s number in the company.',
  kind: 'Required for a new booking.',
  name: 'The name of the place.',
  checkinOpensAt: 'The first moment of the check-in period.',
  noShowAt: 'The end of the check-in period, exclusive.',
  startsAt: 'The start of the booking. With the two fields in minutes, replaces `checkinOpensAt` and `noShowAt`.',
  checkinAdvanceMinutes: 'How long before `startsAt` the check-in period begins.',
  noShowMinutes: 'How long after `startsAt` the check-in period ends.',
  deleted: '`true` removes the booking.',
};

const toItem = <Rules extends RecordRules>(
  noun: string,
  rules: Rules,
  descriptions: Readonly<Record<MemberOf<Rules>, string>>,
  example: object,
): JsonSchema => ({
  type: 'object',
  description: `A ${noun} to create, change or remove. If a field is omitted, the attribute stays as it is. To clear an optional attribute, send its field with the JSON value \`null\`. The schema does not list \`null\`, because some generated clients would then send it for every field that their caller did not set. An unknown field is rejected.`,
  required: Object.keys(rules.required).filter((name) => name !== 'companyId'),
  properties: Object.fromEntries(
    Object.entries({ ...rules.required, ...rules.optional }).map(([name, rule]) => [
      name,
      { ...toFieldSchema(rule), description: descriptions[name as MemberOf<Rules>] },
    ]),
  ),
  additionalProperties: false,
  examples: [example],
});

const toBody = (item: string, noun: string): JsonSchema => ({
  description: `The ${noun} to create, change or remove. An invalid item does not affect the others.`,
  ...toListSchema(item, 'Applied in order.'),
});

export const syncRequestSchemas = {
  SyncUser: toItem('user', userRecord, userDescriptions, {
    id: 42,
    name: 'Ada Lovelace',
    uids: ['BADGE-0001', 'BADGE-1001'],
    email: 'ada@demo.example',
    language: 'es',
  }),
  SyncUsersRequest: toBody('SyncUser', 'users'),
  SyncBooking: toItem('booking', bookingRecord, bookingDescriptions, {
    bookingId: 'B-2026-0017',
    userId: 42,
    kind: 'position',
    checkinOpensAt: '2026-11-23T07:00:00+01:00',
    noShowAt: '2026-11-23T10:00:00+01:00',
  }),
  SyncBookingsRequest: toBody('SyncBooking', 'bookings'),
} as const satisfies Record<string, JsonSchema>;
