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
import { startConsumer, type Consumer } from './consumer.ts';
import { makeEventPrinter, makeSnsPrinter } from './printers.ts';
import type { RecordHandler } from './record-delivery.ts';

interface HandlerModule {
  readonly handler: RecordHandler;
}

export interface StreamsOptions {
  /** The SNS to push to; if omitted, each push is printed. */
  readonly snsUrl?: string;
  /** The EventBridge to put events on; if omitted, each event is printed. */
  readonly eventBridgeUrl?: string;
  readonly load: { readonly push: () => Promise<HandlerModule>; readonly events: () => Promise<HandlerModule> };
  /** Called with one line for each push or event that is not sent because there is no SNS or EventBridge. */
  readonly onPrint: (line: string) => void;
  readonly onFailure: (functionName: string, error: unknown) => void;
}

export interface Streams extends Consumer {
  /** Starts reading the new records of the streams of a DynamoDB. The tables must exist. */
  readonly followStreams: (databaseUrl: string) => Promise<void>;
}

const isEntry = ({ dynamodb }: DynamoDBRecord): boolean => 'entry' in (dynamodb?.Keys ?? {});

const makesEvent = (record: DynamoDBRecord): boolean =>
  isSelected(isEntry(record) ? entriesWithEvents : bookingsWithEvents, record);

const TOPIC_NAME = 'checkin-pushes';

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

/** Sets the push topic for the push function, which reads it when loaded. @param snsUrl if undefined, no topic is created */
const setPushTopic = async (snsUrl: string | undefined): Promise<void> => {
  process.env[variableOf('pushTopic')] = snsUrl === undefined ? topicArnWithoutSns() : await createPushTopic(snsUrl);
};

const startPushes = ({ snsUrl, load, onPrint, onFailure }: StreamsOptions): Promise<Consumer> =>
  startConsumer({
    functionName: 'push',
    // The topic is created at the first push, so that only pushes wait if SNS is unavailable.
    async importHandler() {
      await setPushTopic(snsUrl);
      return (await load.push()).handler;
    },
    selects: isNewCheckinWithNotify,
    urlVariable: 'AWS_ENDPOINT_URL_SNS',
    url: snsUrl,
    printer: makeSnsPrinter(onPrint),
    onFailure: (error) => onFailure('push', error),
  });

const startEvents = ({ eventBridgeUrl, load, onPrint, onFailure }: StreamsOptions): Promise<Consumer> =>
  startConsumer({
    functionName: 'events',
    importHandler: async () => (await load.events()).handler,
    selects: makesEvent,
    urlVariable: 'AWS_ENDPOINT_URL_EVENTBRIDGE',
    url: eventBridgeUrl,
    printer: makeEventPrinter(onPrint),
    onFailure: (error) => onFailure('events', error),
  });

export const startStreams = async (options: StreamsOptions): Promise<Streams> => {
  const consumers = [await startPushes(options), await startEvents(options)];
  const stopping = new AbortController();
  const onFailure = (error: unknown): void => options.onFailure('stream', error);
  const onRecords = (records: readonly DynamoDBRecord[]): void => {
    for (const consumer of consumers) consumer.onRecords(records);
  };
  return {
    environment: Object.assign({}, ...consumers.map(({ environment }) => environment)) as Record<string, string>,
    onRecords,
    async followStreams(databaseUrl) {
      // Loaded only if it is needed, because most starts use the embedded database.
      const { followStream } = await import('./stream-reader.ts');
      const { signal } = stopping;
      for (const table of [localTableNames.bookings, localTableNames.auditLog]) {
        if (!(await followStream({ databaseUrl, table, onRecords, onFailure, signal })))
          onFailure(
            `the table ${table} at ${databaseUrl} has no stream, so this service sends no pushes or events for it`,
          );
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
};
