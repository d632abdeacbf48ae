import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FunctionHandler } from '../../../lib/local/gateway/call-function.ts';
import {
  startGateway,
  type AnsweredRequest,
  type Gateway,
  type GatewayOptions,
} from '../../../lib/local/gateway/gateway.ts';

export interface TestGateway extends Gateway {
  readonly answered: AnsweredRequest[];
  readonly failures: unknown[];
  /** The events that the stand-in function was called with. */
  readonly events: APIGatewayProxyEventV2[];
}

const echo: FunctionHandler = (event) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(event),
});

/** A gateway with one route, `POST /auth`, answered by `handler` or else with the event. */
export const startTestGateway = async (
  handler: FunctionHandler = echo,
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> => {
  const answered: AnsweredRequest[] = [];
  const failures: unknown[] = [];
  const events: APIGatewayProxyEventV2[] = [];
  const gateway = await startGateway({
    port: 0,
    routes: { auth: { method: 'POST', path: '/auth' } },
    handlers: {
      auth: (event, context) => {
        events.push(event);
        return handler(event, context);
      },
    },
    functionTimeoutMilliseconds: 5_000,
    onAnswer: (request) => answered.push(request),
    onFailure: (_name, error) => failures.push(error),
    ...options,
  });
  return { ...gateway, answered, failures, events };
};
