import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { tableOf, toOperation, type KeyNames, type Statement } from './partiql.ts';

interface Reply {
  readonly statusCode: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface BatchRequest {
  readonly Statements?: readonly Statement[];
  readonly ReturnConsumedCapacity?: string;
}

const TARGET = 'DynamoDB_20120810.';

/** Performs one operation of the engine, as if its request had come over the network with these headers. */
const makeCall =
  (engine: RequestListener, headers: IncomingMessage['headers']) =>
  (operation: string, input: object): Promise<Reply> => {
    const request = Object.assign(Readable.from([Buffer.from(JSON.stringify(input))]), {
      method: 'POST',
      url: '/',
      headers: { ...headers, 'x-amz-target': TARGET + operation },
    });
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const response = {
      statusCode: 200,
      setHeader: () => undefined,
      end: (text: string) => resolve({ statusCode: response.statusCode, body: JSON.parse(text) as Reply['body'] }),
    };
    engine(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    return promise;
  };

type Call = ReturnType<typeof makeCall>;

const codeOf = (operation: string, type: string): string => {
  if (!type.endsWith('#ConditionalCheckFailedException')) return 'ValidationError';
  return operation === 'PutItem' ? 'DuplicateItem' : 'ConditionalCheckFailed';
};

/** The response for one statement, and the capacity that it consumed. */
interface Executed {
  readonly response: object;
  readonly capacity?: unknown;
}

const execute = async (
  statement: Statement,
  { ReturnConsumedCapacity }: BatchRequest,
  keyNames: KeyNames,
  call: Call,
): Promise<Executed> => {
  const operation = toOperation(statement, keyNames);
  if (!operation) return { response: { Error: { Code: 'ValidationError', Message: 'not supported by this engine' } } };
  const { statusCode, body } = await call(operation.name, { ...operation.input, ReturnConsumedCapacity });
  const { __type: type = '', message: Message = '', ConsumedCapacity: capacity } = body;
  if (statusCode === 200) return { response: {}, capacity };
  return { response: { Error: { Code: codeOf(operation.name, String(type)), Message } } };
};

/**
 * Adds BatchExecuteStatement to an engine without PartiQL, for statements that write. Each statement becomes a conditional
 * PutItem or UpdateItem of the engine and succeeds or fails alone.
 * @param engine the engine's own request listener
 * @returns a listener that returns whether it handled the request
 */
export const makeStatementListener = (engine: RequestListener) => {
  const keys = new Map<string, readonly string[]>();
  const keyNames: KeyNames = (table) => keys.get(table) ?? [];

  const readKeys = async (statements: readonly Statement[], call: Call): Promise<void> => {
    for (const TableName of new Set(statements.flatMap((one) => tableOf(one) ?? []))) {
      if (keys.has(TableName)) continue;
      const { Table } = (await call('DescribeTable', { TableName })).body;
      const { KeySchema } = (Table ?? { KeySchema: [] }) as { KeySchema: { AttributeName: string }[] };
      const names = KeySchema.map(({ AttributeName }) => AttributeName);
      keys.set(TableName, names);
    }
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = JSON.parse((await buffer(request)).toString()) as BatchRequest;
    const { Statements = [] } = asked;
    const call = makeCall(engine, request.headers);
    await readKeys(Statements, call);
    const executed = await Promise.all(Statements.map((one) => execute(one, asked, keyNames, call)));
    const Responses = executed.map((one) => one.response);
    const ConsumedCapacity = executed.flatMap(({ capacity }) => capacity ?? []);
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ Responses, ...(ConsumedCapacity.length > 0 && { ConsumedCapacity }) }));
  };

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.headers['x-amz-target'] !== `${TARGET}BatchExecuteStatement`) return false;
    handle(request, response).catch(() => response.destroy());
    return true;
  };
};
