import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { DynamoDbError } from './dynamodb-error.ts';
import { perform } from './operations.ts';
import type { State } from './state.ts';

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
  // Reads wait too, so that no response shows a write that a crash could undo.
  await state.committed;
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
    handle(state, request, response).catch((error: unknown) => {
      response.destroy();
      // If the request is incomplete, its caller has disconnected, which is no failure. Otherwise a write to the disk
      // has failed. That ends the process, because memory and disk would differ from then on.
      if (request.complete) throw error;
    });
  };
