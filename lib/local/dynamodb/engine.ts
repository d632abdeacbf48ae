import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { batchGetItem, getItem, query, scan } from './reads.ts';
import { DynamoDbError, recordIn, rejectOthers, type Input } from './request.ts';
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
  const [act, members] = operation;
  const request = recordIn(input);
  rejectOthers(request, members, name);
  return act(isStale ? state.beforeLastWrites() : state, request);
};

const CONTENT_TYPE = { 'content-type': 'application/x-amz-json-1.0' };
const TARGET = 'DynamoDB_20120810.';
/** The response to a health check. */
export const HEALTHY = 'healthy: local DynamoDB';

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new DynamoDbError('SerializationException', 'The body is not JSON');
  }
};

const toBody = ({ name, message, members }: DynamoDbError): object => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message,
  ...members,
});

const answer = (state: State, request: IncomingMessage, body: Buffer): readonly [number, object] => {
  const target = String(request.headers['x-amz-target']);
  try {
    if (!target.startsWith(TARGET)) throw new DynamoDbError('UnknownOperationException', `${target} is unknown`);
    return [200, perform(state, target.slice(TARGET.length), parse(body))];
  } catch (error) {
    if (error instanceof DynamoDbError) return [400, toBody(error)];
    return [500, toBody(new DynamoDbError('InternalServerError', String(error)))];
  }
};

const handle = async (state: State, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const [status, body] = answer(state, request, await buffer(request));
  response.writeHead(status, CONTENT_TYPE).end(JSON.stringify(body));
};

/** DynamoDB's HTTP interface to a state: JSON 1.0, one operation per request. A GET is a health check. */
export const makeRequestListener =
  (state: State): RequestListener =>
  (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200).end(HEALTHY);
      return;
    }
    // It fails only if the caller disconnects before the request is complete.
    handle(state, request, response).catch(() => response.destroy());
  };
