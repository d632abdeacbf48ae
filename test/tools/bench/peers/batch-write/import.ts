import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localTableNames } from '../../../../../shared/local-service.ts';

/**
 * The quickest way there is to put the lines of a file into a table: batches of 25, many at once, and nothing looked at. A
 * second import would undo every check-in.
 */
const BATCH_ITEMS = 25;
const BATCHES_AT_ONCE = 16;

type Line = Readonly<Record<'companyId' | 'bookingId' | 'kind' | 'name' | 'checkinOpensAt' | 'noShowAt', string>> & {
  readonly userId: number;
};

const [file = ''] = process.argv.slice(2);
const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const toItem = (line: Line) => ({
  ...line,
  companyUser: `${line.companyId}#${line.userId}`,
  checkinOpensAt: Date.parse(line.checkinOpensAt),
  noShowAt: Date.parse(line.noShowAt),
});

const write = async (lines: readonly Line[]): Promise<void> => {
  let requests: Record<string, unknown>[] = lines.map((line) => ({ PutRequest: { Item: toItem(line) } }));
  while (requests.length > 0) {
    const command = new BatchWriteCommand({ RequestItems: { [localTableNames.bookings]: requests } });
    const { UnprocessedItems } = await database.send(command);
    requests = UnprocessedItems?.[localTableNames.bookings] ?? [];
  }
};

async function* readBatches(): AsyncGenerator<Line[]> {
  let batch: Line[] = [];
  for await (const text of createInterface({ input: createReadStream(file) })) {
    batch.push(JSON.parse(text) as Line);
    if (batch.length < BATCH_ITEMS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const underWay = new Set<Promise<void>>();
for await (const batch of readBatches()) {
  const writing = write(batch).then(() => {
    underWay.delete(writing);
  });
  underWay.add(writing);
  if (underWay.size >= BATCHES_AT_ONCE) await Promise.race(underWay);
}
await Promise.all(underWay);
