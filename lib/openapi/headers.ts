import { scopes } from '../../shared/rules/api-clients.ts';
import { languages } from '../../shared/http/choose-language.ts';
import { oauthErrors } from '../../functions/auth/oauth-error.ts';
import { challengeFor, errorTable, type PublicError } from '../../shared/http/response.ts';
import type { JsonSchema } from './json-schema.ts';
import { fields } from '../../shared/rules/fields.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../shared/rules/bookings.ts';

/** Returns the values that a header can have in error responses. */
const valuesOf = (name: string): string[] => {
  const errors: readonly PublicError[] = [...Object.values(errorTable), ...Object.values(oauthErrors)];
  const values = errors.map(({ headers = {} }) => headers[name]);
  return [...new Set(values.filter((value) => value !== undefined))];
};

const challenges = [...valuesOf('WWW-Authenticate'), ...scopes.map(challengeFor)];

const header = (description: string, schema: JsonSchema): JsonSchema => ({ description, schema });

export const headerDefinitions = {
  'X-Request-Id': header('The id of the request in the service’s log. In every response of the service itself.', {
    type: 'string',
    minLength: 1,
  }),
  'Apigw-Requestid': {
    ...header('The gateway’s id of the request, equal to X-Request-Id. With every response.', {
      type: 'string',
      minLength: 1,
    }),
    required: true,
  },
  'Content-Language': header('The language of the messages (RFC 9110, section 8.5).', {
    type: 'string',
    enum: languages.map(({ tag }) => tag),
  }),
  'Cache-Control': header(
    '`no-store`: no cache may store the response. Public keys and metadata may be cached for the given time.',
    {
      type: 'string',
      enum: ['no-store', 'public, max-age=60'],
    },
  ),
  Pragma: header('For caches of HTTP/1.0 (RFC 6749, section 5.1).', { type: 'string', const: 'no-cache' }),
  'WWW-Authenticate': header(
    'How to authenticate (RFC 6750, section 3; `Basic`: RFC 7617). An error is named only if a token was sent.',
    {
      type: 'string',
      enum: challenges,
    },
  ),
  'Retry-After': header(
    'The minimum number of seconds before retrying the request. If your own delay is longer, use that.',
    {
      type: 'string',
      pattern: String.raw`^\d+$`,
      examples: valuesOf('Retry-After'),
    },
  ),
} as const satisfies Record<string, JsonSchema>;

export type HeaderName = keyof typeof headerDefinitions;

/** Header fields of requests. Each key is a name in `components.parameters` of the API document. */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Your unique name for this swipe, 1 to 128 visible ASCII characters: a UUID, or the reader’s name with a random value per start and a counter. If there is no response, retry the request with the same key. The retry gets the \`checkinCount\` of the first request, sends no second push, and completes what the first request did not finish. It may arrive after the no-show time, or while the first request is still running. Use a new key for each swipe: another swipe of the same person with a used key counts as a retry and checks in nothing. If both requests have a \`date\` and the dates are more than 15 minutes apart, the second gets a 422. No other field is compared. A key is remembered for ${IDEMPOTENCY_KEY_HOURS} hours from its first use, per API client and user. Several header fields of this name are joined by commas into one key.`,
    schema: { type: 'string', pattern: fields.idempotencyKey.pattern },
    example: 'gate-7-5f0c2a-000123',
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: `The language of \`message\` (RFC 9110, section 12.5.4): ${languages.map(({ tag }) => `\`${tag}\``).join(', ')}; by default \`en\`. Malformed or unavailable languages are ignored. Only messages are translated.`,
    schema: { type: 'string', default: 'en' },
    example: 'pt-BR, en;q=0.5',
  },
} as const satisfies Record<string, JsonSchema>;
