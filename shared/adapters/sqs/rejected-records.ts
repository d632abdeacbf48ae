import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { RejectedRecord, RejectedRecords } from '../../domain/failed-delivery.ts';
import { callBudgets } from '../sdk/call-budget.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';

export const connectSqs = (budget = callBudgets.background()): SQSClient => new SQSClient(budget);

/** @param signal aborts calls in flight */
export const makeRejectedRecords = <Rejected extends RejectedRecord>(
  sqs: Pick<SQSClient, 'send'>,
  queueUrl: string,
  signal?: AbortSignal,
): RejectedRecords<Rejected> => ({
  async keep(rejected) {
    const command = new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify({ rejected }) });
    try {
      await sqs.send(command, { abortSignal: signal });
    } catch (error) {
      throw translateFailure('SQS', error);
    }
  },
});
