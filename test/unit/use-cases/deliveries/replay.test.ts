import { describe, expect, it } from '@jest/globals';
import type { FailedDelivery, FailedDeliveryMessage } from '../../../../shared/domain/failed-delivery.ts';
import { replay, type DeliveryKind } from '../../../../shared/use-cases/deliveries/replay.ts';
import { makeInMemoryLogs } from '../../../support/stores-in-memory.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const batch = { streamArn: 'stream', shardId: 'shard', startSequenceNumber: '1', endSequenceNumber: '2' };
const record = { dynamodb: { SequenceNumber: '1' } };

/** Starts with a queue that returns two messages at a time and, after the last message, the first two again. */
const start = (all: readonly FailedDelivery[], { isDelivered = true, isInStream = true, stopsAt = Infinity } = {}) => {
  const queue = all.map((failed, index): FailedDeliveryMessage => ({
    messageId: `${index}`,
    receipt: `r${index}`,
    failed,
  }));
  const waiting = [...queue];
  const receive = async () => (waiting.length > 0 ? waiting.splice(0, 2) : queue.slice(0, 2));
  const removed: string[] = [];
  const released: string[] = [];
  const receipts: string[] = [];
  const pushed: unknown[] = [];
  const log = makeInMemoryLogs(undefined, () => NOW);
  const dependencies = {
    queue: {
      receive,
      remove: async ({ messageId }: FailedDeliveryMessage) => {
        removed.push(messageId);
      },
      release: async ({ messageId, receipt }: FailedDeliveryMessage) => {
        released.push(messageId);
        receipts.push(receipt);
        throw new Error('not allowed');
      },
    },
    readStream: async () => (isInStream ? [record, record] : undefined),
    deliver: async (records: readonly object[], endpoints?: readonly string[]) => {
      if (pushed.length === stopsAt) throw new Error('Lambda is unavailable');
      pushed.push({ records, endpoints });
      return isDelivered;
    },
  };
  const run = (deliveries: DeliveryKind = 'pushes') =>
    replay(deliveries, dependencies, { actor: { through: 'cli', id: 'ana' }, now: () => NOW, log });
  return { run, queue, dependencies, removed, released, receipts, pushed, log };
};

describe('A replay of failed pushes', () => {
  it('sends rejected pushes to their devices, reads discarded batches from the stream, and empties the queue', async () => {
    const { run, removed, pushed } = start([
      { kind: 'rejected', record, endpoints: ['phone'] },
      { kind: 'rejected', record },
      { kind: 'discarded', batch },
    ]);
    expect((await run()).outcome).toEqual({ replayed: 3, failed: 0, lost: 0 });
    expect(pushed).toEqual([
      { records: [record], endpoints: ['phone'] },
      { records: [record], endpoints: undefined },
      { records: [record, record], endpoints: undefined },
    ]);
    expect(removed).toEqual(['0', '1', '2']);
  });

  it('tries each message once, and leaves messages that fail again in the queue', async () => {
    const { run, removed, released, pushed } = start(
      [
        { kind: 'rejected', record },
        { kind: 'discarded', batch },
      ],
      { isDelivered: false },
    );
    expect((await run()).outcome).toEqual({ replayed: 0, failed: 2, lost: 0 });
    expect([removed, released]).toEqual([[], ['0', '1']]);
    expect(pushed).toHaveLength(2);
  });

  it('finds all messages even if it takes so long that those that failed appear again', async () => {
    const { run, queue, dependencies, pushed, receipts } = start(
      [
        { kind: 'rejected', record },
        { kind: 'discarded', batch },
      ],
      { isDelivered: false },
    );
    const [first, last] = queue as [FailedDeliveryMessage, FailedDeliveryMessage];
    const pages = [[first], [{ ...first, receipt: 'newer' }], [last], []];
    dependencies.queue.receive = async () => pages.shift() ?? [];
    expect((await run()).outcome).toEqual({ replayed: 0, failed: 2, lost: 0 });
    expect(pushed).toHaveLength(2);
    expect(receipts).toEqual(['newer', 'r1']);
  });

  it('that an error stops tells what it did, and leaves the other messages where the next replay finds them', async () => {
    const { run, removed, released, log } = start(
      [
        { kind: 'rejected', record },
        { kind: 'rejected', record },
        { kind: 'rejected', record },
      ],
      { stopsAt: 1 },
    );
    const outcome = { replayed: 1, failed: 0, lost: 0 };
    expect(await run()).toEqual({ outcome, error: new Error('Lambda is unavailable') });
    expect([removed, released]).toEqual([['0'], ['1']]);
    const { items: entries } = await log.listByCompany('', { from: NOW - 1 }, { limit: 10 });
    expect(entries).toContainEqual(expect.objectContaining({ action: 'pushes.replay-done', after: outcome }));
    log.recordAuditEntry = async ({ action }) => {
      if (action === 'pushes.replay-done') throw new Error('expired');
    };
    expect(await run()).toMatchObject({ error: new Error('Lambda is unavailable') });
  });

  it.each<[string, FailedDelivery, boolean]>([
    ['the stream no longer has its records', { kind: 'discarded', batch }, false],
    ['its form is unknown', { kind: 'unknown' }, true],
  ])('counts a message as lost if %s', async (_, failed, isInStream) => {
    const { run, removed, pushed } = start([failed], { isInStream });
    expect((await run()).outcome).toEqual({ replayed: 0, failed: 0, lost: 1 });
    expect([removed, pushed]).toEqual([[], []]);
  });

  it('with an empty queue only adds entries to the log', async () => {
    const { run, log } = start([]);
    expect((await run()).outcome).toEqual({ replayed: 0, failed: 0, lost: 0 });
    const { items: entries } = await log.listByCompany('', { from: NOW - 1 }, { limit: 10 });
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'pushes.replay' }),
        expect.objectContaining({ action: 'pushes.replay-done', after: { replayed: 0, failed: 0, lost: 0 } }),
      ]),
    );
  });
});
