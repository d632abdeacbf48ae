import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { sizeOfItem, type Item } from './attribute-value.ts';
import { pickKeys } from './table-definition.ts';
import type { Change } from './table.ts';

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

/** Lambda's events have mutable types for the same structure. */
const toImage = (item: Item): Image => item as unknown as Image;

const eventName = ({ before, after }: Change): 'INSERT' | 'MODIFY' | 'REMOVE' => {
  if (!before) return 'INSERT';
  return after ? 'MODIFY' : 'REMOVE';
};

const toRecord = (change: Change, SequenceNumber: string): DynamoDBRecord => {
  const { table, before, after } = change;
  const awsRegion = process.env['AWS_REGION'] ?? 'local';
  return {
    eventID: randomUUID(),
    eventName: eventName(change),
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion,
    eventSourceARN: `arn:aws:dynamodb:${awsRegion}:000000000000:table/${table.name}/stream/local`,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys: toImage(pickKeys([table.key], (after ?? before) as Item)),
      ...(after && { NewImage: toImage(after) }),
      ...(before && { OldImage: toImage(before) }),
      SequenceNumber,
      SizeBytes: (before ? sizeOfItem(before) : 0) + (after ? sizeOfItem(after) : 0),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
};

/**
 * Makes the records of DynamoDB's streams, as Lambda passes them to a function, for the changes of tables that have a stream.
 * Sequence numbers grow, also from one run of the process to the next.
 */
export const makeRecorder = (): ((changes: readonly Change[]) => DynamoDBRecord[]) => {
  let last = BigInt(Date.now()) * 1_000_000n;
  return (changes) =>
    changes
      .filter(({ table }) => table.streamViewType !== undefined)
      .map((change) => {
        last += 1n;
        return toRecord(change, String(last).padStart(21, '0'));
      });
};
