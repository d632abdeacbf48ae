import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { readStreamBatch } from '../../../shared/adapters/dynamodb/stream-batch.ts';
import { makeStreamFunctionCaller } from '../../../shared/adapters/lambda/stream-function.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { makeFailedDeliveryQueue } from '../../../shared/adapters/sqs/failed-delivery-queue.ts';
import { connectSqs } from '../../../shared/adapters/sqs/rejected-records.ts';
import type { ReplayDependencies } from '../../../shared/use-cases/deliveries/replay.ts';
import type { Delivery } from './read-stack.ts';

/** Longer than the functions' timeout of a minute, because they can run that long if SNS or EventBridge is slow. */
const INVOCATION_MILLISECONDS = 70_000;

/** Makes the dependencies of a replay. The clients connect when they are first used. */
export const connectReplay = ({ queueUrl, functionName }: Delivery): ReplayDependencies => {
  const budget = callBudgets.operator();
  const streams = new DynamoDBStreamsClient(callBudgets.operator());
  const requestHandler = { ...budget.requestHandler, requestTimeout: INVOCATION_MILLISECONDS };
  // Invocations are not retried. An invocation that times out here continues in Lambda, so a retry would send everything twice.
  const lambda = new LambdaClient({ requestHandler, maxAttempts: 1 });
  return {
    queue: makeFailedDeliveryQueue(connectSqs(callBudgets.operator()), queueUrl),
    readStream: (batch) => readStreamBatch(streams, batch),
    deliver: makeStreamFunctionCaller(lambda, functionName),
  };
};
