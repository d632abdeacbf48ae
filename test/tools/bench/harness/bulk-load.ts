import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { bookingKey, toAttributes } from '../../../../shared/adapters/dynamodb/booking-item.ts';
import { joinKey } from '../../../../shared/adapters/dynamodb/join-key.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';

type Item = Readonly<Record<string, unknown>>;

/** The limit of BatchWriteItem. */
const BATCH_ITEMS = 25;
const BATCHES_AT_ONCE = 16;

/** The stored item of a booking. */
export const toBookingItem = (booking: Booking): Item => ({ ...bookingKey(booking), ...toAttributes(booking) });

/** The stored item of a user. */
export const toUserItem = (companyId: string, id: number): Item => ({
  userKey: joinKey(companyId, 'id', id),
  companyId,
  id,
});

function* toBatches(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_ITEMS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const writeBatch = async (client: DynamoDBDocumentClient, table: string, batch: readonly Item[]): Promise<void> => {
  let requests: Record<string, unknown>[] = batch.map((Item) => ({ PutRequest: { Item } }));
  while (requests.length > 0) {
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    requests = UnprocessedItems?.[table] ?? [];
  }
};

/** Writes items with BatchWriteItem at full speed; region, endpoint and credentials are those of the environment. */
export const bulkLoad = async (table: string, items: Iterable<Item>): Promise<void> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  await pMap(toBatches(items), (batch) => writeBatch(client, table, batch), { concurrency: BATCHES_AT_ONCE });
  client.destroy();
};
