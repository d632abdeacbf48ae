import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord, StreamRecord } from 'aws-lambda';
import { sizeOfItem, type Item } from './attribute-value.ts';
import { namesOf, pickAttributes } from './table-definition.ts';
import type { Change } from './table.ts';

type Image = NonNullable<StreamRecord['NewImage']>;
type StreamViewType = NonNullable<StreamRecord['StreamViewType']>;

/** Lambda's event types have the same structure, but are mutable. */
const toImage = (item: Item): Image => item as unknown as Image;

const eventName = ({ before, after }: Change): 'INSERT' | 'MODIFY' | 'REMOVE' => {
  if (!before) return 'INSERT';
  return after ? 'MODIFY' : 'REMOVE';
};

const toRecord = (change: Change, SequenceNumber: string): DynamoDBRecord => {
  const { table, before, after } = change;
  const awsRegion = process.env['AWS_REGION'] ?? 'local';
  const view = table.streamViewType as StreamViewType;
  return {
    eventID: randomUUID(),
    eventName: eventName(change),
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion,
    eventSourceARN: `arn:aws:dynamodb:${awsRegion}:000000000000:table/${table.name}/stream/local`,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys: toImage(pickAttributes(namesOf(table.key), (after ?? before) as Item)),
      ...(after && view.includes('NEW') && { NewImage: toImage(after) }),
      ...(before && view.includes('OLD') && { OldImage: toImage(before) }),
      SequenceNumber,
      SizeBytes: sizeOfItem(before) + sizeOfItem(after),
      StreamViewType: view,
    },
  };
};

/**
 * Makes the stream records for changes to tables that have a stream, in the form in which Lambda passes them to a function.
 * Sequence numbers keep growing after a restart of the process.
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
