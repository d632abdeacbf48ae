import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { localTableNames } from '../../shared/local-service.ts';
import { tables, type TableId } from '../../shared/tables.ts';
import { operationOf, relayCall } from './relay-call.ts';
import { serve, type TestServer } from './serve.ts';

interface Units {
  readonly CapacityUnits: number;
}

interface ConsumedCapacity extends Units {
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>>;
}

/** A call that went to DynamoDB. */
export interface MeteredCall {
  /** DynamoDB's name of the operation, such as `UpdateItem`. */
  readonly operation: string;
  /** Whether the call is a retry by the SDK, for example because a busy machine did not respond in time. */
  readonly isRetry: boolean;
  /** The tables that the call reads or writes. */
  readonly tables: readonly TableId[];
  /** The number of the call's wave, from 1, if calls were delayed. */
  readonly wave?: number;
  /** The total of consumed read or write units. */
  readonly units: number;
  /** The part of `units` that indexes consumed. */
  readonly indexUnits: number;
}

/** A proxy in front of DynamoDB that counts calls, and can delay them. */
export interface MeteredDatabaseProxy extends TestServer {
  /** Returns the calls since the last `takeCalls`. */
  takeCalls(): readonly MeteredCall[];
  /**
   * Delays calls so that they arrive in waves: each call waits until all calls of its wave have arrived. Each wave depends on
   * the responses of the previous one, so the number of waves is the number of sequential round trips, however busy the machine
   * is. Calls after the last wave pass at once. A wave with a call that depends on another call of the wave never passes.
   * @param sizes the number of calls in each wave
   */
  holdWaves(sizes: readonly number[]): void;
}

/** Whether an operation is on items. Operations on tables consume no units. */
const isOnItems = (operation: string): boolean => /Item|Query|Scan/.test(operation);

/** Requests the consumed units, which DynamoDB returns only on request. */
const askForUnits = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ ...(JSON.parse(body.toString()) as object), ReturnConsumedCapacity: 'INDEXES' }));

const sum = (all: readonly Units[]): number => all.reduce((units, { CapacityUnits }) => units + CapacityUnits, 0);

interface CallBody {
  readonly TableName?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName: string }>>[];
}

const tablesOf = ({ TableName, RequestItems = {}, TransactItems = [] }: CallBody): TableId[] => {
  const namesInTransaction = TransactItems.flatMap(Object.values).map((action) => action.TableName);
  const names = new Set([TableName, ...Object.keys(RequestItems), ...namesInTransaction]);
  return (Object.keys(tables) as TableId[]).filter((one) => names.has(localTableNames[one]));
};

/** The units in a response; a batch returns them for each table. */
const unitsIn = (relayed: Buffer): Pick<MeteredCall, 'units' | 'indexUnits'> => {
  type HttpResponse = { readonly ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
  const { ConsumedCapacity = [] } = JSON.parse(relayed.toString()) as HttpResponse;
  const consumed = [ConsumedCapacity].flat();
  const indexes = consumed.flatMap(({ GlobalSecondaryIndexes = {} }) => Object.values(GlobalSecondaryIndexes));
  return { units: sum(consumed), indexUnits: sum(indexes) };
};

export const startMeteredDatabaseProxy = async (databaseUrl: string): Promise<MeteredDatabaseProxy> => {
  const agent = new Agent({ keepAlive: true });
  const calls: MeteredCall[] = [];
  let waves: { readonly number: number; missing: number; readonly released: PromiseWithResolvers<void> }[] = [];

  /** @returns the number of the call's wave, from 1; undefined if calls are not delayed */
  const joinWave = async (): Promise<number | undefined> => {
    const [wave] = waves;
    if (!wave) return undefined;
    wave.missing -= 1;
    if (wave.missing === 0) {
      waves.shift();
      wave.released.resolve();
    }
    await wave.released.promise;
    return wave.number;
  };

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const operation = operationOf(request);
    const received = await buffer(request);
    const body = isOnItems(operation) ? askForUnits(received) : received;
    const wave = await joinWave();
    const relayed = await relayCall(databaseUrl, request, body, agent);
    response.writeHead(relayed.status, { 'content-type': 'application/x-amz-json-1.0' }).end(relayed.body);
    const callBody = JSON.parse(body.toString()) as CallBody;
    calls.push({
      operation,
      isRetry: !/attempt=1\b/.test(String(request.headers['amz-sdk-request'])),
      tables: tablesOf(callBody),
      ...(wave !== undefined && { wave }),
      ...unitsIn(relayed.body),
    });
  };

  const server = await serve(pass);
  return {
    ...server,
    takeCalls: () => calls.splice(0),
    holdWaves(sizes) {
      waves = sizes.map((missing, index) => ({ number: index + 1, missing, released: Promise.withResolvers() }));
    },
    async stop() {
      agent.destroy();
      await server.stop();
    },
  };
};
