import {
  DeleteItemCommand,
  paginateScan,
  PutItemCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '../../../shared/tables.ts';
import type { CheckinWrite } from './checkin-write.ts';

/** A check-in whose push is not known to have gone out. It is written down before the check-in is. */
export interface CheckinMark extends CheckinWrite {
  readonly markId: string;
}

export interface CheckinMarks {
  put(mark: CheckinMark): Promise<void>;
  delete(markId: string): Promise<void>;
  /** What an earlier process left behind, the oldest first. */
  list(): Promise<CheckinMark[]>;
}

/** Kept beside the bookings: the marks live and die with the data that they are about. */
export const marksTable = {
  name: 'LocalStreamPosition',
  definition: { partitionKey: { name: 'markId', type: 'S' }, indexes: [] } satisfies TableDefinition,
} as const;

const toMark = (item: Record<string, AttributeValue>): CheckinMark =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, value.S])) as unknown as CheckinMark;

const toItem = (mark: CheckinMark): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(mark).map(([name, value]) => [name, { S: String(value) }]));

export const makeCheckinMarks = (client: DynamoDBClient): CheckinMarks => {
  const TableName = marksTable.name;
  return {
    async put(mark) {
      await client.send(new PutItemCommand({ TableName, Item: toItem(mark) }));
    },
    async delete(markId) {
      await client.send(new DeleteItemCommand({ TableName, Key: { markId: { S: markId } } }));
    },
    async list() {
      const marks: CheckinMark[] = [];
      for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
        marks.push(...Items.map(toMark));
      }
      return marks.toSorted((one, other) => (one.markId < other.markId ? -1 : 1));
    },
  };
};
