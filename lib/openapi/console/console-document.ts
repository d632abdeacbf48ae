import { MAX_LIST_BODY_BYTES } from '../../../shared/rules/byte-limits.ts';
import {
  CONSOLE_API_PATH,
  CONSOLE_SCOPE,
  consoleRoutes,
  type ConsoleRouteId,
} from '../../../shared/console-api/routes.ts';
import { consoleSchemas } from '../../../shared/console-api/schemas.ts';
import { rolesWith } from '../../../shared/rules/roles.ts';
import { ruleOf } from '../../../shared/http/field.ts';
import { isOptional, jsonContent, toFieldSchema, toObjectSchema, type JsonSchema } from '../json-schema.ts';
import { type ConsoleOperation, errorSchema, headerDefinitions, toConsoleResponses } from './responses.ts';

const introduction = `The API of the web console. Send \`Authorization: Bearer\` with an access token of the deployment’s OpenID Connect issuer that has the scope \`${CONSOLE_SCOPE}\`. The token identifies the person. The list of members gives the person’s company and role, and the role determines what the person may do. A request can reach only the data of that company: anything of another company is a 404.

**Lists** take \`?limit&next\` and return \`{items, next?}\`. A value of \`next\` is valid only for its list and query.

**Changing an API client or a user’s profile** needs \`If-Match\` with the \`ETag\` of the client or user (428 without \`If-Match\`, 412 if the \`ETag\` is no longer current).

**A new secret** is in one response only. If the response to a creation is lost, look for the API client in the list: rotating its secret returns a new one.

**Errors** are \`{statusCode, code, message, requestId}\`, with \`errors\` if fields are invalid. Messages are in the language that \`Accept-Language\` requests. Requests that the gateway or its authorizer refuses get \`{message}\` only: a missing or expired token is a 401 \`{"message": "Unauthorized"}\`.`;

const header = (name: string, description: string, isRequired: boolean): JsonSchema => ({
  name,
  in: 'header',
  required: isRequired,
  description,
  schema: { type: 'string' },
});

const toParameters = ({ path, ifMatch, query }: ConsoleOperation): unknown[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'Percent-encoded. An id that does not exist or is malformed gets a 404.',
    schema: { type: 'string' },
  })),
  ...Object.entries(query?.entries ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !isOptional(schema),
    ...(name === 'next' && { description: 'The `next` of the page before.' }),
    schema: toFieldSchema(ruleOf(schema)),
  })),
  ...(ifMatch ? [header('If-Match', 'The ETag of the API client or user to change.', true)] : []),
];

const toRequestBody = ({ body }: ConsoleOperation): JsonSchema => {
  if (!body) return {};
  if (body !== 'file') {
    const schema = toObjectSchema(body);
    return { requestBody: { required: 'required' in schema, content: jsonContent(schema) } };
  }
  const content = {
    'text/csv': { schema: { type: 'string' } },
    'application/x-ndjson': { schema: { type: 'string' } },
  };
  const description = `Whole lines of a file, in UTF-8, at most ${MAX_LIST_BODY_BYTES / 1024} KiB. CSV must begin with the header row.`;
  return { requestBody: { required: true, description, content } };
};

/** The tag of the routes whose path begins with this part. */
const tags: Readonly<Record<string, readonly [name: string, description: string]>> = {
  me: ['Me', 'The signed-in member.'],
  clients: ['API clients', 'Gates and booking systems, with their secrets.'],
  users: ['Users', 'The people of the company.'],
  bookings: ['Bookings', 'Check-ins by hand, and cancellations.'],
  imports: ['Imports', 'Files of users and bookings.'],
  'try-checkin': ['Try', 'A check-in that changes nothing.'],
  attendance: ['Attendance', 'Who came on a day.'],
  log: ['Log', 'Check-in requests and administrative actions.'],
  keys: ['Signing keys', 'The keys that sign tokens.'],
  members: ['Members', 'Who may use the console.'],
};

const tagOf = (path: string): string => tags[path.split('/')[1] ?? '']?.[0] ?? path;

const toOperation = (id: ConsoleRouteId): JsonSchema => {
  const operation: ConsoleOperation = { ...consoleRoutes[id], ...consoleSchemas[id] };
  const { path, permission, summary, description = '' } = operation;
  return {
    operationId: id,
    summary,
    tags: [tagOf(path)],
    description: `${description} Roles: ${rolesWith(permission).join(', ')}.`.trim(),
    parameters: toParameters(operation),
    ...toRequestBody(operation),
    responses: toConsoleResponses(operation),
  };
};

const toPaths = (): JsonSchema => {
  const ids = Object.keys(consoleRoutes) as ConsoleRouteId[];
  const byPath = Map.groupBy(ids, (id) => consoleRoutes[id].path);
  return Object.fromEntries(
    [...byPath].map(([path, pathIds]) => [
      path,
      Object.fromEntries(pathIds.map((id) => [consoleRoutes[id].method.toLowerCase(), toOperation(id)])),
    ]),
  );
};

/**
 * Returns the console's API in OpenAPI 3.1, made from the API's route table and schemas.
 * @param version the version of the service
 */
export const makeConsoleDocument = (version: string): JsonSchema => ({
  openapi: '3.1.1',
  info: { title: 'API of the web console', description: introduction, version },
  servers: [{ url: CONSOLE_API_PATH, description: 'Below the address of the console.' }],
  security: [{ console: [] }],
  tags: Object.values(tags).map(([name, description]) => ({ name, description })),
  paths: toPaths(),
  components: {
    securitySchemes: {
      console: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An access token of the deployment’s OpenID Connect issuer.',
      },
    },
    headers: headerDefinitions,
    schemas: { Error: errorSchema },
  },
});
