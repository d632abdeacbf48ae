import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../lib/local/listen.ts';
import type { DeployedStack } from './deployed-stack.ts';
import { forwardCall } from './forward-call.ts';
import { isRouteFor } from './gateway-event.ts';

const INVOCATION = /^\/2015-03-31\/functions\/(?<functionName>[^/]+)\/invocations/;

/** Lambda's response for an account with default quotas. */
const newAccount = { AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } };

/**
 * Starts a server for the operator's commands. Requests to the stack's API and invocations of its functions go to the stack,
 * because moto would start containers for invocations. The server itself returns Lambda's account settings. All other calls go
 * to moto.
 */
export const startOperatorEndpoint = async (stack: DeployedStack, motoUrl: string) => {
  const findInvoked = (url = '') => {
    const functionName = INVOCATION.exec(url)?.groups?.['functionName'];
    return stack.functions.find((each) => each.functionName === functionName);
  };
  const invoke = async (name: string, body: string, response: ServerResponse): Promise<void> => {
    const { result, error } = await stack.invoke(name, JSON.parse(body) as object);
    response.writeHead(200, error === undefined ? {} : { 'x-amz-function-error': 'Unhandled' });
    response.end(JSON.stringify(error === undefined ? result : { errorMessage: error }));
  };
  const callApi = async (target: string, { headers }: IncomingMessage, body: string, response: ServerResponse) => {
    const reply = await stack.send(target, {
      headers: headers as Record<string, string>,
      ...(body !== '' && { body }),
    });
    response.writeHead(reply.status, reply.headers);
    response.end(JSON.stringify(reply.body));
  };
  const server = createServer((incoming, response) => {
    const target = `${incoming.method} ${incoming.url}`;
    if (target.includes('/account-settings')) {
      response.end(JSON.stringify(newAccount));
      return;
    }
    void text(incoming).then(async (body): Promise<unknown> => {
      if (stack.routes.some(({ key }) => isRouteFor(key, target))) return callApi(target, incoming, body, response);
      const invoked = findInvoked(incoming.url);
      return invoked ? invoke(invoked.name, body, response) : forwardCall(motoUrl, incoming, body, response);
    });
  });
  return { url: await listen(server, 'PORT', 0), close: () => void server.close() };
};
