import { allScopes } from '../../shared/domain/scope.ts';
import { languages } from '../../shared/http/choose-language.ts';
import { challengeFor, errorTable } from '../../shared/http/error-table.ts';
import type { JsonSchema } from './json-schema.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '../../shared/http/idempotency-key.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../shared/domain/checkin-attempt.ts';

/** The values that the error table gives to a header. */
const valuesOf = (name: string): string[] => {
  const values = Object.values(errorTable).map(({ headers = {} }) => headers[name]);
  return [...new Set(values.filter((value) => value !== undefined))];
};

const challenges = [...valuesOf('WWW-Authenticate'), ...allScopes.map(challengeFor)];

const header = (description: string, schema: JsonSchema): JsonSchema => ({ description, schema });

/** The header fields of responses, by their names. `required` is said where a response uses one. */
export const headerDefinitions = {
  'X-Request-Id': header('The id of the request in the service’s log. In every response of the service itself.', {
    type: 'string',
    minLength: 1,
  }),
  'Apigw-Requestid': header('The gateway’s id of the request, equal to X-Request-Id. With every response.', {
    type: 'string',
    minLength: 1,
  }),
  'Content-Language': header('The language of the messages (RFC 9110, section 8.5).', {
    type: 'string',
    enum: languages.map(({ tag }) => tag),
  }),
  'Cache-Control': header('No cache may store the response.', { type: 'string', const: 'no-store' }),
  'WWW-Authenticate': header('How to authenticate (RFC 6750, section 3). An error is named only if a token was sent.', {
    type: 'string',
    enum: challenges,
  }),
  'Retry-After': header(
    'The minimum number of seconds before repeating the request. If your own delay is longer, use that.',
    {
      type: 'string',
      pattern: String.raw`^\d+$`,
      examples: valuesOf('Retry-After'),
    },
  ),
} as const satisfies Record<string, JsonSchema>;

export type HeaderName = keyof typeof headerDefinitions;

/** Header fields of requests, by the names of their components. */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `A name of the caller’s own for this swipe, 1 to 128 visible ASCII characters: a UUID, or the reader, something made anew at each of its starts, and a counter. A repeat with the same key gets the \`checkinCount\` of the first time and makes no second push, however the first response was lost, though the no-show moment has passed since and while the first is still under way; what the first left undone, it finishes. Never use a key twice: another swipe of the same person with a key that was used is taken for a repeat and checks in nothing; if both name a \`date\` and these are more than 15 minutes apart, it gets a 422. Nothing else of a repeat is compared. A key is remembered for ${IDEMPOTENCY_KEY_HOURS} hours from its first use, by API client and user. Several header fields of this name become one key, joined by commas.`,
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN },
    example: 'gate-7-5f0c2a-000123',
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description:
      'The language for `message` (RFC 9110, section 12.5.4): `en`, which is the default, `pt-BR` or `es`. Malformed or unavailable languages are ignored, never an error. Only messages are translated.',
    schema: { type: 'string', default: 'en' },
    example: 'pt-BR, en;q=0.5',
  },
} as const satisfies Record<string, JsonSchema>;
