import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { makeRecordDelivery, type RecordHandler } from '../../../../lib/local/streams/consumer.ts';

const records = (count: number): DynamoDBRecord[] =>
  Array.from({ length: count }, (_, at) => ({ dynamodb: { SequenceNumber: String(at) } }));

const numbersOf = (batch: readonly DynamoDBRecord[]) => batch.map(({ dynamodb }) => dynamodb?.SequenceNumber);

const succeed: RecordHandler = async () => ({ batchItemFailures: [] });
const failing = (...numbers: string[]): RecordHandler => {
  return async () => ({ batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })) });
};

interface Setup {
  /** The function's behaviour at each call. The last behaviour also applies to all later calls. */
  readonly handlers: readonly RecordHandler[];
  readonly signal?: AbortSignal;
  readonly failedImports?: number;
}

const start = ({ handlers, signal = new AbortController().signal, failedImports = 0 }: Setup) => {
  const calls: (string | undefined)[][] = [];
  const failures: { readonly error: unknown; readonly numbers: readonly (string | undefined)[] }[] = [];
  const remainingHandlers = [...handlers];
  let imports = 0;
  const handler: RecordHandler = (event, context) => {
    calls.push(numbersOf(event.Records));
    const [next = succeed] = remainingHandlers.length > 1 ? remainingHandlers.splice(0, 1) : remainingHandlers;
    return next(event, context);
  };
  const deliver = makeRecordDelivery({
    functionName: 'push',
    async importHandler() {
      imports += 1;
      if (imports <= failedImports) throw new Error('no SNS');
      return handler;
    },
    onFailure: (error, failed) => failures.push({ error, numbers: numbersOf(failed) }),
    signal,
    firstDelayMilliseconds: 1,
  });
  return { deliver, calls, failures };
};

describe('The delivery of records to a function', () => {
  it('retries only the records that failed', async () => {
    const { deliver, calls, failures } = start({ handlers: [failing('1'), succeed] });
    await deliver(records(3));
    expect(calls).toEqual([['0', '1', '2'], ['1']]);
    expect(failures).toEqual([]);
  });

  it.each<[string, RecordHandler]>([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['names no record', failing('')],
    ['names a record that was not in the batch', failing('17')],
  ])('treats the whole batch as failed if the function %s', async (_, handler) => {
    const { deliver, calls } = start({ handlers: [handler, succeed] });
    await deliver(records(2));
    expect(calls).toEqual([
      ['0', '1'],
      ['0', '1'],
    ]);
  });

  it('loads the function again if loading fails', async () => {
    const { deliver, calls } = start({ handlers: [succeed], failedImports: 2 });
    await deliver(records(1));
    expect(calls).toEqual([['0']]);
  });

  it('stops after six retries, and reports the failure with its records', async () => {
    const { deliver, calls, failures } = start({ handlers: [failing('1')] });
    await deliver(records(2));
    expect(calls).toHaveLength(7);
    const error: unknown = expect.objectContaining({ message: 'push failed after 6 retries' });
    expect(failures).toEqual([{ error, numbers: ['1'] }]);
  });

  it('does not begin once it is aborted', async () => {
    const { deliver, calls, failures } = start({ handlers: [failing('0')], signal: AbortSignal.abort() });
    await deliver(records(1));
    expect(calls).toEqual([]);
    expect(failures).toEqual([]);
  });
});
