import { allScopes } from '../../shared/domain/scope.ts';
import { languages } from '../../shared/http/choose-language.ts';
import { challengeFor, errorTable } from '../../shared/http/error-table.ts';
import type { JsonSchema } from './json-schema.ts';

/** The values that the error table gives to a header. */
const valuesOf = (name: string): string[] => {
  const values = Object.values(errorTable).map(({ headers = {} }) => headers[name]);
  return [...new Set(values.filter((value) => value !== undefined))];
};

const challenges = [...valuesOf('WWW-Authenticate'), ...allScopes.map(challengeFor)];

const header = (description: string, schema: JsonSchema): JsonSchema => ({ description, schema });

/** The header fields of answers, by their names. `required` is said where a response uses one. */
export const headerDefinitions = {
  'X-Request-Id': header('Names the request in the service’s log. With every answer of the service itself.', {
    type: 'string',
    minLength: 1,
  }),
  'Apigw-Requestid': header('The gateway’s name for the request, the same as X-Request-Id. With every answer.', {
    type: 'string',
    minLength: 1,
  }),
  'Content-Language': header('The language of the messages (RFC 9110, section 8.5).', {
    type: 'string',
    enum: languages.map(({ tag }) => tag),
  }),
  'Cache-Control': header('The answer is not to be stored on its way.', { type: 'string', const: 'no-store' }),
  'WWW-Authenticate': header(
    'How to authenticate (RFC 6750, section 3). An error is named only where a token was sent.',
    {
      type: 'string',
      enum: challenges,
    },
  ),
  'Retry-After': header(
    'Seconds to wait at least before repeating the request: these or the delay of your own, whichever is longer.',
    {
      type: 'string',
      pattern: String.raw`^\d+$`,
      examples: valuesOf('Retry-After'),
    },
  ),
} as const satisfies Record<string, JsonSchema>;

export type HeaderName = keyof typeof headerDefinitions;
