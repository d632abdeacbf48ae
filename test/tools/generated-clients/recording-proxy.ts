import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { relayCall } from '../../support/relay-call.ts';
import { serve } from '../../support/serve.ts';

/** A request as the client sent it. */
export interface SentRequest {
  readonly route: string;
  readonly idempotencyKey: string | undefined;
  /** Undefined if the request has no body. */
  readonly body: unknown;
}

const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

const isForm = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

/** Gives dates one format, because clients write the same date in different ways. */
const normalizeDate = (_: string, value: unknown): unknown =>
  typeof value === 'string' && DATE.test(value) ? new Date(value).toISOString() : value;

const parseBody = (request: IncomingMessage, body: string): unknown =>
  isForm(request) ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body, normalizeDate);

/**
 * Stands between a client and the service, and records what the client sends. To each response, it adds a member that the API
 * document does not name, because clients must accept members that later versions of the service add.
 */
export const startRecordingProxy = async (serviceUrl: string) => {
  const requests: SentRequest[] = [];
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    const body = await text(request);
    requests.push({
      route: `${method} ${url}`,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
      body: body === '' ? undefined : parseBody(request, body),
    });
    const received = await relayCall(serviceUrl, request, Buffer.from(body));
    const answer = { ...(JSON.parse(received.body.toString()) as object), memberOfALaterVersion: [1] };
    response.writeHead(received.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  };
  const server = await serve((request, response) => {
    forward(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  return { ...server, requests: requests as readonly SentRequest[] };
};
