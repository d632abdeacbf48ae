import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { LOCAL_ACCOUNT_ID } from './gateway-event.ts';

const refuse = (): never => {
  throw new Error('done, fail and succeed ended with Node 0.10; a function returns its result');
};

/** What Lambda tells a function of the call it is in, besides the event. */
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
    // Not a method: middleware takes it off the context and calls it alone.
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    done: refuse,
    fail: refuse,
    succeed: refuse,
  };
};
