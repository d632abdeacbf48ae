import * as v from 'valibot';
import { optionalField, optionalFields, requiredFields } from '../../shared/http/field.ts';
import { describedFields, itemRequests, type Operation, type RequestSchemas } from '../../shared/http/operation.ts';
import type { RecordRules } from '../../shared/rules/field-rule.ts';
import { fields } from '../../shared/rules/fields.ts';
import { bookingRecord, userRecord } from '../../shared/rules/records.ts';
import { requestedBooking } from './request.ts';

const companyId = 'The company of the API client. May be omitted.';

/** An item is a record of a file, in which only the company may be missing. */
const itemOf = <Required extends RecordRules['required'], Optional extends RecordRules['optional']>(record: {
  readonly required: Required;
  readonly optional: Optional;
}) =>
  v.object({
    ...requiredFields(record.required),
    ...optionalFields(record.optional),
    companyId: optionalField(fields.companyId),
  });

const describeItem = (noun: string): string =>
  `A ${noun} to create, change or remove. If a field is omitted, the attribute stays as it is. To clear an optional attribute, send its field with the JSON value \`null\`. The schema does not list \`null\`, because some generated clients would then send it for every field that their caller did not set. An unknown field is rejected.`;

const describeList = (noun: string): string =>
  `The ${noun} to create, change or remove. An invalid item does not affect the others.`;

export const requests = {
  SyncUser: describedFields({
    description: describeItem('user'),
    schema: itemOf(userRecord),
    isClosed: true,
    texts: {
      companyId,
      id: 'The user’s number in the company.',
      name: 'The name, for people to read; not an identifier.',
      uid: 'The first badge, or the staff number; unique in the company. It replaces the first badge and keeps the others. With `uids`, it must be one of them, and becomes the first.',
      uids: 'All badges, which replace those that the user has; the first one is the `uid`. Each is different, and unique in the company: take a badge from one user before you give it to another. A check-in accepts any of them.',
      email: 'Unique in the company. Kept in lower case, after NFC.',
      language:
        'The language of pushes, as a language tag (BCP 47). If the service has no texts in it, pushes are in the stage’s default language.',
      deleted: '`true` removes the user with devices, bookings and log entries.',
    },
    examples: [
      {
        id: 42,
        name: 'Ada Lovelace',
        uids: ['BADGE-0001', 'BADGE-1001'],
        email: 'ada@demo.example',
        language: 'es',
      },
    ],
  }),
  SyncUsersRequest: { description: describeList('users'), itemSchema: 'SyncUser', items: 'Applied in order.' },
  SyncBooking: describedFields({
    description: describeItem('booking'),
    schema: itemOf(bookingRecord),
    isClosed: true,
    texts: {
      companyId,
      bookingId: 'Identifies the booking, together with its user.',
      userId: 'The user’s number in the company.',
      kind: 'Required for a new booking.',
      name: 'The name of the place.',
      site: 'The building or town, for people to filter by. It has no effect on check-ins.',
      checkinOpensAt: 'The start of the check-in period.',
      noShowAt: 'The end of the check-in period, exclusive.',
      startsAt: 'The start of the booking. With the two fields in minutes, replaces `checkinOpensAt` and `noShowAt`.',
      checkinAdvanceMinutes: 'How long before `startsAt` the check-in period begins.',
      noShowMinutes: 'How long after `startsAt` the check-in period ends.',
      deleted: '`true` removes the booking.',
    },
    examples: [
      {
        bookingId: 'B-2026-0017',
        userId: 42,
        kind: 'position',
        checkinOpensAt: '2026-11-23T07:00:00+01:00',
        noShowAt: '2026-11-23T10:00:00+01:00',
      },
    ],
  }),
  SyncBookingsRequest: { description: describeList('bookings'), itemSchema: 'SyncBooking', items: 'Applied in order.' },
  RequestedBooking: describedFields({
    description: 'A booking of the client’s company.',
    schema: requestedBooking,
    texts: {
      bookingId: { description: 'The booking’s id, as sent to `POST /sync/bookings`.', examples: ['B-2026-0017'] },
      userId: { description: 'The number of the booking’s user.', examples: [2] },
    },
  }),
  ReadBookingsRequest: {
    description: 'The bookings to read.',
    itemSchema: 'RequestedBooking',
    items: 'In any order.',
  },
} satisfies RequestSchemas;

const SYNC_RULES =
  'Needs the scope `sync`. Items are applied in order and independently: a refused item does not stop the others. Safe to retry: an item that changes nothing is `unchanged`. After a 503 some items may have been applied; send the same request again.';

export const operations = {
  syncUsers: {
    summary: 'Synchronise users',
    description: `Creates, changes and removes users of the client’s company, 1 to 100 at a time. ${SYNC_RULES}`,
    requestBody: 'SyncUsersRequest',
    ...itemRequests,
    success: { description: 'The outcome of each item.', schema: 'SyncResult' },
  },
  syncBookings: {
    summary: 'Synchronise bookings',
    description: `Creates, changes and deletes bookings of the client’s company, 1 to 100 at a time. If a booking is moved and the time of its check-in is no longer inside its period, the booking is open again. Every other change keeps the check-in. ${SYNC_RULES}`,
    requestBody: 'SyncBookingsRequest',
    ...itemRequests,
    success: { description: 'The outcome of each item.', schema: 'SyncResult' },
  },
  readBookings: {
    summary: 'Read the state of bookings',
    description:
      'The state of 1 to 100 bookings of the client’s company, as they are now. A booking system can use it to decide whether to release a desk. Needs the scope `sync`. Reads are consistent: a check-in that was acknowledged is in the response. A `no_show` can still become `checked_in`, when a reader that was offline sends an earlier swipe. Changes nothing. A malformed item fails the whole request.',
    requestBody: 'ReadBookingsRequest',
    ...itemRequests,
    success: {
      description: 'The state of each booking.',
      schema: 'ReadBookingsResult',
    },
  },
} satisfies Record<string, Operation>;
