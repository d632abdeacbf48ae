import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { readStreamBatch } from '../../../shared/adapters/dynamodb/stream-batch.ts';
import { makePushFunctionCaller } from '../../../shared/adapters/lambda/push-function.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { makeFailedPushQueue } from '../../../shared/adapters/sqs/failed-push-queue.ts';
import { connectSqs } from '../../../shared/adapters/sqs/refused-pushes.ts';
import type { ReplayDependencies } from '../../../shared/use-cases/pushes/replay.ts';
import type { StackNames } from './read-stack.ts';

/** The push function may take a minute if SNS is slow; that is its timeout. */
const INVOCATION_MILLISECONDS = 70_000;

/** The dependencies of a replay of failed pushes; the clients connect when they are first used. */
export const connectPushes = ({ queueUrl, functionName }: NonNullable<StackNames['pushes']>): ReplayDependencies => {
  const budget = callBudgets.operator();
  const streams = new DynamoDBStreamsClient(callBudgets.operator());
  const requestHandler = { ...budget.requestHandler, requestTimeout: INVOCATION_MILLISECONDS };
  // Not retried: an invocation that timed out continues, and its pushes would be sent twice.
  const lambda = new LambdaClient({ requestHandler, maxAttempts: 1 });
  return {
    queue: makeFailedPushQueue(connectSqs(callBudgets.operator()), queueUrl),
    readStream: (batch) => readStreamBatch(streams, batch),
    push: makePushFunctionCaller(lambda, functionName),
  };
};
