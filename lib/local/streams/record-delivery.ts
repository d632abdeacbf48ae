import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import pRetry from 'p-retry';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { variableOf } from '../../../shared/settings.ts';
import { makeFunctionContext } from '../gateway/call-function.ts';
import { LOCAL_ACCOUNT_ID } from '../gateway/event.ts';

export type PushHandler = (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>;

export interface RecordDeliveryOptions {
  /** Imports the push function, which reads its settings as it loads. */
  readonly importHandler: () => Promise<PushHandler>;
  /**
   * URL of the SNS in which the topic is created at the first push, so that only pushes wait if it is unavailable. If omitted, no
   * topic is needed.
   */
  readonly snsUrl?: string;
  /** Called with the records that failed every time. */
  readonly onFailure: (error: unknown, records: readonly DynamoDBRecord[]) => void;
  readonly signal: AbortSignal;
  /** Milliseconds before the first retry; each later one waits twice as long. */
  readonly firstDelayMilliseconds?: number;
}

const TOPIC_NAME = 'checkin-pushes';
/** The same as in a deployment. */
const TIMEOUT_MILLISECONDS = 60_000;
/** With the delays between them, the retries take at least half a minute. */
const RETRIES = 6;

/** Creates the push topic if it is missing. @returns its ARN. */
const createPushTopic = async (snsUrl: string): Promise<string> => {
  // Loaded only if there is an SNS.
  const { CreateTopicCommand, SNSClient } = await import('@aws-sdk/client-sns');
  const client = new SNSClient({ ...callBudgets.request(), endpoint: snsUrl });
  try {
    const { TopicArn } = await client.send(new CreateTopicCommand({ Name: TOPIC_NAME }));
    return TopicArn as string;
  } finally {
    client.destroy();
  }
};

const topicArnWithoutSns = (): string =>
  `arn:aws:sns:${process.env['AWS_REGION'] ?? ''}:${LOCAL_ACCOUNT_ID}:${TOPIC_NAME}`;

/** A failure that names an unknown record fails the whole batch, as with Lambda. */
const failedOf = (
  batch: readonly DynamoDBRecord[],
  { batchItemFailures }: DynamoDBBatchResponse,
): readonly DynamoDBRecord[] => {
  const named = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const failed = batch.filter(({ dynamodb }) => named.has(dynamodb?.SequenceNumber ?? ''));
  return failed.length === named.size ? failed : batch;
};

/**
 * Replaces Lambda's event source mapping: calls the push function with the records, and retries those that it reports as failed a
 * few times. Records that fail every time are dropped and reported.
 */
export const makeRecordDelivery = (options: RecordDeliveryOptions) => {
  const { importHandler, snsUrl, onFailure, signal, firstDelayMilliseconds = 500 } = options;
  let loading: Promise<PushHandler> | undefined;

  const load = async (): Promise<PushHandler> => {
    process.env[variableOf('pushTopic')] = snsUrl === undefined ? topicArnWithoutSns() : await createPushTopic(snsUrl);
    return importHandler();
  };
  const getHandler = (): Promise<PushHandler> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  return async (records: readonly DynamoDBRecord[]): Promise<void> => {
    let left = records;
    const attempt = async (): Promise<void> => {
      const handler = await getHandler();
      const context = makeFunctionContext('push', TIMEOUT_MILLISECONDS);
      left = failedOf(left, await handler({ Records: [...left] }, context));
      if (left.length > 0) throw new Error(`${left.length} of ${records.length} records failed`);
    };
    try {
      await pRetry(attempt, { retries: RETRIES, minTimeout: firstDelayMilliseconds, signal });
    } catch (cause) {
      if (!signal.aborted) onFailure(new Error(`a push failed after ${RETRIES} retries`, { cause }), left);
    }
  };
};
