import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import serverless from 'serverless-http';
import type { HttpResponse } from '../../../../../shared/http/response.ts';
import { routes } from '../../../../../shared/routes.ts';
import { toFailureResponse, performCheckin } from '../checkin-operation.ts';

/** serverless-http keeps the event on the request. */
type LambdaRequest = Request & { apiGateway?: { event: { requestContext: { requestId: string } } } };

const describe = ({ headers, apiGateway }: LambdaRequest) => ({
  headers: headers as Record<string, string>,
  requestId: apiGateway?.event.requestContext.requestId ?? '',
});

const send = (response: Response, { statusCode, body, headers = {} }: HttpResponse): void => {
  response.status(statusCode).set(headers).json(body);
};

const fail: ErrorRequestHandler = (error, request, response, _next) => {
  send(response, toFailureResponse(error, describe(request)));
};

const app = express();
app.use(express.json());
app.post(routes.checkin.path, async (request, response) => {
  send(response, await performCheckin({ ...describe(request), body: request.body as unknown }));
});
app.use(fail);

export const handler = serverless(app);
