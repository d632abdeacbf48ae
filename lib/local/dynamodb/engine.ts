import { AwsError, recordIn, rejectOthers, type Input } from './request.ts';
import { batchGetItem, getItem, query, scan } from './reads.ts';
import type { State } from './state.ts';
import { createTable, deleteTable, describeTable, listTables, updateTimeToLive } from './table-operations.ts';
import { batchWriteItem, transactWriteItems, writeItem, writeMembers } from './writes.ts';

export interface PerformOptions {
  /** If true, a read shows each table as it was before the table's last write, as an eventually consistent read can. */
  readonly isStale?: boolean;
}

/** The function that performs an operation, and the names, separated by spaces, of the members that its request may have. */
type Operation = readonly [perform: (state: State, input: Input) => object, members: string];

const readMembers =
  'TableName IndexName FilterExpression ProjectionExpression ExpressionAttributeNames ExpressionAttributeValues ' +
  'ConsistentRead Limit ExclusiveStartKey ReturnConsumedCapacity';

const operations: Readonly<Record<string, Operation>> = {
  GetItem: [getItem, 'TableName Key ConsistentRead ReturnConsumedCapacity'],
  PutItem: [writeItem('Put'), `${writeMembers.Put} ReturnConsumedCapacity`],
  UpdateItem: [writeItem('Update'), `${writeMembers.Update} ReturnValues ReturnConsumedCapacity`],
  DeleteItem: [writeItem('Delete'), `${writeMembers.Delete} ReturnConsumedCapacity`],
  Query: [query, `KeyConditionExpression ScanIndexForward ${readMembers}`],
  Scan: [scan, `Segment TotalSegments ${readMembers}`],
  BatchGetItem: [batchGetItem, 'RequestItems ReturnConsumedCapacity'],
  BatchWriteItem: [batchWriteItem, 'RequestItems ReturnConsumedCapacity'],
  TransactWriteItems: [transactWriteItems, 'TransactItems ClientRequestToken ReturnConsumedCapacity'],
  CreateTable: [
    createTable,
    'TableName AttributeDefinitions KeySchema BillingMode GlobalSecondaryIndexes StreamSpecification',
  ],
  DeleteTable: [deleteTable, 'TableName'],
  DescribeTable: [describeTable, 'TableName'],
  ListTables: [listTables, 'Limit'],
  UpdateTimeToLive: [updateTimeToLive, 'TableName TimeToLiveSpecification'],
};

/**
 * Performs an operation synchronously, in one atomic step.
 * @param name DynamoDB's name of the operation, such as `PutItem`
 * @param input the request, in DynamoDB's JSON
 * @returns the response, in DynamoDB's JSON
 * @throws AwsError
 */
export const perform = (
  state: State,
  name: string,
  input: unknown,
  { isStale = false }: PerformOptions = {},
): object => {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) throw new AwsError('UnknownOperationException', `The local DynamoDB does not support ${name}`);
  const [act, members] = operation;
  const request = recordIn(input);
  rejectOthers(request, members, name);
  return act(isStale ? state.beforeLastWrites() : state, request);
};
