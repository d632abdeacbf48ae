import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { errorResponse } from '../../../shared/console-api/errors.ts';
import { type ConsoleErrorCode, consoleErrors } from '../../../shared/rules/errors.ts';
import { MAX_LIST_BODY_BYTES } from '../../../shared/rules/sizes.ts';
import {
  CONSOLE_API_PATH,
  CONSOLE_SCOPE,
  consoleRoutes,
  type ConsoleRoute,
  type ConsoleRouteId,
} from '../../../shared/console-api/routes.ts';
import { rolesWith } from '../../../shared/rules/roles.ts';
import { ruleOf } from '../../../shared/http/field.ts';
import { consoleEn } from '../../../shared/messages/console-en.ts';
import { refTo, toFieldSchema, toObjectSchema, type JsonSchema } from '../json-schema.ts';
import { consoleOperations, type ConsoleOperation } from './operations.ts';

const introduction = `The API of the web console. Send \`Authorization: Bearer\` with an access token of the deployment’s OpenID Connect issuer that has the scope \`${CONSOLE_SCOPE}\`. The token identifies the person. The list of members gives the person’s company and role, and the role determines what the person may do. A request can reach only the data of that company: anything of another company is a 404.

**Lists** take \`?limit&next\` and return \`{items, next?}\`. A value of \`next\` is valid only for its list and query.

**Changing an API client** needs \`If-Match\` with its \`ETag\` (428 if it is missing, 412 if the client has changed since).

**Idempotency-Key**: if the same member repeats a creation or rotation with the same body within ten minutes, the response has the same client and a new secret, which replaces the first one. If the first secret was used, the response is a 409.

**Errors** are \`{statusCode, code, message, requestId}\`, with \`errors\` if fields are invalid. Messages are in the language that \`Accept-Language\` requests. Requests that the gateway refuses get \`{message}\` only.`;

const isOptional = (schema: v.GenericSchema): boolean => schema.type === 'nullish';

const toResponseSchema = (schema: v.GenericSchema): JsonSchema => {
  const { $schema: _, ...described } = toJsonSchema(schema, { target: 'draft-2020-12' });
  return described;
};

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

const header = (name: string, description: string, isRequired: boolean): JsonSchema => ({
  name,
  in: 'header',
  required: isRequired,
  description,
  schema: { type: 'string' },
});

const toParameters = ({ path, ifMatch }: ConsoleRoute, { query, takesIdempotencyKey }: ConsoleOperation): unknown[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...Object.entries(query?.entries ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !isOptional(schema),
    schema: toFieldSchema(ruleOf(schema)),
  })),
  ...(ifMatch ? [header('If-Match', 'The ETag of the API client to change.', true)] : []),
  ...(takesIdempotencyKey ? [header('Idempotency-Key', '1 to 128 visible ASCII characters.', false)] : []),
];

const toRequestBody = ({ body }: ConsoleOperation): JsonSchema => {
  if (!body) return {};
  if (body !== 'file') {
    const schema = toObjectSchema(body);
    return { requestBody: { required: 'required' in schema, content: json(schema) } };
  }
  const content = {
    'text/csv': { schema: { type: 'string' } },
    'application/x-ndjson': { schema: { type: 'string' } },
  };
  const description = `Whole lines of a file, in UTF-8, at most ${MAX_LIST_BODY_BYTES / 1024} KiB. CSV must begin with the header row.`;
  return { requestBody: { required: true, description, content } };
};

const always: readonly ConsoleErrorCode[] = [
  'token_missing',
  'token_expired',
  'token_invalid',
  'insufficient_scope',
  'forbidden',
  'not_a_member',
  'internal_error',
  'dependency_unavailable',
];

const isList = ({ query }: ConsoleOperation): boolean => query !== undefined && 'next' in query.entries;

const errorsOf = ({ ifMatch }: ConsoleRoute, operation: ConsoleOperation): ReadonlySet<ConsoleErrorCode> =>
  new Set([
    ...always,
    ...(operation.body ? (['invalid_body', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...(operation.body || operation.query ? (['invalid_field'] as const) : []),
    ...(isList(operation) ? (['invalid_cursor'] as const) : []),
    ...(ifMatch ? (['precondition_required', 'precondition_failed'] as const) : []),
    ...(operation.errors ?? []),
  ]);

const headerDefinitions: Readonly<Record<string, JsonSchema>> = {
  'Cache-Control': { required: true, schema: { const: 'no-store' } },
  'Content-Language': { required: true, schema: { type: 'string' } },
  ETag: { required: true, description: 'Identifies the state of the API client.', schema: { type: 'string' } },
  'X-Request-Id': { required: true, schema: { type: 'string' } },
};

const headersOf = (names: readonly string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));

const EVERY_RESPONSE = ['Cache-Control', 'X-Request-Id'];

const toErrorResponses = ({ permission }: ConsoleRoute, codes: ReadonlySet<ConsoleErrorCode>): [number, JsonSchema][] =>
  [...Map.groupBy(codes, (code) => consoleErrors[code])].map(([status, ofStatus]) => [
    status,
    {
      description: ofStatus
        .map(
          (code) =>
            `\`${code}\`: ${consoleEn[code]({ roles: rolesWith(permission).join(', '), subject: '…', most: '…' })}`,
        )
        .join('\n\n'),
      headers: headersOf([...EVERY_RESPONSE, 'Content-Language']),
      content: json({
        allOf: [refTo('schemas', 'Error'), { properties: { code: { enum: ofStatus } } }],
      }),
    },
  ]);

const toSuccess = ({ summary, status, response, hasEtag }: ConsoleOperation): [number, JsonSchema] => [
  status ?? 200,
  {
    description: summary,
    headers: headersOf([...EVERY_RESPONSE, ...(hasEtag ? ['ETag'] : [])]),
    ...(response && { content: json(toResponseSchema(response)) }),
  },
];

const toOperation = (id: ConsoleRouteId): JsonSchema => {
  const [route, operation]: [ConsoleRoute, ConsoleOperation] = [consoleRoutes[id], consoleOperations[id]];
  const { summary, description = '' } = operation;
  return {
    operationId: id,
    summary,
    description: `${description} Roles: ${rolesWith(route.permission).join(', ')}.`.trim(),
    parameters: toParameters(route, operation),
    ...toRequestBody(operation),
    responses: Object.fromEntries([toSuccess(operation), ...toErrorResponses(route, errorsOf(route, operation))]),
  };
};

const toPaths = (): JsonSchema => {
  const ids = Object.keys(consoleRoutes) as ConsoleRouteId[];
  const byPath = Map.groupBy(ids, (id) => consoleRoutes[id].path);
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      path,
      Object.fromEntries(ofPath.map((id) => [consoleRoutes[id].method.toLowerCase(), toOperation(id)])),
    ]),
  );
};

/** The console's API in OpenAPI 3.1, made from its route table and schemas. @param version of the service */
export const makeConsoleDocument = (version: string): JsonSchema => ({
  openapi: '3.1.1',
  info: { title: 'API of the web console', description: introduction, version },
  servers: [{ url: CONSOLE_API_PATH, description: 'Below the address of the console.' }],
  security: [{ console: [] }],
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
    schemas: { Error: toResponseSchema(errorResponse) },
  },
});
