import { MAX_SYNC_ITEMS } from '../../functions/sync/request.ts';
import { bookingKinds } from '../../shared/domain/booking.ts';
import { emailRule, idRule, uidRule } from '../../shared/domain/identifier.ts';
import { languageTags } from '../../shared/domain/language.ts';
import { bookingMembers, namesOf, userMembers, type Members } from '../../shared/use-cases/import/members.ts';
import { toFieldSchema, toNullableSchema, type JsonSchema } from './json-schema.ts';

const text = (longest: number) => ({ kind: 'text', shortest: 1, longest }) as const;
const minutes = { kind: 'integer', least: 0, greatest: Number.MAX_SAFE_INTEGER } as const;
const dateTime = { kind: 'date-time' } as const;

/** The rule of each member. Required members are those of a file, except the company. */
const rules = {
  companyId: { rule: text(64), description: 'The company of the API client. May be omitted.' },
  id: { rule: idRule, description: 'The user’s number in the company.' },
  uid: { rule: uidRule, description: 'Badge or staff number, unique in the company.' },
  email: { rule: emailRule, description: 'Unique in the company. Kept in lower case, after NFC.' },
  language: { rule: { kind: 'choice', values: languageTags } as const, description: 'The language of pushes.' },
  deleted: {
    rule: { kind: 'boolean' } as const,
    description: '`true` removes the booking, or the user with devices, bookings and log entries.',
  },
  bookingId: { rule: text(128), description: 'Identifies the booking, together with its user.' },
  userId: { rule: idRule, description: 'The user’s number in the company.' },
  kind: { rule: { kind: 'choice', values: bookingKinds } as const, description: 'Required of a new booking.' },
  name: { rule: text(256), description: 'The name of the place.' },
  checkinOpensAt: { rule: dateTime, description: 'The first moment of the check-in period.' },
  noShowAt: { rule: dateTime, description: 'The end of the check-in period, exclusive.' },
  startsAt: {
    rule: dateTime,
    description: 'With the two numbers of minutes, in place of `checkinOpensAt` and `noShowAt`.',
  },
  checkinAdvanceMinutes: { rule: minutes, description: 'How long before `startsAt` the check-in period begins.' },
  noShowMinutes: { rule: minutes, description: 'How long after `startsAt` the check-in period ends.' },
} as const;

const toItem = (members: Members): JsonSchema => {
  const required = members.required.filter((name) => name !== 'companyId');
  const toProperty = (name: string): [string, JsonSchema] => {
    const { rule, description } = rules[name as keyof typeof rules];
    return [name, { ...(required.includes(name) ? toFieldSchema(rule) : toNullableSchema(rule)), description }];
  };
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(namesOf(members).map(toProperty)),
    additionalProperties: false,
  };
};

const toBody = (what: string, members: Members, example: object): JsonSchema => ({
  type: 'object',
  description: `${what} to create, change or remove. If a member is omitted, the attribute stays as it is; \`null\` clears it; an unknown member is refused. An error in an item is that item’s outcome.`,
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_SYNC_ITEMS,
      description: 'Applied in their order.',
      examples: [[example]],
      items: toItem(members),
    },
  },
});

export const syncRequestSchemas = {
  SyncUsersRequest: toBody('Users', userMembers, {
    id: 42,
    uid: 'BADGE-0001',
    email: 'ada@demo.example',
    language: 'es',
  }),
  SyncBookingsRequest: toBody('Bookings', bookingMembers, {
    bookingId: 'B-2026-0017',
    userId: 42,
    kind: 'position',
    checkinOpensAt: '2026-11-23T07:00:00+01:00',
    noShowAt: '2026-11-23T10:00:00+01:00',
  }),
} as const satisfies Record<string, JsonSchema>;
