import type { FieldRule, RecordRules } from '../../shared/rules/field-rule.ts';
import { fields, bookingRecord, userRecord } from '../../shared/rules/fields.ts';
import { toFieldSchema, toNullableSchema, type JsonSchema } from './json-schema.ts';

type MemberOf<Rules extends RecordRules> = keyof (Rules['required'] & Rules['optional']);

const descriptions: Readonly<Record<MemberOf<typeof userRecord> | MemberOf<typeof bookingRecord>, string>> = {
  companyId: 'The company of the API client. May be omitted.',
  id: 'The user’s number in the company.',
  uid: 'Badge or staff number, unique in the company.',
  email: 'Unique in the company. Kept in lower case, after NFC.',
  language: 'The language of pushes.',
  deleted: '`true` removes the booking, or the user with devices, bookings and log entries.',
  bookingId: 'Identifies the booking, together with its user.',
  userId: 'The user’s number in the company.',
  kind: 'Required of a new booking.',
  name: 'The name of the place.',
  checkinOpensAt: 'The first moment of the check-in period.',
  noShowAt: 'The end of the check-in period, exclusive.',
  startsAt: 'With the two numbers of minutes, in place of `checkinOpensAt` and `noShowAt`.',
  checkinAdvanceMinutes: 'How long before `startsAt` the check-in period begins.',
  noShowMinutes: 'How long after `startsAt` the check-in period ends.',
};

/** Required members are those of a file, except the company. */
const toItem = (rules: RecordRules): JsonSchema => {
  const required = Object.keys(rules.required).filter((name) => name !== 'companyId');
  const toProperty = (name: string, rule: FieldRule): [string, JsonSchema] => {
    const description = descriptions[name as keyof typeof descriptions];
    return [name, { ...(required.includes(name) ? toFieldSchema(rule) : toNullableSchema(rule)), description }];
  };
  const members = Object.entries({ ...rules.required, ...rules.optional });
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(members.map(([name, rule]) => toProperty(name, rule))),
    additionalProperties: false,
  };
};

const toBody = (what: string, rules: RecordRules, example: object): JsonSchema => ({
  type: 'object',
  description: `${what} to create, change or remove. If a member is omitted, the attribute stays as it is; \`null\` clears it; an unknown member is refused. An error in an item is that item’s outcome.`,
  required: ['items'],
  properties: {
    items: {
      ...toFieldSchema(fields.items),
      description: 'Applied in their order.',
      examples: [[example]],
      items: toItem(rules),
    },
  },
});

export const syncRequestSchemas = {
  SyncUsersRequest: toBody('Users', userRecord, {
    id: 42,
    uid: 'BADGE-0001',
    email: 'ada@demo.example',
    language: 'es',
  }),
  SyncBookingsRequest: toBody('Bookings', bookingRecord, {
    bookingId: 'B-2026-0017',
    userId: 42,
    kind: 'position',
    checkinOpensAt: '2026-11-23T07:00:00+01:00',
    noShowAt: '2026-11-23T10:00:00+01:00',
  }),
} as const satisfies Record<string, JsonSchema>;
