import { localTableNames } from '../../shared/local-service.ts';
import { allTableIds, type TableId } from '../../shared/tables.ts';
import { interceptDatabase } from './intercept-database.ts';
import { operationOf } from './memory-database/memory-database.ts';

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
  /** The tables that the call reads or writes. */
  readonly tables: readonly TableId[];
  /** The total of consumed read or write units. */
  readonly units: number;
  /** The part of `units` that indexes consumed. */
  readonly indexUnits: number;
  /** The number of the call's wave, from 1, if calls were delayed. */
  readonly wave?: number;
}

const sum = (all: readonly Units[]): number => all.reduce((units, { CapacityUnits }) => units + CapacityUnits, 0);

interface Input {
  readonly TableName?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName: string }>>[];
}

const tablesOf = ({ TableName, RequestItems = {}, TransactItems = [] }: Input): TableId[] => {
  const namesInTransaction = TransactItems.flatMap(Object.values).map((action) => action.TableName);
  const names = new Set([TableName, ...Object.keys(RequestItems), ...namesInTransaction]);
  return allTableIds.filter((one) => names.has(localTableNames[one]));
};

/** @param output a response to a request with `ReturnConsumedCapacity: 'INDEXES'`; a batch returns the units of each table */
export const toMeteredCall = (operation: string, input: object, output: object): MeteredCall => {
  const { ConsumedCapacity = [] } = output as { readonly ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
  const consumed = [ConsumedCapacity].flat();
  const indexes = consumed.flatMap(({ GlobalSecondaryIndexes = {} }) => Object.values(GlobalSecondaryIndexes));
  return { operation, tables: tablesOf(input), units: sum(consumed), indexUnits: sum(indexes) };
};

export type DatabaseMeter = ReturnType<typeof meterDatabase>;

/** Meters the calls of all stores in this process, until `stop` is called. */
export const meterDatabase = () => {
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

  const stop = interceptDatabase(async (command, send) => {
    const wave = await joinWave();
    Object.assign(command.input, { ReturnConsumedCapacity: 'INDEXES' });
    let output = {};
    try {
      return (output = (await send()) as object);
    } finally {
      calls.push({
        ...toMeteredCall(operationOf(command), command.input, output),
        ...(wave !== undefined && { wave }),
      });
    }
  });

  return {
    stop,
    /** Returns the calls since the last `takeCalls`. */
    takeCalls: (): readonly MeteredCall[] => calls.splice(0),
    /**
     * Delays calls so that they arrive in waves: each call waits until all calls of its wave have arrived. Each wave depends on
     * the responses of the previous one, so the number of waves is the number of sequential round trips, however busy the machine
     * is. Calls after the last wave pass at once. A wave with a call that depends on another call of the wave never passes.
     * @param sizes the number of calls in each wave
     */
    holdWaves(sizes: readonly number[]) {
      waves = sizes.map((missing, index) => ({ number: index + 1, missing, released: Promise.withResolvers() }));
    },
  };
};
