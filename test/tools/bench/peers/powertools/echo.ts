import { Router } from '@aws-lambda-powertools/event-handler/http';
import type { Context } from 'aws-lambda';
import { routes } from '../../../../../shared/routes.ts';
import { echo, type EchoInput } from '../echo-operation.ts';

const app = new Router();
app.post(routes.checkin.path, async ({ req }) => echo((await req.json()) as EchoInput));

export const handler = (event: unknown, context: Context) => app.resolve(event, context);
