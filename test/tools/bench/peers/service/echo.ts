import { makeApiFunction } from '../../../../../shared/http/api-function.ts';
import { echo, type EchoInput } from '../echo-operation.ts';

export const handler = makeApiFunction({
  name: 'echo',
  // The log is no part of the framework, and none of the others writes one.
  record: () => undefined,
  maxBodyBytes: 16_384,
  operation: async ({ body }) => ({ statusCode: 200, body: echo(body as EchoInput) }),
});
