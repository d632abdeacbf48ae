import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { errorResponse, type RouteSchemas } from '../../../shared/console-api/parts.ts';
import type { ConsoleRoute } from '../../../shared/console-api/routes.ts';
import { gatewayResponses } from '../../../shared/http/gateway-responses.ts';
import { messagesByTag } from '../../../shared/messages/messages.ts';
import { consoleErrors, type ConsoleErrorCode } from '../../../shared/rules/errors.ts';
import { formatText } from '../../../shared/rules/format-text.ts';
import { MAX_DEVICES } from '../../../shared/domain/user.ts';
import { MAX_INVITATIONS, MAX_MEMBERS, rolesWith } from '../../../shared/rules/roles.ts';
import { describedGatewayResponses, type DescribedGatewayResponse } from '../error-texts.ts';
import { jsonContent, refsToHeaders, refTo, type JsonSchema } from '../json-schema.ts';

/** All that is known about a route. */
export type ConsoleOperation = ConsoleRoute & RouteSchemas;

/** The responses that the gateway sends without calling the function, including those of its authorizer. */
const gatewayErrors: readonly DescribedGatewayResponse[] = [
  ...describedGatewayResponses,
  {
    response: gatewayResponses.unauthorized,
    when: 'The authorizer found no token, or a token that is malformed, expired, or from another issuer or for another audience. With `WWW-Authenticate: Bearer`.',
  },
  { response: gatewayResponses.forbidden, when: 'The token does not have the scope.' },
];

const commonErrors: readonly ConsoleErrorCode[] = [
  'token_missing',
  'token_expired',
  'token_invalid',
  'insufficient_scope',
  'forbidden',
  'not_a_member',
  'internal_error',
  'dependency_unavailable',
];

/** `{clientId}` in the path → `client_not_found` */
const notFoundErrors = (path: string): ConsoleErrorCode[] =>
  [...path.matchAll(/\{(\w+)Id\}/g)].map(([, noun]) => `${noun}_not_found` as ConsoleErrorCode);

const isList = ({ query, body }: ConsoleOperation): boolean =>
  [query, body].some((one) => typeof one === 'object' && 'next' in one.entries);

const errorsOf = (operation: ConsoleOperation): readonly ConsoleErrorCode[] => [
  ...new Set([
    ...commonErrors,
    ...(operation.body ? (['invalid_body', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...(operation.body || operation.query ? (['invalid_field'] as const) : []),
    ...(isList(operation) ? (['invalid_cursor'] as const) : []),
    ...(operation.ifMatch ? (['precondition_required', 'precondition_failed'] as const) : []),
    ...notFoundErrors(operation.path),
    ...(operation.errors ?? []),
  ]),
];

export const headerDefinitions: Readonly<Record<string, JsonSchema>> = {
  'Cache-Control': { description: 'No cache may store the response.', schema: { const: 'no-store' } },
  'Content-Language': { description: 'The language of the message.', schema: { type: 'string' } },
  ETag: { required: true, description: 'Identifies the state of the API client or user.', schema: { type: 'string' } },
  'X-Request-Id': { description: 'The id of the request in the service’s log.', schema: { type: 'string' } },
};

const EVERY_RESPONSE = ['Cache-Control', 'X-Request-Id'];

const toResponseSchema = (schema: v.GenericSchema): JsonSchema => {
  const { $schema: _, ...described } = toJsonSchema(schema, { target: 'draft-2020-12' });
  return described;
};

/** Requires only `message`, because the gateway sends nothing else. */
export const errorSchema: JsonSchema = {
  ...toResponseSchema(errorResponse),
  description: 'An error. The service sends all members but `errors`; the gateway sends `message` only.',
  required: ['message'],
};

const maximums: Readonly<Partial<Record<ConsoleErrorCode, number>>> = {
  too_many_members: MAX_MEMBERS,
  too_many_invitations: MAX_INVITATIONS,
  too_many_devices: MAX_DEVICES,
};

const { consoleErrors: texts, anotherCompany } = messagesByTag.en;

const describeError = (code: ConsoleErrorCode, roles: string): string => {
  const values = {
    roles,
    subject: '…',
    max: maximums[code] ?? '…',
    companyId: anotherCompany,
    reason: '',
    prefix: '…',
  };
  return formatText('en', texts[code], values).trimEnd();
};

const toErrorResponse = (
  codes: readonly ConsoleErrorCode[],
  gateway: DescribedGatewayResponse | undefined,
  roles: string,
): JsonSchema => ({
  description: [
    ...codes.map((code) => `\`${code}\`: ${describeError(code, roles)}`),
    ...(gateway ? [`From the gateway, \`{"message": "${gateway.response[1]}"}\`: ${gateway.when}`] : []),
  ].join('\n\n'),
  ...(codes.length > 0 && { headers: refsToHeaders([...EVERY_RESPONSE, 'Content-Language']) }),
  content: jsonContent(
    codes.length > 0
      ? { allOf: [refTo('schemas', 'Error'), { properties: { code: { enum: codes } } }] }
      : refTo('schemas', 'Error'),
  ),
});

/** Returns every response that an operation can get, by status. */
export const toConsoleResponses = (operation: ConsoleOperation): JsonSchema => {
  const { summary, permission, response, status = response ? 200 : 204 } = operation;
  const codes = errorsOf(operation);
  const roles = rolesWith(permission).join(', ');
  const statuses = new Set([
    ...codes.map((code) => consoleErrors[code]),
    ...gatewayErrors.map((one) => one.response[0]),
  ]);
  const errors = [...statuses].map((errorStatus): [number, JsonSchema] => [
    errorStatus,
    toErrorResponse(
      codes.filter((code) => consoleErrors[code] === errorStatus),
      gatewayErrors.find(({ response: [gatewayStatus] }) => gatewayStatus === errorStatus),
      roles,
    ),
  ]);
  const schema = response && toResponseSchema(response);
  const { etag, client } = { ...(schema?.['properties'] as JsonSchema | undefined) };
  const success: JsonSchema = {
    description: summary,
    headers: refsToHeaders([...EVERY_RESPONSE, ...(etag || client ? ['ETag'] : [])]),
    ...(schema && { content: jsonContent(schema) }),
  };
  return Object.fromEntries([[status, success], ...errors]);
};
