import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Passes a call of the AWS SDK on to moto, and moto's response back. `read` gets the response's body first. */
export const forwardCall = (
  motoUrl: string,
  incoming: IncomingMessage,
  body: string | Buffer,
  response: ServerResponse,
  read: (body: string) => void = () => undefined,
): void => {
  const { url = '/', method = 'POST', headers } = incoming;
  const outgoing = httpRequest(motoUrl + url, { method, headers });
  outgoing.on('response', (reply) => {
    void buffer(reply).then((answer) => {
      read(answer.toString());
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      return response.end(answer);
    });
  });
  outgoing.end(body);
};
