import { ruleOf } from '../../shared/http/field.ts';
import type { BodySchema } from '../../shared/http/parse-body.ts';
import { toFieldSchema, toNullableSchema, type JsonSchema } from './json-schema.ts';
import { credentials } from '../../functions/auth/request.ts';
import { batchItem } from '../../functions/batch/request.ts';
import { checkinBody } from '../../functions/checkin/request.ts';
import { fields } from '../../shared/rules/fields.ts';
import type { Identifiers } from '../../shared/domain/user.ts';
import { syncRequestSchemas } from './sync-schemas.ts';

type FieldOf<Schema extends BodySchema> = keyof Schema['entries'] & string;

/** The description and an example of each field of a body. */
type FieldTexts<Schema extends BodySchema> = Readonly<
  Record<FieldOf<Schema>, { readonly description: string; readonly example: unknown }>
>;

const isOptional = (schema: BodySchema['entries'][string]): boolean => schema.type === 'nullish';

/** The schema of a request as JSON Schema. Members that it does not name are ignored. */
const toBodySchema = <Schema extends BodySchema>({ entries }: Schema, texts: FieldTexts<Schema>): JsonSchema => {
  const names = Object.keys(entries) as FieldOf<Schema>[];
  const propertyOf = (name: FieldOf<Schema>): JsonSchema => {
    const schema = entries[name] as BodySchema['entries'][string];
    const { description, example } = texts[name];
    const toSchema = isOptional(schema) ? toNullableSchema : toFieldSchema;
    return { ...toSchema(ruleOf(schema)), description, examples: [example] };
  };
  const required = names.filter((name) => !isOptional(entries[name] as BodySchema['entries'][string]));
  const properties = Object.fromEntries(names.map((name) => [name, propertyOf(name)]));
  return { type: 'object', ...(required.length > 0 && { required }), properties };
};

const identifierNames: Readonly<Record<keyof Identifiers, true>> = { id: true, uid: true, email: true };

const isThere = (name: string): JsonSchema => ({
  required: [name],
  properties: { [name]: { type: toFieldSchema(ruleOf(checkinBody.entries[name as keyof Identifiers]))['type'] } },
});

/** The members that a check-in and an item of a batch have in common. */
const checkinTexts = {
  id: {
    description:
      'The user’s number in the company. A JSON number without a fraction: `42`, `42.0` and `4.2e1` are the same; `"42"` is refused.',
    example: 42,
  },
  uid: {
    description:
      'The user’s badge or staff number, as a text. Compared exactly: case, leading zeros and blanks count. Characters are Unicode code points. Lone surrogates are refused.',
    example: 'BADGE-0001',
  },
  email: {
    description:
      'The user’s e-mail address. Compared in lower case, after Unicode normalisation NFC. Lone surrogates are refused.',
    example: 'ada@demo.example',
  },
  date: {
    description:
      'The moment to check in for: a date-time of RFC 3339, past or future, with `T`, seconds and an offset that is `Z` or has a colon. By default, the moment at which the request arrives. Digits past milliseconds are cut off; a leap second means the instant that follows it.',
    example: '2026-11-21T08:59:30+01:00',
  },
  notify: {
    description:
      '`true`: push to the user’s devices if this request checked in at least one booking. By default, no push.',
    example: true,
  },
  reader: {
    description:
      'The name of the door or device, without control characters. It is recorded with the check-in and in the log.',
    example: 'Main entrance',
  },
};

export const requestSchemas: Readonly<
  Record<'Credentials' | 'CheckinRequest' | 'BatchRequest' | keyof typeof syncRequestSchemas, JsonSchema>
> = {
  ...syncRequestSchemas,
  Credentials: {
    description: 'The credentials of an API client, from the operator of the service.',
    ...toBodySchema(credentials, {
      clientId: { description: 'Public name of the API client. It never changes.', example: 'ckc_demo' },
      clientSecret: {
        description:
          'Secret of the API client, shown once when it was created. Two can be valid at the same time, while one replaces the other.',
        example: 'cks_shown-once-when-it-was-made',
      },
    }),
  },
  CheckinRequest: {
    description:
      'The user and the moment. One of `id`, `uid` and `email` is required; if several are given, all must belong to the same user. `null` means absent, and unknown members are ignored.',
    ...toBodySchema(checkinBody, {
      ...checkinTexts,
      details: {
        description: '`true`: the response contains `code` and `bookings`. Default: `false`.',
        example: true,
      },
      dryRun: {
        description:
          '`true`: the response says what would happen, with `details`, and nothing is written, logged or pushed. Not together with an Idempotency-Key.',
        example: false,
      },
    }),
    anyOf: Object.keys(identifierNames).map(isThere),
  },
  BatchRequest: {
    description: 'Check-ins that a reader stored while it was offline.',
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        ...toFieldSchema(fields.items),
        description: 'In any order. Each has a different `key`.',
        items: {
          description:
            'A check-in, as `POST /scheduling/checkin` takes it. `null` counts as absent, and other members are ignored.',
          ...toBodySchema(batchItem, {
            key: { description: 'The Idempotency-Key of this check-in.', example: 'gate-7-5f0c2a-000124' },
            ...checkinTexts,
            dryRun: {
              description: 'Not possible in a batch: an item with `true` gets a 400 and is not performed.',
              example: false,
            },
          }),
          anyOf: Object.keys(identifierNames).map(isThere),
        },
      },
    },
  },
};
