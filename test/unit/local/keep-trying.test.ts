import { describe, expect, it } from '@jest/globals';
import { keepTrying } from '../../../lib/local/push/keep-trying.ts';

const failing = (times: number) => {
  let tries = 0;
  return async (): Promise<number> => {
    tries += 1;
    if (tries <= times) throw new Error(`failed ${tries}`);
    return tries;
  };
};

const start = (times: number, signal = new AbortController().signal) => {
  const heard: string[] = [];
  const onRetry = (error: unknown): void => void heard.push((error as Error).message);
  return { heard, result: keepTrying(failing(times), { onRetry, signal, firstDelayMilliseconds: 1, maxTries: 4 }) };
};

describe('What fails for a while', () => {
  it('is tried until it works, and each failure is told of', async () => {
    const { heard, result } = start(3);
    expect(await result).toBe(4);
    expect(heard).toEqual(['failed 1', 'failed 2', 'failed 3']);
  });

  it('fails as the last try did, once there were enough', async () => {
    await expect(start(4).result).rejects.toThrow('failed 4');
  });

  it('is not waited for when the end comes', async () => {
    await expect(start(1, AbortSignal.abort()).result).rejects.toThrow('aborted');
  });
});
