import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FunctionHandler } from '../../../lib/local/gateway/call-function.ts';
import {
  openGateway,
  type Gateway,
  type GatewayOptions,
  type ServedRequest,
} from '../../../lib/local/gateway/server.ts';

export interface TestGateway extends Gateway {
  readonly served: ServedRequest[];
  readonly failures: unknown[];
  /** The events that the stub function was called with. */
  readonly events: APIGatewayProxyEventV2[];
}

const echo: FunctionHandler = (event) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(event),
});

/** Starts a gateway with one route, `POST /auth`, which calls `handler`. The default handler returns its event. */
export const startTestGateway = async (
  handler: FunctionHandler = echo,
  { port = 0, ...options }: Partial<GatewayOptions> & { readonly port?: number } = {},
): Promise<TestGateway> => {
  const served: ServedRequest[] = [];
  const failures: unknown[] = [];
  const events: APIGatewayProxyEventV2[] = [];
  const gateway = await openGateway(port);
  gateway.serve({
    routes: { auth: { method: 'POST', path: '/auth' } },
    handlers: {
      auth: (event, context) => {
        events.push(event);
        return handler(event, context);
      },
    },
    functionTimeoutMilliseconds: 5_000,
    onResponse: (request) => served.push(request),
    onFailure: (_name, error) => failures.push(error),
    ...options,
  });
  return { ...gateway, served, failures, events };
};
