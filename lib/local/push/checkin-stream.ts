import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import pMap from 'p-map';
import type { CheckinMark, CheckinMarks } from './checkin-marks.ts';
import type { CheckinWrite } from './checkin-write.ts';
import type { CheckinWitness } from './write-tap.ts';

export interface CheckinStreamOptions {
  readonly marks: Omit<CheckinMarks, 'list'>;
  /** The records of what a check-in has written so far. */
  readonly readRecords: (write: CheckinWrite) => Promise<DynamoDBRecord[]>;
  /** Resolves when all records have been taken in. Where it rejects, the mark stays for the next start. */
  readonly deliver: (records: readonly DynamoDBRecord[]) => Promise<void>;
  readonly nextNumber: () => string;
  readonly onFailure: (error: unknown) => void;
  /** How long after its last write a check-in counts as written. */
  readonly quietMilliseconds?: number;
  /** How long what an earlier process had under way may still reach the database. */
  readonly lateMilliseconds?: number;
}

export interface CheckinStream extends CheckinWitness {
  /** Delivers what an earlier process has written and not delivered, by the marks that it left. */
  recover(left: readonly CheckinMark[]): Promise<void>;
  /** Resolves when everything written so far has been handed to `deliver`. */
  flush(): Promise<void>;
}

/** A check-in whose bookings are being written. */
interface Underway {
  readonly mark: CheckinMark;
  readonly marked: Promise<void>;
  writes: number;
  timer?: NodeJS.Timeout;
}

const QUIET_MILLISECONDS = 100;
const LATE_MILLISECONDS = 2_000;
/** The oldest first; one that fails does not hold up all others. */
const RECOVERED_AT_ONCE = 10;

const keyOf = ({ companyUser, checkinId }: CheckinWrite): string => JSON.stringify([companyUser, checkinId]);

/**
 * What DynamoDB's stream is to Lambda, for an engine that has none. A mark is written down before the first booking of a
 * check-in and taken away when its records have been delivered: whenever the process ends, the next one finds what is left
 * to do. Nothing runs while nobody checks in.
 */
export const makeCheckinStream = (options: CheckinStreamOptions): CheckinStream => {
  const { marks, readRecords, deliver, nextNumber, onFailure } = options;
  const { quietMilliseconds = QUIET_MILLISECONDS, lateMilliseconds = LATE_MILLISECONDS } = options;
  const underway = new Map<string, Underway>();
  const handingOver = new Set<Promise<void>>();

  const handOver = async (mark: CheckinMark): Promise<void> => {
    try {
      const records = await readRecords(mark);
      if (records.length > 0) await deliver(records);
      await marks.delete(mark.markId);
    } catch (error) {
      onFailure(error);
    }
  };

  const release = (key: string): void => {
    const done = underway.get(key);
    if (!done || done.writes > 0) return;
    underway.delete(key);
    clearTimeout(done.timer);
    const handedOver = handOver(done.mark).finally(() => handingOver.delete(handedOver));
    handingOver.add(handedOver);
  };

  const start = (write: CheckinWrite): Underway => {
    const mark = { ...write, markId: nextNumber() };
    const started = { mark, marked: marks.put(mark), writes: 0 };
    underway.set(keyOf(write), started);
    return started;
  };

  return {
    async begin(write) {
      const key = keyOf(write);
      const current = underway.get(key) ?? start(write);
      current.writes += 1;
      clearTimeout(current.timer);
      try {
        await current.marked;
      } catch (error) {
        if (underway.get(key) === current) underway.delete(key);
        throw error;
      }
    },
    end(write) {
      const key = keyOf(write);
      const current = underway.get(key);
      if (!current) return;
      current.writes -= 1;
      clearTimeout(current.timer);
      current.timer = setTimeout(release, quietMilliseconds, key);
    },
    async recover(left) {
      if (left.length > 0) await sleep(lateMilliseconds, undefined, { ref: false });
      await pMap(left, handOver, { concurrency: RECOVERED_AT_ONCE });
    },
    async flush() {
      for (const key of underway.keys()) release(key);
      await Promise.all(handingOver);
    },
  };
};
