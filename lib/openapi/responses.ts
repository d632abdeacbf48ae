import type { ErrorCode } from '../../shared/domain/service-error.ts';
import { gatewayResponses as awsResponses, type GatewayResponse } from '../../shared/http/gateway-responses.ts';
import { errorTable } from '../../shared/http/error-table.ts';
import type { ResponseSchemaName } from './response-schemas.ts';
import { byName, type Example } from './examples.ts';
import type { HeaderName } from './headers.ts';
import { refTo, type JsonSchema } from './json-schema.ts';

/** What an operation says about its responses. */
export interface ResponseTexts {
  readonly success: {
    readonly statusCode: number;
    readonly description: string;
    /** Several: the response has one of them. */
    readonly schemas: readonly ResponseSchemaName[];
    readonly headers: readonly HeaderName[];
  };
  /** The errors of the operation. */
  readonly errors: readonly ErrorCode[];
  /** Whether every response has `Cache-Control: no-store`. */
  readonly isNotStored: boolean;
}

/** When each error occurs, and what the caller should do. */
const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  invalid_body: 'The body is not a JSON object in UTF-8. Fix the request; repeating it does not help.',
  invalid_field: 'Fields of the body are missing or malformed: `errors` names each. Fix the request.',
  invalid_idempotency_key: 'The Idempotency-Key is malformed. Fix the request.',
  invalid_credentials:
    'The client is unknown or disabled, or its secret is wrong or has ended; the response does not say which. Stop, and ask the operator.',
  token_missing: 'No bearer token was sent.',
  token_expired: 'The token has expired. Get new tokens: refresh or, if that is refused, `POST /auth`.',
  token_invalid:
    'The token is revoked or forged, a refresh token was sent in place of an access token or the reverse, or the client is disabled. Get new tokens: refresh or, if that is refused, `POST /auth`.',
  insufficient_scope:
    'The token or its client does not have the scope that the operation needs; WWW-Authenticate names it. Ask the operator. After the client gets the scope, it must refresh or log in to get tokens with it.',
  user_not_found:
    'No user of the client’s company has all the given identifiers. A user of another company does not exist for the client.',
  idempotency_key_reused:
    'The Idempotency-Key belongs to an earlier check-in of this user whose date is more than 15 minutes away. Nothing was checked in. Use a new key for each swipe.',
  body_too_large: 'The body is larger than 16 KiB, or 256 KiB for the batch and sync routes.',
  unsupported_media_type: 'The Content-Type is missing, or not JSON.',
  internal_error: 'The service failed. Tell the operator the `requestId`; a repeat may succeed.',
  dependency_unavailable:
    'The service’s data is not available at the moment. Repeat after Retry-After with growing, random delays and the same Idempotency-Key. Check-ins that were made stay, and the repeat completes the others.',
};

interface DescribedGatewayResponse {
  readonly response: readonly [status: number, message: string];
  readonly when: string;
}

const of = (response: GatewayResponse, when: string): DescribedGatewayResponse => ({ response, when });

/** The gateway's own responses to any operation. The local service does not throttle, and waits for its functions. */
const gatewayResponses: readonly DescribedGatewayResponse[] = [
  of(awsResponses.badRequest, 'The gateway cannot read the request as HTTP.'),
  of(awsResponses.requestTimeout, 'The request did not arrive completely in time. Repeat it.'),
  of(awsResponses.tooLarge, 'The body is larger than 10 MiB.'),
  {
    response: [429, 'Too Many Requests'],
    when: 'Too many requests per second from all clients together. Repeat it with growing, random delays; there is no Retry-After.',
  },
  of(awsResponses.headersTooLarge, 'The header fields are too large.'),
  of(awsResponses.failed, 'The service failed without a message. Repeat it later, with the same Idempotency-Key.'),
  {
    response: [503, 'Service Unavailable'],
    when: 'The service gave no response in time. Repeat it with growing, random delays and the same Idempotency-Key.',
  },
];

/** One status of an operation: its errors of the service and of the gateway. */
interface Status {
  readonly codes: readonly ErrorCode[];
  readonly gateway: DescribedGatewayResponse | undefined;
}

const statusOf = (statusCode: number, { errors }: ResponseTexts): Status => ({
  codes: errors.filter((code) => errorTable[code].statusCode === statusCode),
  gateway: gatewayResponses.find(({ response: [status] }) => status === statusCode),
});

const schemasOf = ({ codes, gateway }: Status): ResponseSchemaName[] => [
  ...(codes.some((code) => code !== 'invalid_field') ? ['Error' as const] : []),
  ...(codes.includes('invalid_field') ? ['FieldErrors' as const] : []),
  ...(gateway ? ['GatewayError' as const] : []),
];

const useHeaders = (names: readonly HeaderName[], required: boolean): JsonSchema =>
  Object.fromEntries(
    names.map((name) => [name, required ? { ...refTo('headers', name), required } : refTo('headers', name)]),
  );

/** A header that the service always sends is not required in OpenAPI if the gateway can respond too. */
const headersOf = ({ codes, gateway }: Status, { isNotStored }: ResponseTexts): JsonSchema => {
  const own: HeaderName[] = ['X-Request-Id', 'Content-Language', ...(isNotStored ? ['Cache-Control' as const] : [])];
  const special = codes.flatMap((code) => Object.keys(errorTable[code].headers ?? {}) as HeaderName[]);
  const names = codes.length > 0 ? [...new Set([...own, ...special])] : [];
  return { ...useHeaders(['Apigw-Requestid'], true), ...useHeaders(names, gateway === undefined) };
};

const describeStatus = ({ codes, gateway }: Status): string =>
  [
    ...codes.map((code) => `\`${code}\`: ${errorMeanings[code]}`),
    ...(gateway ? [`From the gateway: ${gateway.when}`] : []),
  ].join('\n\n');

/** A reference, or any of several. */
const anyOf = (names: readonly ResponseSchemaName[]): JsonSchema => {
  const [schema, ...others] = names.map((name) => refTo('schemas', name));
  return others.length > 0 || !schema ? { anyOf: [schema, ...others] } : schema;
};

const examplesOf = (statusCode: number, { gateway }: Status, examples: readonly Example[]): JsonSchema => ({
  ...byName(
    examples.filter(({ response }) => response.status === statusCode),
    ({ response }) => response.body,
  ),
  ...(gateway && { gateway: { summary: 'From the gateway', value: { message: gateway.response[1] } } }),
});

const toErrorResponse = (statusCode: number, operation: ResponseTexts, examples: readonly Example[]): JsonSchema => {
  const status = statusOf(statusCode, operation);
  return {
    description: describeStatus(status),
    headers: headersOf(status, operation),
    content: {
      'application/json': {
        schema: anyOf(schemasOf(status)),
        examples: examplesOf(statusCode, status, examples),
      },
    },
  };
};

const toSuccessResponse = ({ success, isNotStored }: ResponseTexts, examples: readonly Example[]): JsonSchema => {
  const own = ['Apigw-Requestid', 'X-Request-Id', ...success.headers] as const;
  const good = examples.filter(({ response }) => response.status === success.statusCode);
  return {
    description: success.description,
    headers: useHeaders([...own, ...(isNotStored ? ['Cache-Control' as const] : [])], true),
    content: {
      'application/json': {
        schema: anyOf(success.schemas),
        examples: byName(good, ({ response }) => response.body),
      },
    },
  };
};

/** Every response that an operation can get, by its status. */
export const toResponses = (operation: ResponseTexts, examples: readonly Example[]): JsonSchema => {
  const ownStatuses = operation.errors.map((code) => errorTable[code].statusCode);
  const statuses = new Set([...ownStatuses, ...gatewayResponses.map(({ response: [status] }) => status)]);
  const errors = [...statuses].map((status) => [status, toErrorResponse(status, operation, examples)] as const);
  // Object.fromEntries sorts whole numbers as keys.
  return Object.fromEntries([[operation.success.statusCode, toSuccessResponse(operation, examples)], ...errors]);
};
