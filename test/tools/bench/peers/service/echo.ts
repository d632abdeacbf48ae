import { makeApiFunction } from '../../../../../shared/http/api-function.ts';
import { echo, type EchoInput } from '../echo-operation.ts';

export const handler = makeApiFunction({
  name: 'echo',
  // Logging is not part of the framework, and the others write no log.
  record: () => undefined,
  maxBodyBytes: 16_384,
  operation: async ({ body }) => ({ statusCode: 200, body: echo(body as EchoInput) }),
});
