import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { echo, type EchoInput } from '../echo-operation.ts';

/** No framework: the baseline for what each framework adds. */
export const handler = async ({ body }: APIGatewayProxyEventV2) => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(echo(JSON.parse(body ?? '') as EchoInput)),
});
