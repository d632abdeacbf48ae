import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

/** Passes a call of the AWS SDK on to moto, and moto's response back. */
export const forwardCall = (
  motoUrl: string,
  incoming: IncomingMessage,
  body: string,
  response: ServerResponse,
): void => {
  const { url = '/', method = 'POST', headers } = incoming;
  const outgoing = httpRequest(motoUrl + url, { method, headers });
  outgoing.on('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  outgoing.end(body);
};
