import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { callAws } from '../../../shared/adapters/sdk/sdk-failure.ts';
import { readStreamBatch } from '../../../shared/adapters/dynamodb/stream-batch.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { makeFailedDeliveryQueue } from '../../../shared/adapters/sqs/failed-delivery-queue.ts';
import { connectSqs } from '../../../shared/adapters/sqs/rejected-records.ts';
import type { ReplayDependencies } from '../../../shared/use-cases/deliveries/replay.ts';
import type { Delivery } from './read-stack.ts';

/** @returns whether the function delivered all records */
const makeStreamFunctionCaller =
  (lambda: Pick<LambdaClient, 'send'>, functionName: string) =>
  async (records: readonly object[], endpoints?: readonly string[]): Promise<boolean> => {
    const event = { Records: records, replay: { endpoints } };
    const invoke = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) });
    const { Payload } = await callAws('Lambda', lambda.send(invoke));
    // A function that fails returns an error instead of this list.
    const result = JSON.parse(Buffer.from(Payload ?? '{}').toString()) as { batchItemFailures?: readonly unknown[] };
    return result.batchItemFailures?.length === 0;
  };

/** Longer than the functions' timeout of a minute, because they can run that long if SNS or EventBridge is slow. */
const INVOCATION_MILLISECONDS = 70_000;

export const connectReplay = ({ queueUrl, functionName }: Delivery): ReplayDependencies => {
  const streams = new DynamoDBStreamsClient(callBudgets.operator());
  const requestHandler = { ...callBudgets.operator().requestHandler, requestTimeout: INVOCATION_MILLISECONDS };
  // Invocations are not retried. An invocation that times out here continues in Lambda, so a retry would send everything twice.
  const lambda = new LambdaClient({ requestHandler, maxAttempts: 1 });
  return {
    queue: makeFailedDeliveryQueue(connectSqs(callBudgets.operator()), queueUrl),
    readStream: (batch) => readStreamBatch(streams, batch),
    deliver: makeStreamFunctionCaller(lambda, functionName),
  };
};
