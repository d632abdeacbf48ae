import type { ErrorCode } from '../../shared/domain/service-error.ts';
import { errorTable } from '../../shared/http/error-table.ts';
import type { AnswerSchemaName } from './answer-schemas.ts';
import { errorMeanings } from './error-meanings.ts';
import { byName, type Example } from './examples.ts';
import { gatewayResponses } from './gateway-responses.ts';
import type { HeaderName } from './headers.ts';
import { refTo, type JsonSchema } from './json-schema.ts';
import type { OperationText } from './operations.ts';

/** One status of an operation: what it stands for, from the service and from the gateway. */
interface Status {
  readonly codes: readonly ErrorCode[];
  readonly gateway: (typeof gatewayResponses)[number] | undefined;
}

const statusOf = (statusCode: number, { errors }: OperationText): Status => ({
  codes: errors.filter((code) => errorTable[code].statusCode === statusCode),
  gateway: gatewayResponses.find(({ response: [status] }) => status === statusCode),
});

const schemasOf = ({ codes, gateway }: Status): AnswerSchemaName[] => [
  ...(codes.some((code) => code !== 'invalid_field') ? ['Error' as const] : []),
  ...(codes.includes('invalid_field') ? ['FieldErrors' as const] : []),
  ...(gateway ? ['GatewayError' as const] : []),
];

const useHeaders = (names: readonly HeaderName[], required: boolean): JsonSchema =>
  Object.fromEntries(
    names.map((name) => [name, required ? { ...refTo('headers', name), required } : refTo('headers', name)]),
  );

/** OpenAPI knows a header as required or not: what the service always sends is not, where the gateway answers too. */
const headersOf = ({ codes, gateway }: Status, { isNotStored }: OperationText): JsonSchema => {
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

const examplesOf = (statusCode: number, { gateway }: Status, examples: readonly Example[]): JsonSchema => ({
  ...byName(
    examples.filter(({ answer }) => answer.status === statusCode),
    ({ answer }) => answer.body,
  ),
  ...(gateway && { gateway: { summary: 'From the gateway', value: { message: gateway.response[1] } } }),
});

const toErrorResponse = (statusCode: number, operation: OperationText, examples: readonly Example[]): JsonSchema => {
  const status = statusOf(statusCode, operation);
  const [schema, ...others] = schemasOf(status).map((name) => refTo('schemas', name));
  return {
    description: describeStatus(status),
    headers: headersOf(status, operation),
    content: {
      'application/json': {
        schema: others.length > 0 ? { anyOf: [schema, ...others] } : schema,
        examples: examplesOf(statusCode, status, examples),
      },
    },
  };
};

const toSuccessResponse = ({ success, isNotStored }: OperationText, examples: readonly Example[]): JsonSchema => {
  const own = ['Apigw-Requestid', 'X-Request-Id', ...success.headers] as const;
  const good = examples.filter(({ answer }) => answer.status === success.statusCode);
  return {
    description: success.description,
    headers: useHeaders([...own, ...(isNotStored ? ['Cache-Control' as const] : [])], true),
    content: {
      'application/json': {
        schema: refTo('schemas', success.schema),
        examples: byName(good, ({ answer }) => answer.body),
      },
    },
  };
};

/** Every answer that an operation can get, by its status. */
export const toResponses = (operation: OperationText, examples: readonly Example[]): JsonSchema => {
  const ownStatuses = operation.errors.map((code) => errorTable[code].statusCode);
  const statuses = new Set([...ownStatuses, ...gatewayResponses.map(({ response: [status] }) => status)]);
  const errors = [...statuses].map((status) => [status, toErrorResponse(status, operation, examples)] as const);
  // Object.fromEntries sorts whole numbers as keys.
  return Object.fromEntries([[operation.success.statusCode, toSuccessResponse(operation, examples)], ...errors]);
};
