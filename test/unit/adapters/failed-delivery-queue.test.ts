import { describe, expect, it } from '@jest/globals';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { RejectedPush } from '../../../shared/domain/push.ts';
import { makeFailedDeliveryQueue } from '../../../shared/adapters/sqs/failed-delivery-queue.ts';
import { makeRejectedRecords } from '../../../shared/adapters/sqs/rejected-records.ts';

/** Makes an SQS with one queue. The first `receive` returns all messages, the next one returns none. */
const start = (bodies: string[] = []) => {
  const deleted: unknown[] = [];
  const released: unknown[] = [];
  const send = async ({
    input,
  }: {
    input: { MessageBody?: string; ReceiptHandle?: string; VisibilityTimeout?: number };
  }) => {
    if (input.VisibilityTimeout === 0) return void released.push(input.ReceiptHandle);
    if (input.MessageBody !== undefined) return void bodies.push(input.MessageBody);
    if (input.ReceiptHandle !== undefined) return void deleted.push(input.ReceiptHandle);
    const Messages = bodies
      .splice(0)
      .map((Body, index) => ({ MessageId: `m${index}`, ReceiptHandle: `r${index}`, Body }));
    return { Messages };
  };
  const sqs = { send } as unknown as Pick<SQSClient, 'send'>;
  return {
    rejectedRecords: makeRejectedRecords<RejectedPush>(sqs, 'queue'),
    queue: makeFailedDeliveryQueue(sqs, 'queue'),
    deleted,
    released,
  };
};

const record = { eventName: 'MODIFY', dynamodb: { SequenceNumber: '1' } };
const rejectedPush = { user: { companyId: 'acme', userId: 1 }, checkinId: 'c1', reason: 'disabled', record };

describe('The queue of failed deliveries', () => {
  it('returns a rejected push with everything that is needed to send it again', async () => {
    const { rejectedRecords, queue, deleted } = start();
    await rejectedRecords.keep({ ...rejectedPush, endpoints: ['phone'] });
    await rejectedRecords.keep(rejectedPush);
    const messages = await queue.receive();
    expect(messages).toEqual([
      { messageId: 'm0', receipt: 'r0', failed: { kind: 'rejected', record, endpoints: ['phone'] } },
      { messageId: 'm1', receipt: 'r1', failed: { kind: 'rejected', record } },
    ]);
    expect(await queue.receive()).toEqual([]);
    for (const message of messages) await queue.remove(message);
    expect(deleted).toEqual(['r0', 'r1']);
  });

  it("reads Lambda's message about a batch of records that Lambda discarded", async () => {
    const batch = { streamArn: 'arn', shardId: 'shard', startSequenceNumber: '800', endSequenceNumber: '801' };
    const message = { version: '1.0', DDBStreamBatchInfo: { ...batch, batchSize: 2 } };
    const [read] = await start([JSON.stringify(message)]).queue.receive();
    expect(read?.failed).toEqual({ kind: 'discarded', batch });
  });

  it.each(['', 'no JSON', '{}', 'null', '{"rejected":{"record":null}}', '{"DDBStreamBatchInfo":{}}'])(
    'returns the message %p as unknown',
    async (body) => {
      const [read] = await start([body]).queue.receive();
      expect(read?.failed).toEqual({ kind: 'unknown' });
    },
  );

  it('shows a message to the next reader at once', async () => {
    const { queue, released } = start(['']);
    for (const message of await queue.receive()) await queue.release(message);
    expect(released).toEqual(['r0']);
  });

  it('reports that SQS is not available', async () => {
    const send = () => Promise.reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
    const sqs = { send } as unknown as Pick<SQSClient, 'send'>;
    const error = expect.objectContaining({ code: 'dependency_unavailable' });
    await expect(makeRejectedRecords(sqs, 'queue').keep(rejectedPush)).rejects.toEqual(error);
    await expect(makeFailedDeliveryQueue(sqs, 'queue').receive()).rejects.toEqual(error);
  });
});
