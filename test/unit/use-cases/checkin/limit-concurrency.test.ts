import { describe, expect, it } from '@jest/globals';
import { limitConcurrency } from '../../../../shared/use-cases/checkin/limit-concurrency.ts';

describe('A function that is called at most twice at once', () => {
  it('starts later calls in their order, also after a call that fails', async () => {
    const started: number[] = [];
    const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
    const limited = limitConcurrency(2, (given: number) => {
      started.push(given);
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      ends.push({ resolve, reject });
      return promise;
    });
    const results = Promise.allSettled([1, 2, 3, 4, 5].map((given) => limited(given)));
    const seen = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return [...started];
    };
    expect(await seen()).toEqual([1, 2]);
    ends[1]?.reject(new Error('failed'));
    expect(await seen()).toEqual([1, 2, 3]);
    ends[0]?.resolve(10);
    ends[2]?.resolve(30);
    expect(await seen()).toEqual([1, 2, 3, 4, 5]);
    ends[3]?.resolve(40);
    ends[4]?.resolve(50);
    const settled = await results;
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      10,
      'failed',
      30,
      40,
      50,
    ]);
    for (const given of [6, 7, 8]) void limited(given);
    expect(await seen()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
