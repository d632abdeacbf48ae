import type { DynamoDBRecord } from 'aws-lambda';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { variableOf } from '../../../shared/settings.ts';
import {
  bookingsWithEvents,
  entriesWithEvents,
  isNewCheckinWithNotify,
  isSelected,
} from '../../../shared/stream-filters.ts';
import { LOCAL_ACCOUNT_ID } from '../gateway/event.ts';
import { makeConsumer, type RecordHandler } from './consumer.ts';

interface HandlerModule {
  readonly handler: RecordHandler;
}

interface StreamsOptions {
  /** The SNS to push to; if omitted, each push is printed. */
  readonly snsUrl?: string;
  readonly load: { readonly push: () => Promise<HandlerModule>; readonly events: () => Promise<HandlerModule> };
  readonly onFailure: (functionName: string, error: unknown) => void;
}

/** Of the two tables whose streams are read, only the audit log has this key. */
const isOfAuditLog = ({ dynamodb }: DynamoDBRecord): boolean => 'entry' in (dynamodb?.Keys ?? {});

const makesEvent = (record: DynamoDBRecord): boolean =>
  isSelected(isOfAuditLog(record) ? entriesWithEvents : bookingsWithEvents, record);

const TOPIC_NAME = 'checkin-pushes';

/** @returns the ARN of the push topic, which is created if there is an SNS and the topic is missing */
const findPushTopic = async (snsUrl: string | undefined): Promise<string> => {
  if (snsUrl === undefined) return `arn:aws:sns:${process.env['AWS_REGION'] ?? ''}:${LOCAL_ACCOUNT_ID}:${TOPIC_NAME}`;
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

/** Connects the functions `push` and `events` to the tables' streams. */
export const makeStreams = ({ snsUrl, load, onFailure }: StreamsOptions) => {
  const pushes = makeConsumer({
    functionName: 'push',
    // The topic is created at the first push, so that the service starts even if SNS is unavailable. The function reads this
    // variable when it is loaded.
    async importHandler() {
      process.env[variableOf('pushTopic')] = await findPushTopic(snsUrl);
      return (await load.push()).handler;
    },
    selects: isNewCheckinWithNotify,
    onFailure: (error) => onFailure('push', error),
  });
  const events = makeConsumer({
    functionName: 'events',
    importHandler: async () => (await load.events()).handler,
    selects: makesEvent,
    onFailure: (error) => onFailure('events', error),
  });
  const stopping = new AbortController();
  const onStreamFailure = (error: unknown): void => onFailure('stream', error);
  const onRecords = (records: readonly DynamoDBRecord[]): void => {
    pushes.onRecords(records);
    events.onRecords(records);
  };
  return {
    onRecords,
    /** Starts reading new records from the tables' streams in the database at `databaseUrl`. The tables must exist. */
    async followStreams(databaseUrl: string): Promise<void> {
      // Loaded only if it is needed, because most starts use the embedded database.
      const { followStream } = await import('./stream-reader.ts');
      const options = { databaseUrl, onRecords, onFailure: onStreamFailure, signal: stopping.signal };
      for (const table of [localTableNames.bookings, localTableNames.auditLog]) {
        if (!(await followStream({ ...options, table })))
          onStreamFailure(
            `the table ${table} at ${databaseUrl} has no stream, so this service sends no pushes or events for it`,
          );
      }
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all([pushes.stop(), events.stop()]);
    },
  };
};
