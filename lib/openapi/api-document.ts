import type { Operation } from '../../shared/http/operation.ts';
import { routes, type RouteId } from '../../shared/routes.ts';
import type { Scope } from '../../shared/rules/api-clients.ts';
import { toResponseSchemas } from './response-schemas.ts';
import { byName, examplesOf, type Example } from './examples.ts';
import { headerDefinitions, parameters } from './headers.ts';
import { refTo, type JsonSchema } from './json-schema.ts';
import { operations, requests, responses } from './operations.ts';
import { toRequestSchemas } from './request-schemas.ts';
import { toResponses } from './responses.ts';

const introduction = `When somebody badges at a gate, the gate’s system (the *API client*) calls this service, and the service checks that person in to every booking that is open at that time.

1. **Log in** once with the credentials from the operator, and keep the token set.
2. **Check in** with the access token, and a new \`Idempotency-Key\` for each swipe.
3. **Refresh** with the refresh token shortly before the access token expires, or when a call gets a 401. If the refresh is rejected, log in again.

An API client belongs to one company and sees only its users and bookings.

**Units.** Expirations are integer milliseconds since 1970-01-01T00:00:00Z; times in requests and messages are RFC 3339 date-times with an offset.

**Errors** are \`{statusCode, code, message, requestId}\`, with \`errors\` if fields are invalid. Programs should use \`code\`. Retry a request on 408, 429, 500, 502, 503, 504 and when there is no response, with growing, random delays and the same Idempotency-Key. For any other 4xx, change the request. Errors of the gateway have \`{message}\` only. A 404 without \`requestId\` means a wrong URL or method, such as an additional slash at the end.

**Messages** are in English, Brazilian Portuguese, Spanish or German, selected by \`Accept-Language\`. Statuses, numbers and names do not depend on it.

**Compatibility.** Within a major version, nothing that is described here is removed or changes its meaning. Minor versions may add optional fields and headers of requests, headers of responses, fields and codes of errors, operations, languages, and fields of a successful response that a request must ask for. They may also change the texts of messages. Ignore headers and fields that you do not know, and do not compare messages. Unknown fields of a request are ignored, except in items of sync, where they are an error.`;

const scopeMeanings = {
  checkin: 'Check people in.',
  sync: 'Read and write users and bookings.',
} as const satisfies Record<Scope, string>;

/** Version of the API by Semantic Versioning; see CHANGELOG.md. */
export const API_VERSION = '2.0.0';

const bearer = (tokenName: string, lifetime: string): JsonSchema => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: `The ${tokenName} token of the last token set. Its lifetime is ${lifetime}, unless the deployment changes it.`,
});

const JSON_TYPE = 'application/json';

const toRequestBody = (
  schema: string,
  { bodyLimit = '16 KiB', bodyType = JSON_TYPE }: Operation,
  examples: readonly Example[],
): JsonSchema => ({
  required: true,
  description: `${bodyType === JSON_TYPE ? 'JSON' : 'A form'} in UTF-8, at most ${bodyLimit}.`,
  content: {
    [bodyType]: {
      schema: refTo('schemas', schema),
      examples: byName(
        examples.filter(({ request }) => request !== undefined),
        ({ request }) => request,
      ),
    },
  },
});

interface Tag {
  readonly name: string;
  readonly description: string;
  /** The scope that the access token of an operation needs. */
  readonly scope?: Scope;
}

const tokens: Tag = {
  name: 'Tokens',
  description:
    'Exchange credentials for tokens, and a refresh token for new tokens; the keys that verify access tokens.',
};
/** The other tags, by the first part of the path. */
const tags: Readonly<Record<string, Tag>> = {
  scheduling: { name: 'Check-in', description: 'Checking people in.', scope: 'checkin' },
  sync: {
    name: 'Sync',
    description: 'Users and bookings, from the systems that own them, and the state of bookings.',
    scope: 'sync',
  },
};

const tagOf = (id: RouteId): Tag => tags[routes[id].path.split('/')[1] ?? ''] ?? tokens;

/**
 * The name of the OAuth scheme. It must sort before `accessToken`, because the TypeScript client sends the header of the last
 * security scheme, and omits `Bearer` for OAuth.
 */
const OAUTH = 'OAuth2';

const toSecurity = (id: RouteId): readonly JsonSchema[] => {
  const { security } = operations[id];
  if (!security) return [];
  // Without Basic, the credentials are in the form.
  if (security === 'clientSecret') return [{ clientSecret: [] }, {}];
  const { scope } = tagOf(id);
  return [{ [security]: [] }, ...(scope === undefined ? [] : [{ [OAUTH]: [scope] }])];
};

const toOperation = (id: RouteId, allExamples: readonly Example[]): JsonSchema => {
  const operation = operations[id];
  const { summary, description, requestBody, parameters: names = [] } = operation;
  const examples = examplesOf(id, allExamples);
  return {
    operationId: id,
    summary,
    description,
    tags: [tagOf(id).name],
    security: toSecurity(id),
    parameters: names.map((name) => refTo('parameters', name)),
    ...(requestBody && { requestBody: toRequestBody(requestBody, operation, examples) }),
    responses: toResponses(operation, examples),
  };
};

const toPaths = (examples: readonly Example[]): JsonSchema => {
  const ids = Object.keys(routes) as RouteId[];
  const toPath = (id: RouteId) => [routes[id].path, { [routes[id].method.toLowerCase()]: toOperation(id, examples) }];
  return Object.fromEntries(ids.map(toPath));
};

/** Returns the API in OpenAPI 3.1. @param examples requests to the running service, with its responses */
export const makeApiDocument = (examples: readonly Example[]): JsonSchema => ({
  openapi: '3.1.1',
  info: {
    title: 'Access-token and check-in service',
    summary: 'Checks people in on their desk and parking bookings when they badge at a gate.',
    description: introduction,
    version: API_VERSION,
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  servers: [
    {
      url: 'http://127.0.0.1:3000',
      description:
        'On your own machine: npm start. Its bookings are around the present time: leave the date out to find them.',
    },
    {
      url: 'https://{host}',
      description: 'A deployment. Ask its operator for the host.',
      variables: { host: { default: 'api.example.com', description: 'Host of the deployment.' } },
    },
  ],
  tags: [tokens, ...Object.values(tags)].map(({ name, description }) => ({ name, description })),
  paths: toPaths(examples),
  components: {
    securitySchemes: {
      accessToken: bearer('access', 'an hour'),
      refreshToken: bearer('refresh', '7 days'),
      clientSecret: {
        type: 'http',
        scheme: 'basic',
        description: 'The client id and secret, each form-encoded (RFC 6749, section 2.3.1).',
      },
      [OAUTH]: {
        type: 'oauth2',
        description: 'The same access tokens, for software that gets them with the client credentials grant.',
        flows: { clientCredentials: { tokenUrl: routes.oauthToken.path, scopes: scopeMeanings } },
      },
    },
    parameters,
    headers: headerDefinitions,
    schemas: { ...toRequestSchemas(requests), ...toResponseSchemas(responses) },
  },
});
