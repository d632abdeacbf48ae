import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { RejectedRecord, RejectedRecords } from '../../domain/failed-delivery.ts';
import { callBudgets } from '../sdk/call-budget.ts';
import { callAws } from '../sdk/sdk-failure.ts';

export const connectSqs = (budget = callBudgets.background()): SQSClient => new SQSClient(budget);

export const makeRejectedRecords = <Rejected extends RejectedRecord>(
  sqs: Pick<SQSClient, 'send'>,
  queueUrl: string,
  signal?: AbortSignal,
): RejectedRecords<Rejected> => ({
  async keep(rejected) {
    const command = new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify({ rejected }) });
    await callAws('SQS', sqs.send(command, { abortSignal: signal }));
  },
});
