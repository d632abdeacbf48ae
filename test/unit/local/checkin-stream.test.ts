import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import type { CheckinMark } from '../../../lib/local/push/checkin-marks.ts';
import { makeCheckinStream } from '../../../lib/local/push/checkin-stream.ts';
import { makeSequence } from '../../../lib/local/push/sequence-number.ts';
import { waitUntil } from '../../support/wait-until.ts';

const ada = { companyUser: 'acme#1', checkinId: 'c1', at: '1' };
const bob = { companyUser: 'acme#2', checkinId: 'c2', at: '1' };

interface Given {
  readonly left?: readonly CheckinMark[];
  readonly deliver?: (records: readonly DynamoDBRecord[]) => Promise<void>;
  readonly put?: () => Promise<void>;
  readonly written?: readonly string[];
}

const start = ({ left = [], deliver, put, written = ['c1', 'c2'] }: Given = {}) => {
  const marks = new Map(left.map((mark) => [mark.markId, mark]));
  const delivered: string[] = [];
  const failures: unknown[] = [];
  const stream = makeCheckinStream({
    marks: {
      put: async (mark) => {
        await put?.();
        marks.set(mark.markId, mark);
      },
      delete: async (markId) => void marks.delete(markId),
    },
    readRecords: async ({ checkinId }) => (written.includes(checkinId) ? [{ eventID: checkinId }] : []),
    deliver: async (records) => {
      await deliver?.(records);
      delivered.push(...records.map(({ eventID = '' }) => eventID));
    },
    nextNumber: makeSequence(),
    onFailure: (error) => failures.push(error),
    quietMilliseconds: 10,
    lateMilliseconds: 10,
  });
  return { stream, marks, delivered, failures };
};

describe('The stream of check-ins', () => {
  it('has a check-in written down before its first booking, once, until it is delivered', async () => {
    const { stream, marks, delivered } = start();
    await Promise.all([stream.begin(ada), stream.begin(ada)]);
    expect([...marks.values()].map(({ checkinId }) => checkinId)).toEqual(['c1']);
    stream.end(ada);
    stream.end(ada);
    await waitUntil(() => marks.size === 0);
    expect(delivered).toEqual(['c1']);
  });

  it('waits for every booking of a check-in, and for no other check-in', async () => {
    const { stream, delivered } = start();
    await stream.begin(ada);
    await stream.begin(ada);
    await stream.begin(bob);
    stream.end(ada);
    stream.end(bob);
    await waitUntil(() => delivered.length > 0);
    expect(delivered).toEqual(['c2']);
    stream.end(ada);
    await waitUntil(() => delivered.length > 1);
  });

  it('forgets a check-in that was not written after all', async () => {
    const { stream, marks, delivered } = start({ written: [] });
    await stream.begin(ada);
    stream.end(ada);
    await waitUntil(() => marks.size === 0);
    expect(delivered).toEqual([]);
  });

  it('lets nothing be written that could not be written down', async () => {
    let isAway = true;
    const put = async () => {
      if (isAway) throw new Error('no database');
    };
    const { stream, delivered } = start({ put });
    await expect(stream.begin(ada)).rejects.toThrow('no database');
    isAway = false;
    await stream.begin(ada);
    stream.end(ada);
    await waitUntil(() => delivered.length > 0);
  });

  it('keeps the mark of what could not be delivered, and tells of it', async () => {
    const refusal = new Error('given up');
    const { stream, marks, failures } = start({ deliver: () => Promise.reject(refusal) });
    await stream.begin(ada);
    stream.end(ada);
    await waitUntil(() => failures.length > 0);
    expect(failures).toEqual([refusal]);
    expect(marks.size).toBe(1);
  });

  it('delivers what an earlier process left, though some of it fails', async () => {
    const left = [
      { ...ada, markId: '1' },
      { ...bob, markId: '2' },
    ];
    const deliver = async ([record]: readonly DynamoDBRecord[]) => {
      if (record?.eventID === 'c1') throw new Error('given up');
    };
    const { stream, marks, delivered } = start({ left, deliver });
    await stream.recover([...marks.values()]);
    expect(delivered).toEqual(['c2']);
    expect([...marks.keys()]).toEqual(['1']);
  });

  it('hands over at once what is written, when it is to end', async () => {
    const { stream, delivered } = start();
    await stream.begin(ada);
    stream.end(ada);
    await stream.flush();
    expect(delivered).toEqual(['c1']);
  });
});

describe('Sequence numbers', () => {
  it('rise, also when the clock does not, and compare as texts', () => {
    const moments = [5, 5, 4, 1_763_712_000_000];
    const next = makeSequence(() => moments.shift() ?? 0);
    const numbers = moments.slice().map(() => next());
    expect(numbers.toSorted()).toEqual(numbers);
    expect(new Set(numbers).size).toBe(4);
    expect(new Set(numbers.map((number) => number.length))).toEqual(new Set([21]));
  });
});
