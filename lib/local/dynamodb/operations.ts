import { DynamoDbError } from './dynamodb-error.ts';
import { batchGetItem, batchWriteItem, getItem, writeItem } from './item-operations.ts';
import { recordIn, rejectOthers } from './members.ts';
import { query, scan, type ReadInput } from './read-pages.ts';
import type { State } from './state.ts';
import {
  createTable,
  deleteTable,
  describeTable,
  describeTimeToLive,
  listTables,
  updateTable,
  updateTimeToLive,
} from './table-operations.ts';
import type { Table } from './table.ts';
import { transactGetItems, transactWriteItems } from './transactions.ts';

type Input = Readonly<Record<string, unknown>>;

export interface PerformOptions {
  /** Whether a read shows each table as it was before its last write, as an eventually consistent read may. */
  readonly isStale?: boolean;
}

interface Operation {
  readonly perform: (state: State, input: Input) => object;
  /** The members that it knows, separated by spaces. */
  readonly members: string;
}

const placeholders = 'ExpressionAttributeNames ExpressionAttributeValues';
const writing = `TableName ConditionExpression ${placeholders} ReturnValues ReturnValuesOnConditionCheckFailure ReturnConsumedCapacity`;
const reading = `TableName IndexName FilterExpression ProjectionExpression ${placeholders} Select ConsistentRead Limit ExclusiveStartKey ReturnConsumedCapacity`;

const read =
  (readFrom: (table: Table, input: ReadInput) => object): Operation['perform'] =>
  (state, input) =>
    readFrom(state.table(input['TableName']), input);

const operations: Readonly<Record<string, Operation>> = {
  GetItem: {
    perform: getItem,
    members: 'TableName Key ConsistentRead ProjectionExpression ExpressionAttributeNames ReturnConsumedCapacity',
  },
  PutItem: { perform: writeItem('Put'), members: `Item ${writing}` },
  UpdateItem: { perform: writeItem('Update'), members: `Key UpdateExpression ${writing}` },
  DeleteItem: { perform: writeItem('Delete'), members: `Key ${writing}` },
  Query: { perform: read(query), members: `KeyConditionExpression ScanIndexForward ${reading}` },
  Scan: { perform: read(scan), members: `Segment TotalSegments ${reading}` },
  BatchGetItem: { perform: batchGetItem, members: 'RequestItems ReturnConsumedCapacity' },
  BatchWriteItem: { perform: batchWriteItem, members: 'RequestItems ReturnConsumedCapacity' },
  TransactWriteItems: {
    perform: transactWriteItems,
    members: 'TransactItems ClientRequestToken ReturnConsumedCapacity',
  },
  TransactGetItems: { perform: transactGetItems, members: 'TransactItems ReturnConsumedCapacity' },
  CreateTable: {
    perform: createTable,
    members: 'TableName AttributeDefinitions KeySchema BillingMode GlobalSecondaryIndexes StreamSpecification',
  },
  UpdateTable: { perform: updateTable, members: 'TableName AttributeDefinitions GlobalSecondaryIndexUpdates' },
  DeleteTable: { perform: deleteTable, members: 'TableName' },
  DescribeTable: { perform: describeTable, members: 'TableName' },
  ListTables: { perform: listTables, members: 'ExclusiveStartTableName Limit' },
  UpdateTimeToLive: { perform: updateTimeToLive, members: 'TableName TimeToLiveSpecification' },
  DescribeTimeToLive: { perform: describeTimeToLive, members: 'TableName' },
};

/**
 * Performs an operation at once, in one atomic step.
 * @param name DynamoDB's name of the operation, such as `PutItem`
 * @param input the request, and the result the response, in the form of DynamoDB's JSON
 * @throws DynamoDbError
 */
export const perform = (
  state: State,
  name: string,
  input: unknown,
  { isStale = false }: PerformOptions = {},
): object => {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) throw new DynamoDbError('UnknownOperationException', `The local DynamoDB does not support ${name}`);
  const request = recordIn(input);
  rejectOthers(request, operation.members.split(' '), name);
  return operation.perform(isStale ? state.beforeLastWrites() : state, request);
};
