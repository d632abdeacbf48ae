import type { IncomingMessage, ServerResponse } from 'node:http';
import { relayCall } from '../../support/relay-call.ts';

/** Forwards an AWS SDK call to moto, and sends moto's response back to the SDK. @returns the body of that response */
export const forwardCall = async (
  motoUrl: string,
  incoming: IncomingMessage,
  body: string | Buffer,
  response: ServerResponse,
): Promise<string> => {
  const { status, headers, body: answer } = await relayCall(motoUrl, incoming, Buffer.from(body));
  response.writeHead(status, headers).end(answer);
  return answer.toString();
};
