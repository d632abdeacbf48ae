import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { echo, type EchoInput } from '../echo-operation.ts';

/** No framework at all: what any of them adds is added to this. */
export const handler = async ({ body }: APIGatewayProxyEventV2) => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(echo(JSON.parse(body ?? '') as EchoInput)),
});
