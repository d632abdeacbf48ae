import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { makeDelivery, type StreamHandler } from '../../../lib/local/push/stream-delivery.ts';

const records = (count: number): DynamoDBRecord[] =>
  Array.from({ length: count }, (_, at) => ({ dynamodb: { SequenceNumber: String(at) } }));

const numbersOf = (some: readonly DynamoDBRecord[]) => some.map(({ dynamodb }) => dynamodb?.SequenceNumber);

interface Given {
  readonly handle: StreamHandler;
  readonly signal?: AbortSignal;
  readonly loadHandler?: () => Promise<StreamHandler>;
}

const start = ({ handle, signal = new AbortController().signal, loadHandler }: Given) => {
  const batches: (string | undefined)[][] = [];
  const retries: unknown[] = [];
  const seen: StreamHandler = (event, context) => {
    batches.push(numbersOf(event.Records));
    return handle(event, context);
  };
  const deliver = makeDelivery({
    functionName: 'push',
    timeoutMilliseconds: 60_000,
    loadHandler: loadHandler ?? (async () => seen),
    onRetry: (failed, error) => retries.push(error ?? failed.length),
    signal,
    firstDelayMilliseconds: 1,
    maxTries: 3,
  });
  return { deliver, batches, retries };
};

const allWell: StreamHandler = async () => ({ batchItemFailures: [] });
const failing = (...numbers: string[]): StreamHandler => {
  return async () => ({ batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })) });
};

describe('The delivery of records', () => {
  it('hands them over in batches of 100 at most', async () => {
    const { deliver, batches } = start({ handle: allWell });
    await deliver(records(250));
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(batches.flat()).toEqual(numbersOf(records(250)));
  });

  it('tells the function how long it has', async () => {
    let remaining = 0;
    const { deliver } = start({
      handle: async (_, context) => {
        remaining = context.getRemainingTimeInMillis();
        return { batchItemFailures: [] };
      },
    });
    await deliver(records(1));
    expect(remaining).toBeGreaterThan(50_000);
    expect(remaining).toBeLessThanOrEqual(60_000);
  });

  it('hands over again what failed, and that alone', async () => {
    const answers = [failing('1'), allWell];
    const { deliver, batches, retries } = start({ handle: (...call) => (answers.shift() ?? allWell)(...call) });
    await deliver(records(3));
    expect(batches).toEqual([['0', '1', '2'], ['1']]);
    expect(retries).toEqual([1]);
  });

  it.each<[string, StreamHandler]>([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['names no record', failing('')],
    ['names a record that it was not given', failing('17')],
  ])('takes the whole batch for failed where the function %s', async (_, handle) => {
    const answers = [handle, allWell];
    const { deliver, batches } = start({ handle: (...call) => (answers.shift() ?? allWell)(...call) });
    await deliver(records(2));
    expect(batches).toEqual([
      ['0', '1'],
      ['0', '1'],
    ]);
  });

  it('waits for a function that cannot be had yet', async () => {
    let tries = 0;
    const loadHandler = async () => {
      tries += 1;
      if (tries < 3) throw new Error('no SNS');
      return allWell;
    };
    const { deliver, retries } = start({ handle: allWell, loadHandler });
    await deliver(records(1));
    expect(retries).toEqual([new Error('no SNS'), new Error('no SNS')]);
  });

  it('gives up in the end, and says what', async () => {
    const { deliver, batches } = start({ handle: failing('1') });
    await expect(deliver(records(2))).rejects.toMatchObject({ code: 'undeliverable', records: records(2).slice(1) });
    expect(batches).toHaveLength(3);
  });

  it('stops waiting when it is told to', async () => {
    const { deliver } = start({ handle: failing('0'), signal: AbortSignal.abort() });
    await expect(deliver(records(1))).rejects.toMatchObject({ name: 'AbortError' });
  });
});
