import 'reflect-metadata';
import { configure as serverlessExpress, getCurrentInvoke } from '@codegenie/serverless-express';
import {
  Body,
  Catch,
  Controller,
  Headers,
  Module,
  Post,
  Res,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Request, Response } from 'express';
import type { HttpResponse } from '../../../../../shared/http/response.ts';
import { routes } from '../../../../../shared/routes.ts';
import { toFailureResponse, performCheckin } from '../checkin-operation.ts';

const requestId = (): string => {
  const { event } = getCurrentInvoke() as { event: APIGatewayProxyEventV2 };
  return event.requestContext.requestId;
};

const send = (response: Response, { statusCode, body, headers = {} }: HttpResponse): void => {
  response.status(statusCode).set(headers).json(body);
};

@Controller()
class CheckinController {
  @Post(routes.checkin.path)
  async checkIn(@Headers() headers: Record<string, string>, @Body() body: unknown, @Res() response: Response) {
    send(response, await performCheckin({ headers, body, requestId: requestId() }));
  }
}

@Catch()
class FailureFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const headers = http.getRequest<Request>().headers as Record<string, string>;
    send(http.getResponse<Response>(), toFailureResponse(error, { headers, requestId: requestId() }));
  }
}

@Module({ controllers: [CheckinController], providers: [{ provide: APP_FILTER, useClass: FailureFilter }] })
class AppModule {}

type Server = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

const bootstrap = async (): Promise<Server> => {
  const app = await NestFactory.create(AppModule, { logger: ['error'] });
  await app.init();
  return serverlessExpress({ app: app.getHttpAdapter().getInstance() }) as unknown as Server;
};

let server: Promise<Server> | undefined;

export const handler = async (event: APIGatewayProxyEventV2, context: Context): Promise<unknown> => {
  server ??= bootstrap();
  return (await server)(event, context);
};
