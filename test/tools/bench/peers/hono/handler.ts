import { Hono, type Context } from 'hono';
import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { HttpResponse } from '../../../../../shared/http/response.ts';
import { routes } from '../../../../../shared/routes.ts';
import { toFailureResponse, performCheckin } from '../checkin-operation.ts';

type Bindings = { event: LambdaEvent; lambdaContext: LambdaContext };
type LambdaRequest = Context<{ Bindings: Bindings }>;

const describe = ({ req, env }: LambdaRequest) => ({
  headers: req.header(),
  requestId: (env.event as { requestContext: { requestId: string } }).requestContext.requestId,
});

const send = (context: LambdaRequest, { statusCode, body, headers }: HttpResponse) =>
  context.json(body, statusCode as ContentfulStatusCode, { ...headers });

const app = new Hono<{ Bindings: Bindings }>();
app.post(routes.checkin.path, async (context) =>
  send(context, await performCheckin({ ...describe(context), body: await context.req.json() })),
);
app.onError((error, context) => send(context, toFailureResponse(error, describe(context))));

export const handler = handle(app);
