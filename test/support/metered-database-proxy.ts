import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { toMeteredCall, type MeteredCall } from './meter-database.ts';
import { operationOf, relayCall } from './relay-call.ts';
import { serve, type TestServer } from './serve.ts';

interface RelayedCall extends MeteredCall {
  /** Whether the call is a retry by the SDK, for example because a busy machine did not respond in time. */
  readonly isRetry: boolean;
}

/** A proxy in front of DynamoDB that counts the calls of other processes. */
export interface MeteredDatabaseProxy extends TestServer {
  /** Returns the calls since the last `takeCalls`. */
  takeCalls(): readonly RelayedCall[];
}

/** Whether an operation is on items. Operations on tables consume no units. */
const isOnItems = (operation: string): boolean => /Item|Query|Scan/.test(operation);

export const startMeteredDatabaseProxy = async (databaseUrl: string): Promise<MeteredDatabaseProxy> => {
  const agent = new Agent({ keepAlive: true });
  const calls: RelayedCall[] = [];

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const operation = operationOf(request);
    const received = JSON.parse((await buffer(request)).toString()) as object;
    const input = isOnItems(operation) ? { ...received, ReturnConsumedCapacity: 'INDEXES' } : received;
    const relayed = await relayCall(databaseUrl, request, Buffer.from(JSON.stringify(input)), agent);
    response.writeHead(relayed.status, { 'content-type': 'application/x-amz-json-1.0' }).end(relayed.body);
    calls.push({
      ...toMeteredCall(operation, input, JSON.parse(relayed.body.toString()) as object),
      isRetry: !/attempt=1\b/.test(String(request.headers['amz-sdk-request'])),
    });
  };

  const server = await serve(pass);
  return {
    ...server,
    takeCalls: () => calls.splice(0),
    async stop() {
      agent.destroy();
      await server.stop();
    },
  };
};
