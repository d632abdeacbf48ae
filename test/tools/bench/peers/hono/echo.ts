import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { routes } from '../../../../../shared/routes.ts';
import { echo, type EchoInput } from '../echo-operation.ts';

const app = new Hono();
app.post(routes.checkin.path, async (context) => context.json(echo(await context.req.json<EchoInput>())));

export const handler = handle(app);
