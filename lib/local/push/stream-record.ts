import type { AttributeValue as ItemValue } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { tables } from '../../../shared/tables.ts';

export type Item = Readonly<Record<string, ItemValue>>;
type Image = Record<string, AttributeValue>;

const { partitionKey, sortKey } = tables.bookings;

/** Lambda's events and the SDK have different types for the same structure. */
const toImage = (item: Item): Image => item as Image;

const keysOf = (item: Item): Image =>
  toImage(Object.fromEntries([partitionKey, sortKey].map(({ name }) => [name, item[name] as ItemValue])));

/** The record of a check-in in DynamoDB's stream, as Lambda passes it to a function. */
export const toStreamRecord = (
  item: Item,
  { table, sequenceNumber }: { readonly table: string; readonly sequenceNumber: string },
): DynamoDBRecord => {
  const { checkin: _, ...before } = item;
  const region = process.env['AWS_REGION'] ?? 'local';
  return {
    eventID: sequenceNumber,
    eventName: 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    eventSourceARN: `arn:aws:dynamodb:${region}:000000000000:table/${table}/stream/local`,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys: keysOf(item),
      NewImage: toImage(item),
      OldImage: toImage(before),
      SequenceNumber: sequenceNumber,
      SizeBytes: Buffer.byteLength(JSON.stringify([item, before])),
      StreamViewType: tables.bookings.stream,
    },
  };
};
