import { Router } from '@aws-lambda-powertools/event-handler/http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { HttpResponse } from '../../../../../shared/http/response.ts';
import { routes } from '../../../../../shared/routes.ts';
import { toFailureResponse, performCheckin } from '../checkin-operation.ts';

interface Received {
  readonly req: Request;
  readonly event: unknown;
}

const describe = ({ req, event }: Received) => ({
  headers: Object.fromEntries(req.headers),
  requestId: (event as APIGatewayProxyEventV2).requestContext.requestId,
});

const toResponse = ({ statusCode, body, headers = {} }: HttpResponse): Response =>
  Response.json(body, { status: statusCode, headers });

const app = new Router();
app.post(routes.checkin.path, async (received) =>
  toResponse(await performCheckin({ ...describe(received), body: await received.req.json() })),
);
app.errorHandler(Error, async (error, received) => toResponse(toFailureResponse(error, describe(received))));

export const handler = (event: unknown, context: Context) => app.resolve(event, context);
