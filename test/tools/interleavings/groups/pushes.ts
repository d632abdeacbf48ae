import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { pushBatch } from '../../../../functions/push/push.ts';
import { sendOnce } from '../../../../functions/push/send-once.ts';
import { readCheckedIn } from '../../../../shared/adapters/dynamodb/stream-event.ts';
import type { Delivery, PushSender } from '../../../../shared/domain/push.ts';
import type { Write } from '../../../support/memory-database/memory-database.ts';
import { isCheckedIn } from '../../invariants/checkin-invariants.ts';
import type { Actor, Context, Group, RunRecord } from '../actor.ts';
import { prepareCompany, user } from '../company.ts';
import { swipe } from '../gates.ts';
import { bookingsOf, removedCheckins } from '../judge.ts';

const DEVICES = ['device-1', 'device-2'] as const;

const toRecord = ({ before, after }: Write, index: number): DynamoDBRecord => {
  const [OldImage, NewImage] = [before, after].map((item) => item && marshall(item, { removeUndefinedValues: true }));
  return {
    eventID: String(index),
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: { SequenceNumber: String(index), OldImage, NewImage } as NonNullable<DynamoDBRecord['dynamodb']>,
  };
};

/** Makes a stand-in for SNS. */
const makeSender = ({ call }: Context): PushSender => ({
  toDevice: (endpoint, push) =>
    call(
      `SNS ${endpoint} ${push.checkinId} ${push.bookingCount}`,
      ({ sent }): Delivery => {
        sent.push({ endpoint, push });
        return 'sent';
      },
      true,
    ),
  toTopic: (push) => call(`SNS topic ${push.checkinId}`, ({ sent }) => void sent.push({ push }), true),
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
    const { users, devices, bookings } = context;
    const dependencies = {
      readCheckedIn,
      users,
      devices,
      bookings,
      sender: sendOnce(makeSender(context), new Set<string>()),
      rejectedRecords: { keep: () => Promise.reject(new Error('nothing is rejected permanently here')) },
      log: silentLog,
      defaultLanguage: 'en' as const,
    };
    for (;;) {
      const { position, records } = await context.call('stream', ({ journal, streamPosition }) => ({
        position: streamPosition,
        records: journal.map(toRecord).slice(streamPosition),
      }));
      if (records.length === 0) return 'up to date';
      const { batchItemFailures } = await pushBatch(records, dependencies);
      const failed = batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
      await context.call(
        'stream advances',
        (world) => void (world.streamPosition = Math.min(position + records.length, ...failed)),
        true,
      );
    }
  },
};

/** Finds check-ins whose push to a device is missing or counts too few bookings, and pushes that count too many bookings. */
const judgeDevice = (run: RunRecord, device: string): string[] => {
  const remaining = bookingsOf(run)
    .filter(isCheckedIn)
    .map(({ checkin }) => checkin);
  const all = [...remaining, ...removedCheckins(run).map(({ checkin }) => checkin)];
  const countIn = (checkins: typeof all, id: string): number =>
    checkins.filter(({ checkinId, notify }) => notify && checkinId === id).length;
  const pushes = run.world.sent.filter(({ endpoint }) => endpoint === device).map(({ push }) => push);
  const missing = remaining
    .filter(({ notify }) => notify)
    .filter(({ checkinId }) => {
      const counts = pushes.filter((push) => push.checkinId === checkinId).map(({ bookingCount }) => bookingCount);
      // If a query might have missed a booking, the push can count too few bookings.
      return counts.length === 0 || (!run.isStale && Math.max(...counts) < countIn(remaining, checkinId));
    });
  const unexpected = pushes.filter(({ checkinId, bookingCount }) => countIn(all, checkinId) < bookingCount);
  return [
    ...missing.map(({ checkinId }) => `${device}: no push that counts all bookings of ${checkinId}`),
    ...unexpected.map((push) => `${device}: no check-in for ${JSON.stringify(push)}`),
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
      'every check-in with notify has a push, and no other push is sent': (run.isSettled ? DEVICES : []).flatMap(
        (device) => judgeDevice(run, device),
      ),
    }),
  },
];
