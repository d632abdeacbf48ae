import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { pushBatch } from '../../../../functions/push/push.ts';
import { sendOnce } from '../../../../functions/push/send-once.ts';
import { readCheckedIn } from '../../../../shared/adapters/dynamodb/stream-event.ts';
import type { PushSender } from '../../../../shared/domain/push.ts';
import type { Write } from '../../../support/memory-database/memory-database.ts';
import { isCheckedIn } from '../../invariants/checkin-invariants.ts';
import type { Actor, Context, Group, Run } from '../actor.ts';
import { prepareCompany, user } from '../company.ts';
import { swipe } from '../gates.ts';
import { bookingsOf, removedCheckins } from '../judge.ts';

const DEVICES = ['device-1', 'device-2'] as const;

const toRecord = ({ before, after }: Write, index: number): DynamoDBRecord => {
  const [OldImage, NewImage] = [before, after].map((item) => item && marshall(item, { removeUndefinedValues: true }));
  return { dynamodb: { SequenceNumber: String(index), OldImage, NewImage } as NonNullable<DynamoDBRecord['dynamodb']> };
};

const unexpected = (): never => {
  throw new Error('the user has devices, and no record is rejected');
};

/** Makes a stand-in for SNS. */
const makeSender = ({ callSns }: Context): PushSender => ({
  toDevice: (endpoint, push) =>
    callSns(`SNS ${endpoint} ${push.checkinId} ${push.bookingCount}`, ({ sent }) => {
      sent.push({ endpoint, push });
      return 'sent' as const;
    }),
  toTopic: unexpected,
});

const ignore = () => undefined;
const silentLog = { info: ignore, warn: ignore, error: ignore, count: ignore, publishCounts: ignore };

/**
 * Passes the stream of the bookings to the push function as Lambda would: all new records in one batch. After a failure,
 * the next batch begins with the first failed record. A crash deletes the function's memory of sent pushes.
 */
const streaming: Actor = {
  name: 'stream',
  retries: true,
  request: async (context) => {
    const { users, devices, bookings, run } = context;
    const dependencies = {
      readCheckedIn,
      users,
      devices,
      bookings,
      sender: sendOnce(makeSender(context), new Set<string>()),
      rejectedRecords: { keep: unexpected },
      log: silentLog,
      defaultLanguage: 'en' as const,
    };
    const { journal } = run.world;
    while (run.world.streamPosition < journal.length) {
      const end = journal.length;
      const records = journal.map(toRecord).slice(run.world.streamPosition);
      const { batchItemFailures } = await pushBatch(records, dependencies);
      run.world.streamPosition = Math.min(
        end,
        ...batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)),
      );
    }
  },
};

/** Finds check-ins whose push to a device is missing or counts too few bookings, and pushes that count too many bookings. */
const judgeDevice = (run: Run, device: string): string[] => {
  const remaining = bookingsOf(run).filter(isCheckedIn);
  const all = [...remaining, ...removedCheckins(run)];
  const countIn = (bookings: typeof all, id: string): number =>
    bookings.filter(({ checkin }) => checkin.checkinId === id).length;
  const pushes = run.world.sent.filter(({ endpoint }) => endpoint === device).map(({ push }) => push);
  const missing = remaining.filter(({ checkin: { checkinId } }) => {
    const counts = pushes.filter((push) => push.checkinId === checkinId).map(({ bookingCount }) => bookingCount);
    // If a query might have missed a booking, the push can count too few bookings.
    return counts.length === 0 || (!run.isStale && Math.max(...counts) < countIn(remaining, checkinId));
  });
  const excessive = pushes.filter(({ checkinId, bookingCount }) => countIn(all, checkinId) < bookingCount);
  return [
    ...missing.map(({ checkin }) => `${device}: no push that counts all bookings of ${checkin.checkinId}`),
    ...excessive.map((push) => `${device}: no check-in for ${JSON.stringify(push)}`),
  ];
};

/** Pushes, from the check-in to the devices. */
export const pushGroups: readonly Group[] = [
  {
    name: 'push',
    prepare: async (stores) => {
      await prepareCompany('desk', 'parking')(stores);
      for (const endpoint of DEVICES) await stores.devices.add(user, endpoint);
    },
    actors: [swipe('north'), swipe('keyless', { isKeyless: true })],
    always: [streaming],
    size: [1, 2],
    judge: (run) => ({
      'every check-in has a push to each device, and no other push is sent': run.isSettling
        ? DEVICES.flatMap((device) => judgeDevice(run, device))
        : [],
    }),
  },
];
