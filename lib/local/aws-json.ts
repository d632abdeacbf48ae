import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { AwsError } from './dynamodb/request.ts';
import { endFailed } from './local-server.ts';

/** Handles the requests for one service. @returns false for all other requests */
export type ServiceListener = (request: IncomingMessage, response: ServerResponse) => boolean;

const answer = async (
  request: IncomingMessage,
  perform: (input: unknown) => object,
): Promise<readonly [status: number, body: object]> => {
  try {
    return [200, perform(await json(request))];
  } catch (error) {
    if (error instanceof AwsError) return [400, { __type: error.name, message: error.message, ...error.members }];
    return [500, { __type: 'InternalServerError', message: String(error) }];
  }
};

/**
 * Serves an AWS service that uses the JSON protocol, in which the header X-Amz-Target names the service and the operation.
 * @param service such as `DynamoDB_20120810`
 * @param perform returns the response of an operation. @throws AwsError for an error response
 */
export const serveAwsJson =
  (service: string, perform: (operation: string, input: unknown) => object): ServiceListener =>
  (request, response) => {
    const [target, operation = ''] = String(request.headers['x-amz-target']).split('.');
    if (target !== service) return false;
    const type = request.headers['content-type'] ?? 'application/x-amz-json-1.0';
    answer(request, (input) => perform(operation, input))
      .then(([status, body]) => response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body)))
      .catch(() => endFailed(response));
    return true;
  };
