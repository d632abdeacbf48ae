import { oauthErrors, type OAuthErrorCode } from '../../functions/auth/oauth-error.ts';
import type { Operation } from '../../shared/http/operation.ts';
import {
  describeError,
  describedGatewayResponses,
  type AnyErrorCode,
  type DescribedGatewayResponse,
} from './error-texts.ts';
import { byName, codeOf, type Example } from './examples.ts';
import type { HeaderName } from './headers.ts';
import { jsonContent, refsToHeaders, refTo, type JsonSchema } from './json-schema.ts';

/** What an operation can return with one status: errors of the service, a response of the gateway, or both. */
interface Status {
  readonly codes: readonly AnyErrorCode[];
  readonly gateway: DescribedGatewayResponse | undefined;
}

const errorsOf = ({ requestBody, security, errors = [], errorSchema }: Operation): readonly AnyErrorCode[] => {
  if (errorSchema === 'OAuthError') return Object.keys(oauthErrors) as OAuthErrorCode[];
  return [
    ...errors,
    ...(security ? (['token_missing', 'token_expired', 'token_invalid'] as const) : []),
    ...(security === 'accessToken' ? (['insufficient_scope'] as const) : []),
    ...(requestBody ? (['invalid_body', 'invalid_field', 'body_too_large', 'unsupported_media_type'] as const) : []),
    'internal_error',
    'dependency_unavailable',
  ];
};

const statusOf = (statusCode: number, operation: Operation): Status => ({
  codes: errorsOf(operation).filter((code) => describeError(code).statusCode === statusCode),
  gateway: describedGatewayResponses.find(({ response: [status] }) => status === statusCode),
});

const headersOfService = ({ hasCacheControl, errorSchema }: Operation, isTranslated: boolean): HeaderName[] => [
  'X-Request-Id',
  ...(isTranslated ? (['Content-Language'] as const) : []),
  ...(hasCacheControl ? (['Cache-Control'] as const) : []),
  ...(errorSchema === 'OAuthError' ? (['Pragma'] as const) : []),
];

/** The gateway adds its own header to every response. */
const toHeaders = (names: readonly HeaderName[]): JsonSchema => refsToHeaders(['Apigw-Requestid', ...names]);

const headersOfError = ({ codes }: Status, operation: Operation): JsonSchema => {
  if (codes.length === 0) return toHeaders([]);
  const specific = codes.flatMap((code) => Object.keys(describeError(code).headers ?? {}) as HeaderName[]);
  return toHeaders([...headersOfService(operation, operation.errorSchema !== 'OAuthError'), ...specific]);
};

const describeStatus = ({ codes, gateway }: Status): string =>
  [
    ...codes.map((code) => `\`${code}\`: ${describeError(code).meaning}`),
    ...(gateway ? [`From the gateway: ${gateway.when}`] : []),
  ].join('\n\n');

/** The examples with this status. An error with a code is included only if the operation can return that code. */
const toExamples = (statusCode: number, { codes, gateway }: Status, examples: readonly Example[]): JsonSchema => ({
  ...byName(
    examples.filter((example) => {
      const code = codeOf(example);
      return example.status === statusCode && (code === undefined || codes.some((one) => one === code));
    }),
    ({ response }) => response,
  ),
  ...(gateway && { gateway: { summary: 'From the gateway', value: { message: gateway.response[1] } } }),
});

const toErrorResponse = (statusCode: number, operation: Operation, examples: readonly Example[]): JsonSchema => {
  const status = statusOf(statusCode, operation);
  return {
    description: describeStatus(status),
    headers: headersOfError(status, operation),
    content: jsonContent(refTo('schemas', operation.errorSchema ?? 'Error'), toExamples(statusCode, status, examples)),
  };
};

/** Returns every response of an operation, by status. */
export const toResponses = (operation: Operation, examples: readonly Example[]): JsonSchema => {
  const { statusCode = 200, description, schema, isTranslated = false } = operation.success;
  const successResponse = {
    description,
    headers: toHeaders(headersOfService(operation, isTranslated)),
    content: jsonContent(refTo('schemas', schema), toExamples(statusCode, { codes: [], gateway: undefined }, examples)),
  };
  const serviceStatuses = errorsOf(operation).map((code) => describeError(code).statusCode);
  const statuses = new Set([...serviceStatuses, ...describedGatewayResponses.map(({ response: [status] }) => status)]);
  const errors = [...statuses].map((status) => [status, toErrorResponse(status, operation, examples)] as const);
  // No need to sort: JavaScript keeps integer-like keys in ascending order.
  return Object.fromEntries([[statusCode, successResponse], ...errors]);
};
