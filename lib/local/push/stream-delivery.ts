import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { makeFunctionContext } from '../gateway/function-context.ts';

export type StreamHandler = (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>;

export interface DeliveryOptions {
  readonly functionName: string;
  readonly timeoutMilliseconds: number;
  /** Asked for at each delivery, until there is one. */
  readonly loadHandler: () => Promise<StreamHandler>;
  readonly onRetry: (failed: readonly DynamoDBRecord[], error: unknown) => void;
  /** Aborts the waiting between tries. */
  readonly signal: AbortSignal;
  readonly firstDelayMilliseconds?: number;
  readonly maxTries?: number;
}

const describe = ({ dynamodb }: DynamoDBRecord): string =>
  `${dynamodb?.Keys?.['companyUser']?.S} ${dynamodb?.Keys?.['bookingId']?.S} (${dynamodb?.SequenceNumber})`;

/** Records that were given up. */
export class Undeliverable extends Error {
  readonly code = 'undeliverable';
  readonly records: readonly DynamoDBRecord[];

  constructor(records: readonly DynamoDBRecord[], cause: unknown) {
    super(`given up until the next start: ${records.map(describe).join(', ')}`, { cause });
    this.records = records;
  }
}

const BATCH_SIZE = 100;
const FIRST_DELAY_MILLISECONDS = 500;
const LONGEST_DELAY_MILLISECONDS = 30_000;
/** Some ten minutes. */
const MAX_TRIES = 24;

interface Try {
  readonly failed: readonly DynamoDBRecord[];
  readonly error?: unknown;
}

const inBatches = (records: readonly DynamoDBRecord[]): DynamoDBRecord[][] =>
  Array.from({ length: Math.ceil(records.length / BATCH_SIZE) }, (_, at) =>
    records.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
  );

/** A name that is no record's fails the whole batch, as with Lambda. */
const failedOf = (batch: readonly DynamoDBRecord[], { batchItemFailures }: DynamoDBBatchResponse): DynamoDBRecord[] => {
  const named = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const failed = batch.filter(({ dynamodb }) => named.has(dynamodb?.SequenceNumber ?? ''));
  return failed.length === named.size ? failed : [...batch];
};

/**
 * What Lambda's event source mapping is: hands records to a function in batches, and those that failed again, after
 * growing pauses. The returned function resolves when all have been taken in. @throws Undeliverable
 */
export const makeDelivery = (options: DeliveryOptions) => {
  const { functionName, timeoutMilliseconds, loadHandler, onRetry, signal } = options;
  const { firstDelayMilliseconds = FIRST_DELAY_MILLISECONDS, maxTries = MAX_TRIES } = options;

  const tryBatch = async (batch: DynamoDBRecord[]): Promise<Try> => {
    try {
      const handler = await loadHandler();
      const context = makeFunctionContext(functionName, timeoutMilliseconds);
      return { failed: failedOf(batch, await handler({ Records: batch }, context)) };
    } catch (error) {
      return { failed: batch, error };
    }
  };

  const tryAll = async (records: readonly DynamoDBRecord[]): Promise<Try> => {
    const tries: Try[] = [];
    for (const batch of inBatches(records)) tries.push(await tryBatch(batch));
    return { failed: tries.flatMap(({ failed }) => failed), error: tries.find(({ error }) => error)?.error };
  };

  return async (records: readonly DynamoDBRecord[]): Promise<void> => {
    let last: Try = { failed: records };
    for (let tries = 1; tries <= maxTries; tries += 1) {
      last = await tryAll(last.failed);
      if (last.failed.length === 0) return;
      onRetry(last.failed, last.error);
      const delay = Math.min(firstDelayMilliseconds * 2 ** (tries - 1), LONGEST_DELAY_MILLISECONDS);
      if (tries < maxTries) await sleep(delay, undefined, { signal });
    }
    throw new Undeliverable(last.failed, last.error);
  };
};
