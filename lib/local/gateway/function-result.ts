import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

const isStatus = (status: unknown): boolean =>
  Number.isInteger(status) && Number(status) >= 200 && Number(status) < 600;

/**
 * Takes a function's result for what it should be: one of payload format 2.0, with a status code.
 * @throws Error where the gateway could not answer with it.
 */
export const asFunctionResult = (result: unknown): APIGatewayProxyStructuredResultV2 => {
  const structured = (result ?? {}) as APIGatewayProxyStructuredResultV2;
  if (!isStatus(structured.statusCode)) throw new Error('the function returned no result with a status code');
  for (const [name, value] of Object.entries(structured.headers ?? {})) {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
  }
  for (const cookie of structured.cookies ?? []) validateHeaderValue('set-cookie', cookie);
  return structured;
};
