import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { makeFunctionContext } from './function-context.ts';
import { asFunctionResult } from './function-result.ts';

export type FunctionHandler = (event: APIGatewayProxyEventV2, context: Context) => unknown;

/**
 * Calls a function as Lambda does: with a context of its own, and no longer than its timeout.
 * @throws whatever the function throws; Error where it returns no result, or none in time.
 */
export const callFunction = async (
  name: string,
  handler: FunctionHandler,
  event: APIGatewayProxyEventV2,
  timeoutMilliseconds: number,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const overdue = Promise.withResolvers<never>();
  const giveUp = (): void => overdue.reject(new Error(`no result within ${timeoutMilliseconds} ms`));
  const timer = setTimeout(giveUp, timeoutMilliseconds);
  try {
    const context = makeFunctionContext(name, timeoutMilliseconds);
    return asFunctionResult(await Promise.race([handler(event, context), overdue.promise]));
  } finally {
    clearTimeout(timer);
  }
};
