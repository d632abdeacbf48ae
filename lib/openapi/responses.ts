import {
  describeError,
  describedGatewayResponses,
  type AnyErrorCode,
  type DescribedGatewayResponse,
} from './error-texts.ts';
import type { ResponseSchemaName } from './response-schemas.ts';
import { byName, type Example } from './examples.ts';
import type { HeaderName } from './headers.ts';
import { refTo, type JsonSchema } from './json-schema.ts';

export interface ResponseTexts {
  readonly success: {
    /** Default: 200. */
    readonly statusCode?: number;
    readonly description: string;
    readonly schema: ResponseSchemaName;
    /** The response has a message, in the language that Content-Language names. */
    readonly isTranslated?: true;
  };
  readonly errors: readonly AnyErrorCode[];
  /** Default: `Error`. `OAuthError` is not translated. */
  readonly errorSchema?: 'Error' | 'OAuthError';
  /** Every response has `Cache-Control: no-store`. */
  readonly isNotStored?: true;
}

/** One status of an operation, with the service's errors and the gateway's. */
interface Status {
  readonly codes: readonly AnyErrorCode[];
  readonly gateway: DescribedGatewayResponse | undefined;
}

const statusOf = (statusCode: number, { errors }: ResponseTexts): Status => ({
  codes: errors.filter((code) => describeError(code).statusCode === statusCode),
  gateway: describedGatewayResponses.find(({ response: [status] }) => status === statusCode),
});

const useHeaders = (names: readonly HeaderName[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));

const headersOf = ({ codes }: Status, { isNotStored, errorSchema }: ResponseTexts): JsonSchema => {
  const own: HeaderName[] = [
    'X-Request-Id',
    ...(errorSchema === 'OAuthError' ? [] : ['Content-Language' as const]),
    ...(isNotStored ? ['Cache-Control' as const] : []),
  ];
  const special = codes.flatMap((code) => Object.keys(describeError(code).headers ?? {}) as HeaderName[]);
  return useHeaders(['Apigw-Requestid', ...(codes.length > 0 ? new Set([...own, ...special]) : [])]);
};

const describeStatus = ({ codes, gateway }: Status): string =>
  [
    ...codes.map((code) => `\`${code}\`: ${describeError(code).meaning}`),
    ...(gateway ? [`From the gateway: ${gateway.when}`] : []),
  ].join('\n\n');

const examplesOf = (
  statusCode: number,
  { gateway }: Pick<Status, 'gateway'>,
  examples: readonly Example[],
): JsonSchema => ({
  ...byName(
    examples.filter(({ response }) => response.status === statusCode),
    ({ response }) => response.body,
  ),
  ...(gateway && { gateway: { summary: 'From the gateway', value: { message: gateway.response[1] } } }),
});

const json = (schema: string, examples: JsonSchema): JsonSchema => ({
  'application/json': { schema: refTo('schemas', schema), examples },
});

const toErrorResponse = (statusCode: number, operation: ResponseTexts, examples: readonly Example[]): JsonSchema => {
  const status = statusOf(statusCode, operation);
  return {
    description: describeStatus(status),
    headers: headersOf(status, operation),
    content: json(operation.errorSchema ?? 'Error', examplesOf(statusCode, status, examples)),
  };
};

/** Every response that an operation can get, by its status. */
export const toResponses = (operation: ResponseTexts, examples: readonly Example[]): JsonSchema => {
  const { success, isNotStored } = operation;
  const { statusCode = 200, description, schema, isTranslated } = success;
  const ownHeaders: readonly HeaderName[] = [
    'Apigw-Requestid',
    'X-Request-Id',
    ...(isTranslated ? ['Content-Language' as const] : []),
    ...(isNotStored ? ['Cache-Control' as const] : []),
  ];
  const done = {
    description,
    headers: useHeaders(ownHeaders),
    content: json(schema, examplesOf(statusCode, { gateway: undefined }, examples)),
  };
  const ownStatuses = operation.errors.map((code) => describeError(code).statusCode);
  const statuses = new Set([...ownStatuses, ...describedGatewayResponses.map(({ response: [status] }) => status)]);
  const errors = [...statuses].map((status) => [status, toErrorResponse(status, operation, examples)] as const);
  // No need to sort: JavaScript keeps integer-like keys in ascending order.
  return Object.fromEntries([[statusCode, done], ...errors]);
};
