import type { DynamoDBRecord } from 'aws-lambda';
import { localTableNames } from '../../../shared/local-service.ts';
import {
  bookingsWithEvents,
  entriesWithEvents,
  isNewCheckinWithNotify,
  isSelected,
} from '../../../shared/stream-filters.ts';
import { startConsumer, type Consumer } from './consumer.ts';
import { makeEventPrinter, makeSnsPrinter } from './printers.ts';
import { setPushTopic } from './push-topic.ts';
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

/** The functions that read the tables' streams. */
export interface Streams extends Consumer {
  /** Reads the records of a DynamoDB that has streams, from now on. The tables must exist. */
  readonly followStreams: (databaseUrl: string) => Promise<void>;
}

const isEntry = ({ dynamodb }: DynamoDBRecord): boolean => 'entry' in (dynamodb?.Keys ?? {});

const makesEvent = (record: DynamoDBRecord): boolean =>
  isSelected(isEntry(record) ? entriesWithEvents : bookingsWithEvents, record);

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

/** Starts the functions that read the streams of bookings and of the audit log. */
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
      // Loaded only if it is needed: most starts use the embedded database.
      const { followStream } = await import('./stream-reader.ts');
      const { signal } = stopping;
      for (const table of [localTableNames.bookings, localTableNames.auditLog]) {
        if (!(await followStream({ databaseUrl, table, onRecords, onFailure, signal })))
          onFailure(`the table ${table} at ${databaseUrl} has no stream: its pushes and events are not sent from here`);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
};
