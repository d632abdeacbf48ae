import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { LOCAL_ACCOUNT_ID } from './event.ts';
import { asFunctionResult } from './response.ts';

export type FunctionHandler = (event: APIGatewayProxyEventV2, context: Context) => unknown;

const refuse = (): never => {
  throw new Error('done, fail and succeed are not supported: return the result instead');
};

export const makeFunctionContext = (functionName: string, timeoutMilliseconds: number): Context => {
  const endsAt = Date.now() + timeoutMilliseconds;
  return {
    awsRequestId: randomUUID(),
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${process.env['AWS_REGION'] ?? 'local'}:${LOCAL_ACCOUNT_ID}:function:${functionName}`,
    memoryLimitInMB: '256',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    // An arrow function, because middleware calls it without `this`.
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    done: refuse,
    fail: refuse,
    succeed: refuse,
  };
};

/**
 * Calls a function with its own context and a timeout, like Lambda.
 * @throws the function's error; Error if it returns no result before the timeout
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
