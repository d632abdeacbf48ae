import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { localTableNames } from '../../shared/local-service.ts';
import { tables, type TableId } from '../../shared/tables.ts';
import { makeCallWaves, type CallWaves } from './call-waves.ts';
import { operationOf, relayCall } from './relay-call.ts';
import { startServer, type TestServer } from './start-server.ts';

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
  /** The call's wave, from 1, if calls were delayed. */
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
  readonly holdWaves: CallWaves['hold'];
}

/** Operations on tables consume no units. */
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
  const waves = makeCallWaves();

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const operation = operationOf(request);
    const received = await buffer(request);
    const body = isOnItems(operation) ? askForUnits(received) : received;
    const wave = await waves.join();
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

  const { url, stop } = await startServer(pass);
  return {
    url,
    takeCalls: () => calls.splice(0),
    holdWaves: waves.hold,
    async stop() {
      agent.destroy();
      await stop();
    },
  };
};
