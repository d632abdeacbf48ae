import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { readStreamBatch } from '../../../shared/adapters/dynamodb/stream-batch.ts';
import { makeStreamFunctionCaller } from '../../../shared/adapters/lambda/stream-function.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { makeFailedDeliveryQueue } from '../../../shared/adapters/sqs/failed-delivery-queue.ts';
import { connectSqs } from '../../../shared/adapters/sqs/rejected-records.ts';
import type { ReplayDependencies } from '../../../shared/use-cases/deliveries/replay.ts';
import type { Delivery } from './read-stack.ts';

/** The functions may take a minute if the other service is slow; that is their timeout. */
const INVOCATION_MILLISECONDS = 70_000;

/** The dependencies of a replay; the clients connect when they are first used. */
export const connectReplay = ({ queueUrl, functionName }: Delivery): ReplayDependencies => {
  const budget = callBudgets.operator();
  const streams = new DynamoDBStreamsClient(callBudgets.operator());
  const requestHandler = { ...budget.requestHandler, requestTimeout: INVOCATION_MILLISECONDS };
  // Not retried: an invocation that timed out continues, and everything would be sent twice.
  const lambda = new LambdaClient({ requestHandler, maxAttempts: 1 });
  return {
    queue: makeFailedDeliveryQueue(connectSqs(callBudgets.operator()), queueUrl),
    readStream: (batch) => readStreamBatch(streams, batch),
    deliver: makeStreamFunctionCaller(lambda, functionName),
  };
};
