import type { IncomingMessage, ServerResponse } from 'node:http';
import { relayCall } from '../../support/relay-call.ts';

/** Passes a call of the AWS SDK on to moto, and moto's response back. @returns the body of the response */
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
