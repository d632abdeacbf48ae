import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import type { FailedDelivery, FailedDeliveryMessage, FailedDeliveryQueue } from '../../domain/failed-delivery.ts';
import { callAws } from '../sdk/sdk-failure.ts';

const MESSAGES_PER_CALL = 10;
/** Enough time to replay ten messages. */
const HIDDEN_SECONDS = 300;
/** Without a wait, SQS might return no message although the queue has some. */
const WAIT_SECONDS = 2;

const record = v.custom<object>((value) => typeof value === 'object' && value !== null);

/** A message that rejected-records.ts has written. */
const rejected = v.object({
  rejected: v.object({ record, endpoints: v.optional(v.array(v.string())) }),
});

/** The message format of Lambda (AWS Lambda Developer Guide, "Retain discarded records for a DynamoDB event source"). */
const discarded = v.object({
  DDBStreamBatchInfo: v.object({
    streamArn: v.string(),
    shardId: v.string(),
    startSequenceNumber: v.string(),
    endSequenceNumber: v.string(),
  }),
});

const readBody = (body: string): FailedDelivery => {
  const message = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([rejected, discarded])), body);
  if (!message.success) return { kind: 'unknown' };
  return 'rejected' in message.output
    ? { kind: 'rejected', ...message.output.rejected }
    : { kind: 'discarded', batch: message.output.DDBStreamBatchInfo };
};

const toMessage = ({ MessageId = '', ReceiptHandle = '', Body = '' }: Message): FailedDeliveryMessage => ({
  messageId: MessageId,
  receipt: ReceiptHandle,
  failed: readBody(Body),
});

export const makeFailedDeliveryQueue = (sqs: Pick<SQSClient, 'send'>, queueUrl: string): FailedDeliveryQueue => ({
  async receive() {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: MESSAGES_PER_CALL,
      VisibilityTimeout: HIDDEN_SECONDS,
      WaitTimeSeconds: WAIT_SECONDS,
    });
    const { Messages = [] } = await callAws('SQS', sqs.send(command));
    return Messages.map(toMessage);
  },
  async remove({ receipt }) {
    await callAws('SQS', sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt })));
  },
  async release({ receipt }) {
    const show = { QueueUrl: queueUrl, ReceiptHandle: receipt, VisibilityTimeout: 0 };
    await callAws('SQS', sqs.send(new ChangeMessageVisibilityCommand(show)));
  },
});
