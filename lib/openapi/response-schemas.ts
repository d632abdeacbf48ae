import { bookingKinds, checkinCodes, evaluationResults } from '../../shared/rules/bookings.ts';
import { MAX_LISTED_BOOKINGS } from '../../shared/use-cases/checkin/near-periods.ts';
import type { TokenSet } from '../../shared/domain/token-mint.ts';
import type { JsonSchema } from './json-schema.ts';

/** All members are required; later versions may add others. */
const having = (description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  properties,
});

/** All members are required, and there are never others. */
const exactly = (description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...having(description, properties),
  additionalProperties: false,
});

const expiration = (what: string): JsonSchema => ({
  type: 'integer',
  format: 'int64',
  minimum: 0,
  description: `The moment at which the ${what} token expires, in milliseconds since 1970-01-01T00:00:00Z. The service may accept it for 5 s longer, because clocks differ; do not rely on that. A whole second: the token’s own \`exp\` × 1000.`,
});

const token = (description: string): JsonSchema => ({ type: 'string', minLength: 1, maxLength: 2048, description });

const tokenSet = {
  accessToken: token('For `POST /scheduling/checkin`. A signed JWT. Send it unchanged, and do not read it.'),
  accessTokenExpiration: expiration('access'),
  refreshToken: token('For `GET /auth/refresh-token`, once. A signed JWT. Send it unchanged, and do not read it.'),
  refreshTokenExpiration: expiration('refresh'),
} satisfies Record<keyof TokenSet, JsonSchema>;

const statusCode = (values: JsonSchema): JsonSchema => ({
  type: 'integer',
  ...values,
  description: 'The HTTP status.',
});

const message: JsonSchema = {
  type: 'string',
  minLength: 1,
  description:
    'For people, in the language of Content-Language. Programs should use `code` or the status, and the other members.',
};

const errorMembers = {
  statusCode: statusCode({ minimum: 400, maximum: 599 }),
  code: {
    type: 'string',
    pattern: '^[a-z_]+$',
    description:
      'For programs: the name of the error, which does not change. Codes may be added: treat an unknown code by its status.',
  },
  message,
  requestId: {
    type: 'string',
    minLength: 1,
    description: 'The id of the request in the service’s log; also in X-Request-Id.',
  },
};

const checkinResult = {
  statusCode: statusCode({ const: 200 }),
  message,
  checkinCount: {
    type: 'integer',
    minimum: 0,
    description: 'Number of bookings that this request checked in. 0 is a success too: `message` says why.',
  },
};

const checkinCode: JsonSchema = {
  type: 'string',
  enum: checkinCodes,
  description: 'The result of the check-in, for programs.',
};

const moment = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });

const detailedBooking: JsonSchema = {
  type: 'object',
  description: 'A booking near the moment of the check-in.',
  required: ['bookingId', 'kind', 'result', 'checkinOpensAt', 'noShowAt'],
  properties: {
    bookingId: { type: 'string', minLength: 1, description: 'The booking’s id.' },
    kind: { type: 'string', enum: bookingKinds, description: 'The kind of place.' },
    name: { type: 'string', minLength: 1, description: 'The name of the place, if it has one.' },
    result: {
      type: 'string',
      enum: evaluationResults,
      description:
        '`checked_in`: this request, or the one that it repeats, checked the booking in. `too_early`, `too_late`: its check-in period does not contain the moment. `open`: it would be checked in; only in a dry run.',
    },
    checkinOpensAt: moment('First moment of the check-in period.'),
    noShowAt: moment('First moment after the check-in period.'),
    checkedInAt: moment('The moment of the check-in, if the booking is checked in.'),
  },
};

const fieldError = having('An invalid field.', {
  field: { type: 'string', minLength: 1, description: 'Name of the member of the body. It is never translated.' },
  message: { ...message, description: 'What the field must be, as a sentence in the language of Content-Language.' },
});

const batchItemResult: JsonSchema = {
  type: 'object',
  description: 'The outcome of an item.',
  required: ['key', 'statusCode', 'code', 'message'],
  properties: {
    key: { type: ['string', 'null'], description: 'The item’s key; `null` if it has none that is a string.' },
    statusCode: {
      type: 'integer',
      enum: [200, 400, 404, 422, 500, 503],
      description: 'The status that a single request would have had.',
    },
    code: {
      type: 'string',
      minLength: 1,
      description: 'The `code` that a single request with `details` would have had, or the code of its error.',
    },
    message,
    checkinCount: {
      type: 'integer',
      minimum: 0,
      description: 'Number of bookings that this item checked in; with status 200.',
    },
    errors: { type: 'array', minItems: 1, items: fieldError, description: 'Every invalid field; with status 400.' },
  },
};

export const responseSchemas = {
  TokenSet: exactly('Tokens for an API client. It replaces the previous set completely.', tokenSet),
  CheckinResult: exactly('The result of a check-in.', checkinResult),
  ExplainedCheckin: exactly(
    'The result of a check-in, or of its dry run, with its reasons. Returned if the request has `details` or `dryRun`.',
    {
      ...checkinResult,
      code: checkinCode,
      bookings: {
        type: 'array',
        maxItems: MAX_LISTED_BOOKINGS,
        items: detailedBooking,
        description:
          'The bookings that are open at the moment, those that open in the 12 h after it and those that ended in the 12 h before it; open ones first.',
      },
    },
  ),
  SyncResult: exactly('The outcome of each item, in the order in which they were sent.', {
    statusCode: statusCode({ const: 200 }),
    items: {
      type: 'array',
      description: 'One outcome for each item.',
      items: {
        type: 'object',
        required: ['outcome'],
        properties: {
          outcome: {
            type: 'string',
            enum: ['written', 'unchanged', 'deleted', 'refused'],
            description:
              '`unchanged`: nothing had to change. `refused`: nothing was changed for this item; send it again once `reason` is fixed.',
          },
          reason: { type: 'string', minLength: 1, description: 'Why the item was refused, in English.' },
        },
        additionalProperties: false,
      },
    },
  }),
  BatchResult: exactly('The outcome of a batch.', {
    statusCode: statusCode({ const: 200 }),
    message,
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      description: 'In the order in which they were sent.',
      items: batchItemResult,
    },
  }),
  Error: having('An error of the service.', errorMembers),
  FieldErrors: having('An error of the body’s fields, with each of them.', {
    ...errorMembers,
    errors: { type: 'array', minItems: 1, items: fieldError, description: 'Every invalid field.' },
  }),
  GatewayError: having('An error of the gateway in front of the service. Always in English.', {
    message: { type: 'string', minLength: 1, description: 'The status in words.' },
  }),
} as const satisfies Record<string, JsonSchema>;

export type ResponseSchemaName = keyof typeof responseSchemas;
