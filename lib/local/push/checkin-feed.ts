import { GetItemCommand, type AttributeValue, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import pMap from 'p-map';
import { toStreamRecord } from './stream-record.ts';

type Attributes = Readonly<Record<string, AttributeValue>>;

interface WriteRequest {
  readonly TableName?: string;
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly ExpressionAttributeValues?: Attributes;
}

/** A booking that a write may check in, with `notify`. */
export interface CheckinWrite {
  readonly checkinId: string;
  readonly key: Record<string, AttributeValue>;
}

export interface CheckinFeedOptions {
  readonly client: DynamoDBClient;
  readonly bookingsTable: string;
  /** Called with the records of one check-in. */
  readonly deliver: (records: readonly DynamoDBRecord[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

export interface CheckinFeed {
  /** Takes the body of an UpdateItem or PutItem. The returned function must be called when the database has handled the write. */
  readonly onWrite: (body: Buffer) => (() => void) | undefined;
  /** Delivers the collected records at once. Resolves when everything is delivered. */
  readonly flush: () => Promise<void>;
}

/** A check-in counts as complete this long after its last write. */
const QUIET_MILLISECONDS = 100;
const READS_AT_ONCE = 10;

const parse = (body: Buffer): WriteRequest => {
  try {
    return JSON.parse(body.toString()) as WriteRequest;
  } catch {
    return {};
  }
};

/** Finds the check-in in the body of an UpdateItem or PutItem, under any name of the value. */
export const findCheckinWrite = (body: Buffer, bookingsTable: string): CheckinWrite | undefined => {
  const { TableName, Key, Item, ExpressionAttributeValues } = parse(body);
  const { companyUser, bookingId } = Key ?? Item ?? {};
  if (TableName !== bookingsTable || !companyUser || !bookingId) return undefined;
  const values = [Item?.['checkin'], ...Object.values(ExpressionAttributeValues ?? {})];
  const checkin = values.find((value) => value?.M?.['notify']?.BOOL === true)?.M;
  const checkinId = checkin?.['checkinId']?.S;
  return checkinId === undefined ? undefined : { checkinId, key: { companyUser, bookingId } };
};

interface Collected {
  readonly keys: Map<string, CheckinWrite['key']>;
  writesInProgress: number;
  timer?: NodeJS.Timeout;
}

/**
 * Replaces the bookings' stream on an engine that has none: it watches the writes, collects the bookings of a check-in, and
 * delivers their records when there are no further writes. The records are only in memory, so a crash of the process loses those that are not
 * delivered yet.
 */
export const makeCheckinFeed = ({ client, bookingsTable, deliver, onFailure }: CheckinFeedOptions): CheckinFeed => {
  const collected = new Map<string, Collected>();
  const delivering = new Set<Promise<void>>();

  const read = async (Key: CheckinWrite['key']) =>
    (await client.send(new GetItemCommand({ TableName: bookingsTable, Key, ConsistentRead: true }))).Item;

  const readRecords = async (checkinId: string, { keys }: Collected): Promise<DynamoDBRecord[]> => {
    const items = await pMap(keys.values(), read, { concurrency: READS_AT_ONCE });
    // If the write was refused, another check-in may have written the booking.
    return items
      .filter((item) => item !== undefined)
      .filter((item) => item['checkin']?.M?.['checkinId']?.S === checkinId)
      .map((item, index) => toStreamRecord(item, { table: bookingsTable, sequenceNumber: `${checkinId}#${index}` }));
  };

  const deliverCheckin = async (checkinId: string, of: Collected): Promise<void> => {
    try {
      const records = await readRecords(checkinId, of);
      if (records.length > 0) await deliver(records);
    } catch (error) {
      onFailure(error);
    }
  };

  const release = (checkinId: string, of: Collected): void => {
    clearTimeout(of.timer);
    collected.delete(checkinId);
    const delivery = deliverCheckin(checkinId, of).finally(() => delivering.delete(delivery));
    delivering.add(delivery);
  };

  return {
    onWrite(body) {
      const write = findCheckinWrite(body, bookingsTable);
      if (!write) return undefined;
      const { checkinId, key } = write;
      const of: Collected = collected.get(checkinId) ?? { keys: new Map(), writesInProgress: 0 };
      collected.set(checkinId, of);
      of.keys.set(JSON.stringify(key), key);
      of.writesInProgress += 1;
      clearTimeout(of.timer);
      return () => {
        of.writesInProgress -= 1;
        if (of.writesInProgress === 0 && collected.get(checkinId) === of)
          of.timer = setTimeout(release, QUIET_MILLISECONDS, checkinId, of);
      };
    },
    async flush() {
      for (const [checkinId, of] of collected) release(checkinId, of);
      await Promise.all(delivering);
    },
  };
};
