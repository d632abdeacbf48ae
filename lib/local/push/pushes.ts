import { createServer, type Server } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { readCheckedInItems } from './checked-in-items.ts';
import { makeCheckinMarks, marksTable, type CheckinMarks } from './checkin-marks.ts';
import { makeCheckinStream, type CheckinStream } from './checkin-stream.ts';
import type { CheckinWrite } from './checkin-write.ts';
import { createTables } from '../create-tables.ts';
import type { DatabaseTap } from '../database-tap.ts';
import { makeForwarder } from './forward-request.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import { keepTrying } from './keep-trying.ts';
import { listen } from '../listen.ts';
import { makePushFunction } from './push-function.ts';
import { makePushPrinter } from './push-printer.ts';
import type { LocalOptions } from '../options.ts';
import { makeSequence } from './sequence-number.ts';
import { stopServer } from '../stop-server.ts';
import { makeDelivery, type DeliveryOptions } from './stream-delivery.ts';
import { toStreamRecord } from './stream-record.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { makeWriteTap } from './write-tap.ts';

export interface PushObservers extends Pick<GatewayOptions, 'onFailure'> {
  /** Hears of each push that goes to nobody because there is no SNS. */
  readonly onPush: (line: string) => void;
}

/** What stands in for the bookings' stream, Lambda's event source mapping and, unless there is one, SNS. */
export interface Pushes {
  /** Has to see every request to the database. */
  readonly tap: DatabaseTap;
  /** Settings for the functions, which lead their database client past the tap. */
  readonly environment: Readonly<Record<string, string>>;
  /** From now on, and for what an earlier process left behind, pushes go out. */
  readonly follow: (databaseUrl: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** As the deployment has it. */
const PUSH_TIMEOUT_MILLISECONDS = 60_000;
/** What a push that is under way may take when the service is stopped. */
const STOP_GRACE_MILLISECONDS = 1_000;
const bookings = localTableNames.bookings;

const startPrinter = async (onPush: PushObservers['onPush']): Promise<{ server: Server; url: string }> => {
  const server = createServer(makePushPrinter(onPush));
  return { server, url: await listen(server, 'AWS_ENDPOINT_URL_SNS', 0) };
};

/** A signature covers the name of the host that was asked, which a database behind TLS looks at. */
const canBeTapped = (databaseUrl: string): boolean => new URL(databaseUrl).protocol === 'http:';

/** A database that is not ours is tapped on the way to it. */
const startProxy = async (databaseUrl: string, tap: DatabaseTap): Promise<{ server: Server; url: string }> => {
  const forward = makeForwarder(databaseUrl);
  const server = createServer((request, response) => {
    if (!tap(request, response, forward)) void forward(request, response);
  });
  return { server, url: await listen(server, 'AWS_ENDPOINT_URL_DYNAMODB', 0) };
};

const openStream = (
  client: DynamoDBClient,
  marks: CheckinMarks,
  delivery: Pick<DeliveryOptions, 'loadHandler' | 'signal'>,
  onFailure: (error: unknown) => void,
): CheckinStream => {
  const nextNumber = makeSequence();
  const region = process.env['AWS_REGION'] ?? 'local';
  const toRecord = (item: Parameters<typeof toStreamRecord>[0]) =>
    toStreamRecord(item, { region, table: bookings, sequenceNumber: nextNumber() });
  return makeCheckinStream({
    marks,
    readRecords: async (write: CheckinWrite) => {
      const read = () => readCheckedInItems(client, bookings, write);
      return (await keepTrying(read, { signal: delivery.signal, onRetry: onFailure })).map(toRecord);
    },
    deliver: makeDelivery({
      ...delivery,
      functionName: 'push',
      timeoutMilliseconds: PUSH_TIMEOUT_MILLISECONDS,
      onRetry: (_, error) => error !== undefined && onFailure(error),
    }),
    nextNumber,
    onFailure,
  });
};

/** @throws CannotStartError */
export const startPushes = async (
  { databaseUrl: otherDatabase, snsUrl }: Pick<LocalOptions, 'databaseUrl' | 'snsUrl'>,
  { onPush, onFailure }: PushObservers,
): Promise<Pushes> => {
  let stream: CheckinStream | undefined;
  let client: DynamoDBClient | undefined;
  const stopping = new AbortController();
  const tell = (error: unknown): void => {
    if (!stopping.signal.aborted) onFailure('push', error);
  };
  const following = (): CheckinStream => {
    if (!stream) throw new Error('no check-in can be followed yet');
    return stream;
  };
  const tap = makeWriteTap(bookings, {
    begin: async (write) => following().begin(write),
    end: (write) => following().end(write),
  });
  const printer = snsUrl === undefined ? await startPrinter(onPush) : undefined;
  const tappable = otherDatabase !== undefined && canBeTapped(otherDatabase) ? otherDatabase : undefined;
  const proxy = tappable === undefined ? undefined : await startProxy(tappable, tap);
  if (otherDatabase !== tappable) tell(`what is written to ${otherDatabase} is not followed: no pushes go out`);
  const loadHandler = makePushFunction(snsUrl);

  return {
    tap,
    environment: {
      AWS_ENDPOINT_URL_SNS: snsUrl ?? (printer?.url as string),
      ...(proxy && { AWS_ENDPOINT_URL_DYNAMODB: proxy.url }),
    },
    async follow(databaseUrl) {
      client = new DynamoDBClient({ ...callBudgets.operator(), endpoint: databaseUrl });
      await createTables(client, { marks: marksTable.definition }, { marks: marksTable.name });
      const marks = makeCheckinMarks(client);
      // Before there can be any of this process, which are not to be taken for left behind.
      const left = await marks.list();
      stream = openStream(client, marks, { loadHandler, signal: stopping.signal }, tell);
      // Where there is no SNS yet, pushes wait for it; nothing else does.
      void loadHandler().catch(tell);
      void stream.recover(left).catch(tell);
    },
    async stop() {
      const grace = new Promise((resolve) => {
        setTimeout(resolve, STOP_GRACE_MILLISECONDS).unref();
      });
      await Promise.race([stream?.flush(), grace]);
      stopping.abort();
      client?.destroy();
      const servers = [printer, proxy].filter((one) => one !== undefined);
      await Promise.all(servers.map(({ server }) => stopServer(server, STOP_GRACE_MILLISECONDS)));
    },
  };
};
