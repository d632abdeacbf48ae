import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ServiceError } from '../domain/service-error.ts';
import { errorTable } from './error-table.ts';

/** What an operation answers. */
export interface Answer {
  readonly statusCode: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** middy's JSON parser refuses what is no JSON, and keys that could reach a prototype, with this status. */
const isParserRefusal = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 422;

const toServiceError = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  return new ServiceError(isParserRefusal(error) ? 'invalid_body' : 'internal_error', 'see cause', { cause: error });
};

/** An error as an answer. Of what is not a {@link ServiceError} the caller is told nothing but that it happened. */
export const answerError = (error: unknown, requestId: string): Answer => {
  const { code, fieldErrors } = toServiceError(error);
  const { statusCode, message, headers } = errorTable[code];
  const errors = fieldErrors.length > 0 && { errors: fieldErrors };
  return { statusCode, body: { statusCode, message, requestId, ...errors }, ...(headers && { headers }) };
};

/** The answer in the form that API Gateway takes (payload format 2.0). */
export const toGatewayResult = (
  { statusCode, body, headers }: Answer,
  requestId: string,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId, ...headers },
  body: JSON.stringify(body),
});
