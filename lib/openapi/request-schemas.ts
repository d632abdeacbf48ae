import * as v from 'valibot';
import type { RecordRules } from '../../shared/rules/field-rule.ts';
import { identifierNames } from '../../shared/rules/attributes.ts';
import { fields } from '../../shared/rules/fields.ts';
import { bookingRecord, userRecord } from '../../shared/rules/records.ts';
import { toFieldSchema, toListSchema, toObjectSchema, type JsonSchema } from './json-schema.ts';
import { credentials } from '../../functions/auth/log-in.ts';
import { CLIENT_CREDENTIALS } from '../../functions/auth/token.ts';
import { batchItem } from '../../functions/batch/request.ts';
import { checkinBody } from '../../functions/checkin/request.ts';
import { requestedBooking } from '../../functions/sync/request.ts';
import type { BodySchema } from '../../shared/http/field.ts';

type MemberOf<Rules extends RecordRules> = keyof (Rules['required'] & Rules['optional']);

const companyId = 'The company of the API client. May be omitted.';

const userDescriptions: Readonly<Record<MemberOf<typeof userRecord>, string>> = {
  companyId,
  id: 'The user’s number in the company.',
  name: 'The name, for people to read; not an identifier.',
  uid: 'The first badge, or the staff number; unique in the company. It replaces the first badge and keeps the others. With `uids`, it must be one of them, and becomes the first.',
  uids: 'All badges, which replace those that the user has; the first one is the `uid`. Each is different, and unique in the company: take a badge from one user before you give it to another. A check-in accepts any of them.',
  email: 'Unique in the company. Kept in lower case, after NFC.',
  language:
    'The language of pushes, as a language tag (BCP 47). If the service has no texts in it, pushes are in the stage’s default language.',
  deleted: '`true` removes the user with devices, bookings and log entries.',
};

const bookingDescriptions: Readonly<Record<MemberOf<typeof bookingRecord>, string>> = {
  companyId,
  bookingId: 'Identifies the booking, together with its user.',
  userId: 'The user’s number in the company.',
  kind: 'Required for a new booking.',
  name: 'The name of the place.',
  site: 'The building or town, for people to filter by. It has no effect on check-ins.',
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

const syncRequestSchemas = {
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

type Texts<Schema extends BodySchema> = Readonly<
  Record<keyof Schema['entries'], { readonly description: string; readonly examples: readonly unknown[] }>
>;

const toBodySchema = <Schema extends BodySchema>(description: string, schema: Schema, texts: Texts<Schema>) => ({
  description,
  ...toObjectSchema(schema, texts),
});

/** The texts of the fields that a check-in and an item of a batch have in common. */
const checkinTexts = {
  id: {
    description:
      'The user’s number in the company. A JSON number without a fraction: `42`, `42.0` and `4.2e1` are the same; `"42"` is rejected.',
    examples: [42],
  },
  uid: {
    description:
      'Any badge of the user, or the staff number, as a string. White space at both ends, such as the CR LF that a scanner appends, is removed; then it is compared exactly, after Unicode normalisation NFC: case, leading zeros and inner spaces matter. Invisible characters (control, format and line separator characters) are rejected, and so are lone surrogates. Characters are Unicode code points.',
    examples: ['BADGE-0001'],
  },
  email: {
    description:
      'The user’s e-mail address: one address, without a display name. White space at both ends is removed. Compared in lower case, after Unicode normalisation NFC.',
    examples: ['ada@demo.example'],
  },
  date: {
    description:
      'The moment to check in for: a date-time of RFC 3339, past or future, with `T`, seconds and an offset that is `Z` or has a colon. By default, the moment at which the request arrives. Digits past milliseconds are cut off; a leap second means the instant that follows it. A deployment can reject a moment that is too far in the future (by default in production, more than 60 minutes); the error says by how much.',
    examples: ['2026-11-21T08:59:30+01:00'],
  },
  notify: {
    description:
      '`true`: push to the user’s devices if this request checked in at least one booking. By default, no push.',
    examples: [true],
  },
  reader: {
    description:
      'The name of the door or device, without control characters. White space at both ends is removed. It is recorded with the check-in and in the log.',
    examples: ['Main entrance'],
  },
};

const identifiers = ['id', ...identifierNames].map((name) => `\`${name}\``);

const ONE_OF = `One of ${identifiers.slice(0, -1).join(', ')} and ${identifiers.at(-1)} is required; if several are given, all must belong to the same user.`;

const { dryRun: _, ...batchEntries } = batchItem.entries;

export const requestSchemas = {
  Credentials: toBodySchema('The credentials of an API client, from the operator of the service.', credentials, {
    clientId: { description: 'Public name of the API client. It never changes.', examples: ['ckc_demo'] },
    clientSecret: {
      description:
        'Secret of the API client, shown once when it was created. Two can be valid at the same time, while one replaces the other.',
      examples: ['cks_shown-once-when-it-was-made'],
    },
  }),
  TokenRequest: {
    description: 'The client credentials grant (RFC 6749, section 4.4.2). Other parameters are ignored.',
    type: 'object',
    required: ['grant_type'],
    properties: {
      grant_type: { type: 'string', enum: [CLIENT_CREDENTIALS], description: 'The only grant.' },
      scope: {
        type: 'string',
        description:
          'Scopes of the client, separated by spaces. By default, all of them. A token can do no more than its scopes.',
        examples: ['checkin'],
      },
      client_id: { ...toFieldSchema(fields.clientId), description: 'If the credentials are not sent by HTTP Basic.' },
      client_secret: {
        ...toFieldSchema(fields.clientSecret),
        description: 'If the credentials are not sent by HTTP Basic. Do not send both.',
      },
    },
  },
  CheckinRequest: toBodySchema(
    `The user and the moment. ${ONE_OF} \`null\` means absent, and unknown fields are ignored.`,
    checkinBody,
    {
      ...checkinTexts,
      details: {
        description: '`true`: the response contains `code` and `bookings`. Default: `false`.',
        examples: [true],
      },
      dryRun: {
        description:
          '`true`: the response says what would happen, with `details`, and nothing is written, logged or pushed. Cannot be combined with an Idempotency-Key.',
        examples: [false],
      },
    },
  ),
  BatchItem: toBodySchema(
    `A check-in, as \`POST /scheduling/checkin\` takes it. ${ONE_OF} There is no dry run in a batch.`,
    v.object(batchEntries),
    {
      ...checkinTexts,
      key: { description: 'The Idempotency-Key of this check-in.', examples: ['gate-7-5f0c2a-000124'] },
    },
  ),
  BatchRequest: {
    description: 'Check-ins that a reader stored while it was offline.',
    ...toListSchema('BatchItem', 'In any order. Each has a different `key`.'),
  },
  ...syncRequestSchemas,
  RequestedBooking: toBodySchema('A booking of the client’s company.', requestedBooking, {
    bookingId: { description: 'The booking’s id, as sent to `POST /sync/bookings`.', examples: ['B-2026-0017'] },
    userId: { description: 'The number of the booking’s user.', examples: [2] },
  }),
  ReadBookingsRequest: {
    description: 'The bookings to read.',
    ...toListSchema('RequestedBooking', 'In any order.'),
  },
} satisfies Record<string, JsonSchema>;
