import { toJsonSchemaDefs, type OverrideActionContext, type OverrideSchemaContext } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { oauthErrors, type OAuthErrorCode } from '../../functions/auth/oauth-error.ts';
import type { TokenSet } from '../../shared/domain/token-family.ts';
import type { CheckinDetails, DetailedBooking } from '../../shared/use-cases/checkin/explain.ts';
import { bookingKinds, bookingStates, checkinCodes, evaluationResults } from '../../shared/rules/bookings.ts';
import { fields } from '../../shared/rules/fields.ts';
import type { BookingStateView } from '../../shared/use-cases/bookings/read-states.ts';
import type { RecordOutcome } from '../../shared/use-cases/import/apply-records.ts';
import { MAX_LISTED_BOOKINGS } from '../../shared/use-cases/checkin/near-bookings.ts';
import type { JsonSchema } from './json-schema.ts';

const text = (description: string) => v.pipe(v.string(), v.minLength(1), v.description(description));

const moment = (description: string) => v.pipe(v.string(), v.isoTimestamp(), v.description(description));

const count = (description: string) => v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));

const token = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(2048), v.description(description));

const expiration = (tokenName: string) =>
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.description(
      `The moment at which the ${tokenName} token expires, in milliseconds since 1970-01-01T00:00:00Z. The service may accept it for 5 s longer, because clocks differ; do not rely on that. A whole second: the token’s own \`exp\` × 1000.`,
    ),
  );

const statusCode = count('The HTTP status.');

const message = text(
  'For people, in the language of Content-Language. Programs should use `code` or the status, and the other fields.',
);

const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  v.pipe(v.picklist(values), v.description(description));

const list = <Item extends v.GenericSchema>(item: Item, description: string) =>
  v.pipe(v.array(item), v.description(description));

const described = <Entries extends v.ObjectEntries>(description: string, entries: Entries) =>
  v.pipe(v.looseObject(entries), v.description(description));

const publicKey = described('An Ed25519 public key (RFC 8037, section 2).', {
  kty: oneOf(['OKP'], 'The type of the key.'),
  crv: oneOf(['Ed25519'], 'The curve of the key.'),
  x: v.pipe(v.string(), v.regex(/^[\w-]{43}$/), v.description('The key: 32 bytes in base64url.')),
  kid: text('The `kid` in the header of the tokens that it verifies.'),
  use: oneOf(['sig'], 'The key verifies signatures.'),
  alg: oneOf(['EdDSA'], 'The only `alg` of tokens that it verifies.'),
});

const bookingResult = described('A booking near the moment of the check-in.', {
  bookingId: text('The booking’s id.'),
  kind: oneOf(bookingKinds, 'The kind of place.'),
  name: v.optional(text('The name of the place, if it has one.')),
  result: oneOf(
    evaluationResults,
    '`checked_in`: this request, or the one that it retries, checked the booking in. `too_early`, `too_late`: its check-in period does not contain the moment. `open`: it would be checked in; only in a dry run.',
  ),
  checkinOpensAt: moment('First moment of the check-in period.'),
  noShowAt: moment('First moment after the check-in period.'),
  checkedInAt: v.optional(moment('The moment of the check-in, if the booking is checked in.')),
} satisfies Record<keyof DetailedBooking, unknown>);

const fieldError = described('An invalid field.', {
  field: text('Name of the field of the body. It is never translated.'),
  message: text('What the field must be, as a sentence in the language of Content-Language.'),
});

const fieldErrors = (description: string) =>
  v.optional(v.pipe(v.array(fieldError), v.minLength(1), v.description(description)));

const batchItemResult = described('The outcome of an item.', {
  key: v.pipe(v.nullable(v.string()), v.description('The item’s key; `null` if it has none that is a string.')),
  statusCode: count('The status that a single request would have had: 200, 400, 404, 422, 500 or 503.'),
  code: text('The `code` that a single request with `details` would have had, or the code of its error.'),
  message,
  checkinCount: v.optional(count('Number of bookings that this item checked in; with status 200.')),
  errors: fieldErrors('Every invalid field; with status 400.'),
});

const syncItemResult = described('The outcome of an item.', {
  outcome: oneOf(
    ['written', 'unchanged', 'deleted', 'refused'] satisfies RecordOutcome['outcome'][],
    '`unchanged`: nothing had to change. `refused`: nothing was changed for this item; send it again once `reason` is fixed.',
  ),
  reason: v.optional(text('Why the item was refused, in English.')),
});

const bookingState = described('What became of a booking.', {
  bookingId: text('The booking’s id, as it was sent.'),
  userId: v.pipe(v.number(), v.safeInteger(), v.description('The number of its user, as it was sent.')),
  result: oneOf(
    bookingStates,
    '`open`: the check-in period contains this moment, and nobody has checked in. `no_show`: it has ended, and nobody had. `upcoming`: it has not begun. `unknown`: there is no such booking, or it was deleted.',
  ),
  checkedInAt: v.optional(moment('The moment of the check-in; with `checked_in`.')),
  reader: v.optional(text('The door or device of the check-in, if the request named it.')),
} satisfies Record<keyof BookingStateView, unknown>);

const definitions = {
  OAuthToken: described('An access token (RFC 6749, section 5.1). There is no refresh token (section 4.4.3).', {
    access_token: token('For the other operations. A signed JWT. Send it unchanged, and do not read it.'),
    token_type: oneOf(['Bearer'], 'Send the token as `Authorization: Bearer` (RFC 6750).'),
    expires_in: count('The lifetime of the token, in seconds.'),
    scope: text('The scopes of the token, separated by spaces.'),
  }),
  OAuthMetadata: described('Metadata of an authorization server (RFC 8414, section 2).', {
    issuer: text('The `iss` of the tokens.'),
    token_endpoint: text('The URL of `POST /oauth2/token`.'),
    jwks_uri: text('The URL of the public keys of access tokens.'),
    scopes_supported: list(v.string(), 'The scopes that a client can have.'),
    response_types_supported: list(v.string(), 'Empty: there is no authorization endpoint.'),
    grant_types_supported: list(v.string(), 'Only `client_credentials`.'),
    token_endpoint_auth_methods_supported: list(
      v.string(),
      'How a client sends its credentials: by HTTP Basic, or in the form.',
    ),
  }),
  OAuthError: described('An error (RFC 6749, section 5.2). The gateway sends `message` only.', {
    error: v.optional(oneOf(Object.keys(oauthErrors) as OAuthErrorCode[], 'For programs: the name of the error.')),
    error_description: v.optional(text('For the developer of the client, in English.')),
    message: v.optional(text('From the gateway only.')),
  }),
  TokenSet: described('Tokens for an API client. It replaces the previous set completely.', {
    accessToken: token('For `POST /scheduling/checkin`. A signed JWT. Send it unchanged, and do not read it.'),
    accessTokenExpiration: expiration('access'),
    refreshToken: token('For `GET /auth/refresh-token`, once. A signed JWT. Send it unchanged, and do not read it.'),
    refreshTokenExpiration: expiration('refresh'),
  } satisfies Record<keyof TokenSet, unknown>),
  KeySet: described('A JWK Set (RFC 7517, section 5).', {
    keys: list(publicKey, 'The keys that verify access tokens now.'),
  }),
  PublicKey: publicKey,
  CheckinResult: described(
    'The result of a check-in. `code` and `bookings` explain it, and are there if the request has `details` or `dryRun`.',
    {
      statusCode,
      message,
      checkinCount: count('Number of bookings that this request checked in. 0 is a success too: `message` says why.'),
      code: v.optional(oneOf(checkinCodes, 'The result of the check-in, for programs. With `details` or `dryRun`.')),
      bookings: v.optional(
        v.pipe(
          v.array(bookingResult),
          v.maxLength(MAX_LISTED_BOOKINGS),
          v.description(
            'The bookings that are open at the moment, those that open in the 12 h after it and those that ended in the 12 h before it; open ones first. With `details` or `dryRun`.',
          ),
        ),
      ),
    } satisfies Record<keyof CheckinDetails | 'statusCode' | 'message' | 'checkinCount', unknown>,
  ),
  BookingResult: bookingResult,
  BatchResult: described('The outcome of a batch.', {
    statusCode,
    message,
    items: v.pipe(
      v.array(batchItemResult),
      v.minLength(fields.items.min),
      v.maxLength(fields.items.max),
      v.description('In the order in which they were sent.'),
    ),
  }),
  BatchItemResult: batchItemResult,
  SyncResult: described('The outcome of each item, in the order in which they were sent.', {
    statusCode,
    items: list(syncItemResult, 'One outcome for each item.'),
  }),
  SyncItemResult: syncItemResult,
  BookingState: bookingState,
  ReadBookingsResult: described('The state of each booking, in the order in which they were sent.', {
    statusCode,
    items: list(bookingState, 'One state for each item.'),
  }),
  FieldError: fieldError,
  Error: described(
    'An error. The service sends all fields but `errors`, which lists invalid fields. The gateway in front of it sends `message` only, in English.',
    {
      statusCode: v.optional(statusCode),
      code: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^[a-z_]+$/),
          v.description(
            'For programs: the name of the error, which does not change. Codes may be added: treat an unknown code by its status.',
          ),
        ),
      ),
      message,
      requestId: v.optional(text('The id of the request in the service’s log; also in X-Request-Id.')),
      errors: fieldErrors('Every invalid field; with `invalid_field`.'),
    },
  ),
};

export type ResponseSchemaName = keyof typeof definitions;

/** Without a format, generated clients use 32 bits for an integer, too few for a time in milliseconds. */
const formats: Readonly<Record<string, string>> = { integer: 'int32', safe_integer: 'int64' };

const toInteger = ({ valibotAction, jsonSchema }: OverrideActionContext): JsonSchema | undefined => {
  const format = formats[valibotAction.type];
  return format === undefined ? undefined : { ...jsonSchema, type: 'integer', format };
};

/**
 * Rewrites schemas into forms that client generators understand. Each object explicitly allows additional fields. JSON Schema
 * allows them by default, but unless a schema says so, some generated clients reject fields that a later version adds.
 */
const toPortable = ({ valibotSchema, jsonSchema }: OverrideSchemaContext): JsonSchema | undefined => {
  if (valibotSchema.type === 'loose_object') return { ...jsonSchema, additionalProperties: true };
  if (valibotSchema.type === 'nullable') return { type: ['string', 'null'] };
  return undefined;
};

export const responseSchemas = toJsonSchemaDefs(definitions, {
  target: 'draft-2020-12',
  overrideAction: toInteger,
  overrideSchema: toPortable,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}) as Readonly<Record<ResponseSchemaName, JsonSchema>>;
