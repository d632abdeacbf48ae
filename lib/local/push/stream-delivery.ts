import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { makeFunctionContext } from '../gateway/function-context.ts';
import { keepTrying, type KeepTryingOptions } from './keep-trying.ts';

export type StreamHandler = (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>;

export interface DeliveryOptions extends Omit<KeepTryingOptions, 'onRetry'> {
  readonly functionName: string;
  readonly timeoutMilliseconds: number;
  /** Asked for at each delivery, until there is one. */
  readonly loadHandler: () => Promise<StreamHandler>;
  readonly onRetry: (failed: readonly DynamoDBRecord[], error: unknown) => void;
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
  const { functionName, timeoutMilliseconds, loadHandler, onRetry, ...trying } = options;

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
    let left: Try = { failed: records };
    const deliver = async (): Promise<void> => {
      left = await tryAll(left.failed);
      if (left.failed.length > 0) throw new Undeliverable(left.failed, left.error);
    };
    await keepTrying(deliver, { ...trying, onRetry: () => onRetry(left.failed, left.error) });
  };
};
