import { describe, expect, it } from '@jest/globals';
import type { CheckinEntry, CheckinLog } from '../../../../shared/domain/logs.ts';
import { makeBatchLogWriter, makeLogWriter } from '../../../../shared/use-cases/checkin/checkin-log.ts';
import { aCheckinEntry } from '../../../support/log-entries.ts';

const entry = aCheckinEntry();
const correction: CheckinEntry = { ...entry, code: 'already_checked_in', checkinCount: 0 };

const start = (
  record: (entries: readonly CheckinEntry[]) => Promise<void> = async () => undefined,
  keepsCheckins = true,
) => {
  const written: CheckinEntry[] = [];
  const events: string[] = [];
  const log: CheckinLog = {
    keepsCheckins,
    recordCheckins: async (entries, signal) => {
      signal?.addEventListener('abort', () => events.push('abandoned'));
      await record(entries);
      written.push(...entries);
    },
  };
  const onFailed = (error: unknown): void => void events.push(`failed: ${(error as Error).message}`);
  return { log, onFailed, writer: makeLogWriter(log, onFailed), written, events };
};

const fail = () => Promise.reject(new Error('away'));
const hang = () => new Promise<void>(() => undefined);
const failures: [string, typeof hang, unknown][] = [
  ['fails', fail, 'failed: away'],
  ['hangs', hang, expect.stringContaining('no log entry within')],
];

describe('The log entry of a request', () => {
  it('is corrected after its first write has ended, if the outcome is not the expected one', async () => {
    const release: (() => void)[] = [];
    const { writer, written } = start(
      ([one]) =>
        new Promise((resolve) => {
          if (one === entry) release.push(resolve);
          else resolve();
        }),
    );
    writer.writeExpected(entry);
    const finished = writer.writeFinal(correction);
    release[0]?.();
    await finished;
    expect(written).toEqual([entry, correction]);
  });

  it.each(failures)(
    'is abandoned and reported, and the request goes on, if the log %s',
    async (_, record, reported) => {
      const { writer, events } = start(record);
      writer.writeExpected(entry);
      await writer.writeFinal(entry);
      expect(events).toEqual(['abandoned', reported]);
    },
  );

  it('is awaited, and no timer stays, if its write is slow but within the time limit', async () => {
    const { writer, written, events } = start(() => new Promise((resolve) => setTimeout(resolve, 50)));
    const countTimers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const before = countTimers();
    writer.writeExpected(entry);
    await writer.writeFinal(entry);
    expect([written, events, countTimers()]).toEqual([[entry], [], before]);
  });

  it('is not written if the log is off', async () => {
    const { writer, written } = start(undefined, false);
    writer.writeExpected(entry);
    await writer.writeFinal(entry);
    expect(written).toEqual([]);
  });
});

describe('The log entries of a batch', () => {
  const writeAll = async (started: ReturnType<typeof start>, entries: readonly CheckinEntry[]) => {
    const writer = makeBatchLogWriter(started.log, started.onFailed);
    for (const one of entries) {
      writer.writeExpected(one);
      await writer.writeFinal(one);
    }
    await writer.settle();
    return started;
  };

  it('are written together', async () => {
    const { written, events } = await writeAll(start(), [entry, correction]);
    expect([written, events]).toEqual([[entry, correction], []]);
    expect((await writeAll(start(undefined, false), [entry])).written).toEqual([]);
  });
});
