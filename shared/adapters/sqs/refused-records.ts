import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { RefusedRecords } from '../../domain/push.ts';
import { callBudgets } from '../sdk/call-budget.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';

export const connectSqs = (budget = callBudgets.background()): SQSClient => new SQSClient(budget);

/** @param signal aborts calls in flight */
export const makeRefusedRecords = (
  sqs: Pick<SQSClient, 'send'>,
  queueUrl: string,
  signal?: AbortSignal,
): RefusedRecords => ({
  async keep(push) {
    const command = new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify({ refusedPush: push }) });
    try {
      await sqs.send(command, { ...(signal && { abortSignal: signal }) });
    } catch (error) {
      throw translateFailure('SQS', error);
    }
  },
});
