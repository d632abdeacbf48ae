import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { listen } from '../../../../lib/local/local-server.ts';
import { routes } from '../../../../shared/routes.ts';
import { answerBench } from '../harness/answer-bench.ts';
import { respond } from './bare/handler.ts';

/** The bare check-in in hono. */
const app = new Hono();
app.post(routes.checkin.path, async (context) => {
  const input = await context.req.json<object>();
  const { statusCode, body } = await respond(context.req.header('authorization'), input, randomUUID());
  return context.json(body, statusCode as ContentfulStatusCode);
});

answerBench(await listen(createServer(getRequestListener(app.fetch)), 'PORT', 0));
