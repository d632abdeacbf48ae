import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { callAws } from '../../../shared/adapters/sdk/sdk-failure.ts';
import { connectSqs } from '../../../shared/adapters/sqs/rejected-records.ts';
import type { DeliveryKind } from '../../../shared/use-cases/deliveries/replay.ts';
import type { Finding } from '../session.ts';
import type { Delivery } from './read-stack.ts';

type Result = Omit<Finding, 'check'>;

/** Checks that a function reads these streams. A restored table has a new stream, while the old one still has a mapping. */
export const checkMappings = async ({ functionName }: Delivery, streams: readonly string[]): Promise<Result> => {
  const lambda = new LambdaClient(callBudgets.operator());
  try {
    const list = lambda.send(new ListEventSourceMappingsCommand({ FunctionName: functionName }));
    const { EventSourceMappings: mappings = [] } = await callAws('Lambda', list);
    const isRead = (stream: string) =>
      mappings.some(({ EventSourceArn, State }) => EventSourceArn === stream && State === 'Enabled');
    const unread = streams.filter((stream) => !isRead(stream));
    if (unread.length === 0) return { ok: true, message: `${functionName} reads every stream.` };
    const advice = 'Enable its mapping, or follow "Deleted table" in docs/runbooks.md.';
    return { ok: false, message: `${functionName} does not read ${unread.join(', ')}. ${advice}` };
  } finally {
    lambda.destroy();
  }
};

/** Warns if failed deliveries wait for a replay. */
export const checkFailures = async (kind: DeliveryKind, { queueUrl: QueueUrl }: Delivery): Promise<Result> => {
  const sqs = connectSqs(callBudgets.operator());
  try {
    const read = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] });
    const { Attributes = {} } = await callAws('SQS', sqs.send(read));
    const waiting = Number(Attributes['ApproximateNumberOfMessages'] ?? 0);
    if (waiting === 0) return { ok: true, message: `No failed ${kind} wait for a replay.` };
    const message = `${waiting} failed ${kind} wait. Correct the cause, then run ${kind} replay.`;
    return { ok: true, isWarning: true, message };
  } finally {
    sqs.destroy();
  }
};
