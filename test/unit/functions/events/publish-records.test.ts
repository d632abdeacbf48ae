import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { publishRecords } from '../../../../functions/events/events.ts';
import type { RejectedRecord } from '../../../../shared/domain/failed-delivery.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { ServiceEvent } from '../../../../shared/domain/service-event.ts';

/** What happens to a record: its event is sent, it makes no event, or it fails in one of four ways. */
const fates = ['sent', 'no event', 'throttled', 'rejected', 'unreadable', 'rejected while SQS is away'] as const;
type Fate = (typeof fates)[number];

const errors: Partial<Record<Fate, Error>> = {
  throttled: new ServiceError('dependency_unavailable', 'slow down'),
  rejected: new Error('no such bus'),
  'rejected while SQS is away': new Error('no such bus'),
};

const start = (all: readonly Fate[]) => {
  const records = all.map((_, index): DynamoDBRecord => ({ dynamodb: { SequenceNumber: `${index}` } }));
  const fateOf = ({ dynamodb }: DynamoDBRecord): Fate => all[Number(dynamodb?.SequenceNumber)] as Fate;
  const sent: string[] = [];
  const keptRecords: RejectedRecord[] = [];
  const publish = (isReplay = false) =>
    publishRecords(
      records,
      {
        readEvent(record) {
          if (fateOf(record) === 'unreadable') throw new Error('no booking');
          if (fateOf(record) === 'no event') return undefined;
          return { id: record.dynamodb?.SequenceNumber } as ServiceEvent;
        },
        bus: {
          async publish(events) {
            const failed = events.flatMap((event) => {
              const error = errors[all[Number(event.id)] as Fate];
              return error ? [{ event, error }] : [];
            });
            sent.push(...events.filter((event) => !failed.some((one) => one.event === event)).map(({ id }) => id));
            return failed;
          },
        },
        rejectedRecords: {
          async keep(rejected) {
            if (fateOf(rejected.record) === 'rejected while SQS is away') throw new Error('no SQS');
            keptRecords.push(rejected);
          },
        },
        log: { info: () => undefined, error: () => undefined },
      },
      isReplay,
    );
  return { publish, sent, keptRecords };
};

const numbersOf = ({ batchItemFailures }: { batchItemFailures: { itemIdentifier: string }[] }): string[] =>
  batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);

describe('The function `events`', () => {
  it('sends the event of each record, stores the records for which a retry is pointless, and reports the rest', async () => {
    const { publish, sent, keptRecords } = start([...fates, ...fates]);
    expect(numbersOf(await publish()).toSorted()).toEqual(['11', '2', '5', '8']);
    expect(sent).toEqual(['0', '6']);
    const numberOf = ({ record }: RejectedRecord) => (record as DynamoDBRecord).dynamodb?.SequenceNumber;
    expect(keptRecords.map((rejected) => [rejected.reason, numberOf(rejected)])).toEqual([
      ['Error: no booking', '4'],
      ['Error: no booking', '10'],
      ['Error: no such bus', '3'],
      ['Error: no such bus', '9'],
    ]);
  });

  it('reports every failed record of a replay, and stores none of them again', async () => {
    const { publish, keptRecords } = start(fates);
    expect(numbersOf(await publish(true)).toSorted()).toEqual(['2', '3', '4', '5']);
    expect(keptRecords).toEqual([]);
  });

  it('reports the whole batch as failed if a record without a sequence number fails', async () => {
    const record: DynamoDBRecord = {};
    const { batchItemFailures } = await publishRecords(
      [record],
      {
        readEvent: () => ({ id: '1' }) as ServiceEvent,
        bus: { publish: async ([event]) => [{ event: event as ServiceEvent, error: errors.throttled }] },
        rejectedRecords: { keep: async () => undefined },
        log: { info: () => undefined, error: () => undefined },
      },
      false,
    );
    expect(batchItemFailures).toEqual([{ itemIdentifier: '' }]);
  });
});
