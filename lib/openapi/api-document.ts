import { routes, type RouteId } from '../../shared/routes.ts';
import { answerSchemas } from './answer-schemas.ts';
import { byName, type Example } from './examples.ts';
import { headerDefinitions } from './headers.ts';
import { introduction } from './introduction.ts';
import { refTo, type JsonSchema } from './json-schema.ts';
import { operations } from './operations.ts';
import { parameters } from './parameters.ts';
import { requestSchemas } from './request-schemas.ts';
import { toResponses } from './responses.ts';

/** Version of the API, as Semantic Versioning has it; CHANGELOG.md says what each brought. */
export const API_VERSION = '1.0.0';

const bearer = (which: string, lifetime: string): JsonSchema => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: `The ${which} token of the last token set. It lives ${lifetime}, unless the deployment says otherwise.`,
});

const toRequestBody = (schema: string, examples: readonly Example[]): JsonSchema => ({
  required: true,
  description: 'JSON in UTF-8, at most 16 KiB.',
  content: {
    'application/json': {
      schema: refTo('schemas', schema),
      examples: byName(
        examples.filter(({ request }) => request?.body !== undefined),
        ({ request }) => request?.body,
      ),
    },
  },
});

const toOperation = (id: RouteId, all: readonly Example[]): JsonSchema => {
  const operation = operations[id];
  const { summary, description, requestBody, security } = operation;
  const examples = all.filter((example) => example.operation === id);
  return {
    operationId: id,
    summary,
    description,
    tags: [id === 'checkin' ? 'Check-in' : 'Tokens'],
    security: security ? [{ [security]: [] }] : [],
    parameters: operation.parameters.map((name) => refTo('parameters', name)),
    ...(requestBody && { requestBody: toRequestBody(requestBody, examples) }),
    responses: toResponses(operation, examples),
  };
};

const toPaths = (examples: readonly Example[]): JsonSchema => {
  const ids = Object.keys(routes) as RouteId[];
  const toPath = (id: RouteId) => [routes[id].path, { [routes[id].method.toLowerCase()]: toOperation(id, examples) }];
  return Object.fromEntries(ids.map(toPath));
};

/** The API in OpenAPI 3.1. @param examples answers of the running service. */
export const makeApiDocument = (examples: readonly Example[]): JsonSchema => ({
  openapi: '3.1.1',
  info: {
    title: 'Access-token and check-in service',
    summary: 'Checks people in on their desk and parking bookings when they badge at a gate.',
    description: introduction,
    version: API_VERSION,
  },
  servers: [
    {
      url: 'http://127.0.0.1:3000',
      description:
        'On your own machine: npm start. Its bookings are around the present moment: leave the date out to find them.',
    },
    {
      url: 'https://{host}',
      description: 'A deployment; its operator names the host.',
      variables: { host: { default: 'api.example.com', description: 'Host of the deployment.' } },
    },
  ],
  tags: [
    { name: 'Tokens', description: 'Credentials for tokens, and tokens for new ones.' },
    { name: 'Check-in', description: 'Checking people in.' },
  ],
  paths: toPaths(examples),
  components: {
    securitySchemes: { accessToken: bearer('access', 'an hour'), refreshToken: bearer('refresh', '7 days') },
    parameters,
    headers: headerDefinitions,
    schemas: { ...requestSchemas, ...answerSchemas },
  },
});
