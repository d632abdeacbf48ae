import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { listen } from '../../../../lib/local/local-server.ts';
import { routes } from '../../../../shared/routes.ts';
import { answerBench } from '../harness/answer-bench.ts';
import { respond } from './bare/handler.ts';

/** Serves the bare check-in with Express. */
const app = express();
app.use(express.json());
app.post(routes.checkin.path, async (request, response) => {
  const { statusCode, body } = await respond(request.get('authorization'), request.body as object, randomUUID());
  response.status(statusCode).json(body);
});

answerBench(await listen(createServer(app), 'PORT', 0));
