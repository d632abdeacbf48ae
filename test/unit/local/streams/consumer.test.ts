import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { makeConsumer, type RecordHandler } from '../../../../lib/local/streams/consumer.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const records = (count: number): DynamoDBRecord[] =>
  Array.from({ length: count }, (_, at) => ({ dynamodb: { SequenceNumber: String(at) } }));

const numbersOf = (batch: readonly DynamoDBRecord[]) => batch.map(({ dynamodb }) => dynamodb?.SequenceNumber);

const succeed: RecordHandler = async () => ({ batchItemFailures: [] });
const failing = (...numbers: string[]): RecordHandler => {
  return async () => ({ batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })) });
};

interface Setup {
  readonly records: number;
  /** The function's behaviour at each call. The last behaviour also applies to all later calls. */
  readonly handlers: readonly RecordHandler[];
  readonly failedImports?: number;
}

/** Delivers records until the function has succeeded or failed finally. */
const deliver = async ({ records: count, handlers, failedImports = 0 }: Setup) => {
  const calls: (string | undefined)[][] = [];
  const failures: { readonly error: unknown; readonly numbers: readonly (string | undefined)[] }[] = [];
  const remainingHandlers = [...handlers];
  let imports = 0;
  let isDone = false;
  const handler: RecordHandler = async (event, context) => {
    calls.push(numbersOf(event.Records));
    const [next = succeed] = remainingHandlers.length > 1 ? remainingHandlers.splice(0, 1) : remainingHandlers;
    const response = await next(event, context);
    isDone = response.batchItemFailures.length === 0;
    return response;
  };
  const consumer = makeConsumer({
    functionName: 'push',
    async importHandler() {
      imports += 1;
      if (imports <= failedImports) throw new Error('no SNS');
      return handler;
    },
    selects: ({ dynamodb }) => dynamodb?.SequenceNumber !== 'unselected',
    onFailure: (error, failed) => failures.push({ error, numbers: numbersOf(failed) }),
    firstDelayMilliseconds: 1,
  });
  consumer.onRecords([...records(count), { dynamodb: { SequenceNumber: 'unselected' } }]);
  await waitUntil(() => isDone || failures.length > 0);
  await consumer.stop();
  return { calls, failures };
};

describe('The delivery of records to a function', () => {
  it('retries only the records that failed', async () => {
    const { calls, failures } = await deliver({ records: 3, handlers: [failing('1'), succeed] });
    expect(calls).toEqual([['0', '1', '2'], ['1']]);
    expect(failures).toEqual([]);
  });

  it.each<[string, RecordHandler]>([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['names no record', failing('')],
    ['names a record that was not in the batch', failing('17')],
  ])('treats the whole batch as failed if the function %s', async (_, handler) => {
    const { calls } = await deliver({ records: 2, handlers: [handler, succeed] });
    expect(calls).toEqual([
      ['0', '1'],
      ['0', '1'],
    ]);
  });

  it('loads the function again if loading fails', async () => {
    expect((await deliver({ records: 1, handlers: [succeed], failedImports: 2 })).calls).toEqual([['0']]);
  });

  it('stops after six retries, and reports the failure with its records', async () => {
    const { calls, failures } = await deliver({ records: 2, handlers: [failing('1')] });
    expect(calls).toHaveLength(7);
    const error: unknown = expect.objectContaining({ message: 'push failed after 6 retries' });
    expect(failures).toEqual([{ error, numbers: ['1'] }]);
  });
});
