import awsLambdaFastify from '@fastify/aws-lambda';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { HttpResponse } from '../../../../../shared/http/response.ts';
import { routes } from '../../../../../shared/routes.ts';
import { toFailureResponse, performCheckin } from '../checkin-operation.ts';

/** @fastify/aws-lambda keeps the event on the request. */
type LambdaRequest = FastifyRequest & { awsLambda?: { event: { requestContext: { requestId: string } } } };

const describe = ({ headers, awsLambda }: LambdaRequest) => ({
  headers: headers as Record<string, string>,
  requestId: awsLambda?.event.requestContext.requestId ?? '',
});

const send = (reply: FastifyReply, { statusCode, body, headers = {} }: HttpResponse): FastifyReply =>
  reply.code(statusCode).headers(headers).send(body);

const app = fastify();
app.post(routes.checkin.path, async (request, reply) =>
  send(reply, await performCheckin({ ...describe(request), body: request.body })),
);
app.setErrorHandler((error, request, reply) => send(reply, toFailureResponse(error, describe(request))));

export const handler = awsLambdaFastify(app);
