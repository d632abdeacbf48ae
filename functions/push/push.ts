import type { DynamoDBRecord, DynamoDBBatchResponse } from 'aws-lambda';
import pMap from 'p-map';
import type { BookingImage } from '../../shared/adapters/dynamodb/booking-image.ts';
import type { CheckedInBooking, Booking, BookingStore } from '../../shared/domain/booking.ts';
import { isNewCheckinWithNotify } from '../../shared/stream-filters.ts';
import {
  composePush,
  type PushedCheckin,
  type Push,
  type Delivery,
  type PushSender,
  type RejectedPush,
} from '../../shared/domain/push.ts';
import type { UserRef, DeviceStore, User, UserStore } from '../../shared/domain/user.ts';
import { isLanguageTag, type LanguageTag } from '../../shared/rules/languages.ts';
import { isUnavailable } from '../../shared/domain/service-error.ts';
import { pushMessages } from '../../shared/messages/push-messages.ts';
import { toBatchResponse, type RejectedRecords } from '../../shared/domain/failed-delivery.ts';
import type { OperatorLog } from '../../shared/operator-log.ts';

/** The records of one check-in in one invocation. Other invocations might get more records of the same check-in. */
interface CheckinRecords {
  readonly user: UserRef;
  readonly checkin: PushedCheckin;
  readonly bookings: readonly CheckedInBooking[];
  readonly records: readonly DynamoDBRecord[];
}

type BookingStreamRecord = DynamoDBRecord & { readonly dynamodb: { readonly NewImage: BookingImage } };

/** Applies the stream filter again, so that a replayed batch sends no false push. */
const isForPush = (record: DynamoDBRecord): record is BookingStreamRecord => isNewCheckinWithNotify(record);

const keyOf = ({ user, checkin }: CheckedInBooking): string =>
  JSON.stringify([user.companyId, user.userId, checkin.checkinId]);

/** Reads the image of a booking that is checked in. @throws Error if the image is not of a checked-in booking */
type ReadCheckedIn = (image: BookingImage) => CheckedInBooking;

/** Groups the records of an invocation by check-in. Unreadable records are separate, so that they do not block the rest. */
export const groupByCheckin = (
  records: readonly DynamoDBRecord[],
  readCheckedIn: ReadCheckedIn,
): { checkins: CheckinRecords[]; unreadable: { record: DynamoDBRecord; error: unknown }[] } => {
  const byCheckin = new Map<string, CheckinRecords>();
  const unreadable: { record: DynamoDBRecord; error: unknown }[] = [];
  const read = (record: BookingStreamRecord): void => {
    const booking = readCheckedIn(record.dynamodb.NewImage);
    const { user, checkin } = booking;
    const known = byCheckin.get(keyOf(booking)) ?? { user, checkin, bookings: [], records: [] };
    byCheckin.set(keyOf(booking), {
      ...known,
      bookings: [...known.bookings, booking],
      records: [...known.records, record],
    });
  };
  for (const record of records.filter(isForPush)) {
    try {
      read(record);
    } catch (error) {
      unreadable.push({ record, error });
    }
  }
  return { checkins: [...byCheckin.values()], unreadable };
};

interface PushDependencies {
  readonly users: Pick<UserStore, 'find'>;
  readonly devices: Pick<DeviceStore, 'remove'>;
  readonly bookings: Pick<BookingStore, 'findCheckedIn'>;
  readonly sender: PushSender;
  /** The language of pushes to users without a supported language. */
  readonly defaultLanguage: LanguageTag;
  /** Called with each endpoint that was removed from its user. */
  readonly onDropped: (endpoint: string) => void;
}

type Attempt = { readonly endpoint: string; readonly delivery?: Delivery; readonly error?: unknown };

const DEVICES_AT_ONCE = 10;

/**
 * Reads the bookings again, because the push names all bookings of the check-in, and a batch might contain only some.
 */
const findAll = async (
  { user, checkin, bookings }: CheckinRecords,
  store: PushDependencies['bookings'],
): Promise<Booking[]> => {
  const found = await store.findCheckedIn(user, checkin);
  return [...new Map([...bookings, ...found].map((booking) => [booking.bookingId, booking])).values()];
};

/** Ignores an unsupported language, which another program might have written to the users table. */
const languageOf = (user: User | undefined, defaultLanguage: LanguageTag): LanguageTag =>
  isLanguageTag(user?.language) ? user.language : defaultLanguage;

const sendToDevices = (
  endpoints: readonly string[],
  push: Push,
  { sender, devices, onDropped }: PushDependencies,
): Promise<Attempt[]> => {
  const attempt = async (endpoint: string): Promise<Attempt> => {
    try {
      const delivery = await sender.toDevice(endpoint, push);
      if (delivery === 'gone' && (await devices.remove(push.user, endpoint)) === 'written') onDropped(endpoint);
      return { endpoint, delivery };
    } catch (error) {
      return { endpoint, error };
    }
  };
  return pMap(endpoints, attempt, { concurrency: DEVICES_AT_ONCE });
};

/** Thrown for devices that no retry of the push can reach. */
class DevicesRejected extends Error {
  readonly code = 'devices_rejected';
  readonly endpoints: readonly string[];

  constructor(attempts: readonly Attempt[], cause: unknown) {
    super((cause as Error).message, { cause });
    this.endpoints = attempts.map(({ endpoint }) => endpoint);
  }
}

/**
 * Sends the push of a check-in in the user's language: to every device or, if none can be reached, to the push
 * topic.
 * @param endpoints the devices to send to. Default: all devices of the user
 * @throws a transient error if there was one, otherwise {@link DevicesRejected} or the error of the topic, but only after
 *   all other devices have got the push
 */
const pushCheckin = async (
  group: CheckinRecords,
  dependencies: PushDependencies,
  endpoints?: readonly string[],
): Promise<void> => {
  const { users, bookings, sender, defaultLanguage } = dependencies;
  const [user, all] = await Promise.all([users.find(group.user), findAll(group, bookings)]);
  const push = composePush(group.user, group.checkin, all, pushMessages[languageOf(user, defaultLanguage)]);
  const devices = (user?.devices ?? []).filter((endpoint) => endpoints === undefined || endpoints.includes(endpoint));
  const attempts = await sendToDevices(devices, push, dependencies);
  const failed = attempts.filter(({ error }) => error !== undefined);
  const transient = failed.find(({ error }) => isUnavailable(error));
  if (transient) throw transient.error;
  if (failed[0]) throw new DevicesRejected(failed, failed[0].error);
  if (endpoints === undefined && attempts.every(({ delivery }) => delivery === 'gone')) await sender.toTopic(push);
};

interface PushBatchDependencies extends Omit<PushDependencies, 'onDropped'> {
  readonly readCheckedIn: ReadCheckedIn;
  readonly rejectedRecords: RejectedRecords<RejectedPush>;
  readonly log: OperatorLog;
}

/**
 * An operator's replay. A push that is rejected again is reported as failed and not stored again, because it
 * is still in the failure queue from which it is replayed.
 */
export interface Replay {
  /** The devices to push to. Default: all devices of the user or, if there are none, the push topic. */
  readonly endpoints?: readonly string[];
}

/** If SNS does not respond, a push takes about 13 s. The function's timeout allows two such rounds of pushes. */
const CHECKINS_AT_ONCE = 50;

const toRejected = ({ user, checkin, records }: CheckinRecords, error: unknown) => ({
  user,
  checkinId: checkin.checkinId,
  ...(error instanceof DevicesRejected && { endpoints: error.endpoints }),
  reason: String(error instanceof DevicesRejected ? error.cause : error),
  // One record is enough, because the replayed push names all bookings of the check-in.
  record: records[0] as DynamoDBRecord,
});

const describe = ({ user, checkin, bookings, records }: CheckinRecords) => ({
  ...user,
  checkinId: checkin.checkinId,
  bookingIds: bookings.map(({ bookingId }) => bookingId),
  sequenceNumbers: records.map(({ dynamodb }) => dynamodb?.SequenceNumber),
});

/**
 * Sends one push for each check-in in the records. Pushes that a retry might deliver are reported as failed. Lambda then sends
 * their records and all later ones again. Pushes that no retry can deliver are stored for a replay and do not delay later records.
 */
export const pushBatch = async (
  records: readonly DynamoDBRecord[],
  { log, readCheckedIn, rejectedRecords, ...dependencies }: PushBatchDependencies,
  replay?: Replay,
): Promise<DynamoDBBatchResponse> => {
  const pushOrKeep = async (group: CheckinRecords): Promise<void> => {
    try {
      const onDropped = (endpoint: string) => {
        log.count('PushEndpointsDropped');
        log.warn('push endpoint dropped', { ...describe(group), endpoint });
      };
      await pushCheckin(group, { ...dependencies, onDropped }, replay?.endpoints);
      log.count('PushesSent');
      log.info('push sent', describe(group));
    } catch (error) {
      if (isUnavailable(error) || replay) throw error;
      await rejectedRecords.keep(toRejected(group, error));
      log.count('PushesRejected');
      log.error('push rejected', { ...describe(group), error });
    }
  };
  /** @returns the records to report as failed */
  const pushOrReport = async (group: CheckinRecords): Promise<readonly DynamoDBRecord[]> => {
    try {
      await pushOrKeep(group);
      return [];
    } catch (error) {
      log.error('push failed', { ...describe(group), error });
      return group.records;
    }
  };
  const { checkins, unreadable } = groupByCheckin(records, readCheckedIn);
  // Unreadable records are not reported as failed: no retry can succeed, and later records would wait until Lambda gives up.
  for (const { record, error } of unreadable) {
    const { eventID, dynamodb } = record;
    log.count('PushRecordsUnreadable');
    log.error('record unreadable', { eventID, sequenceNumber: dynamodb?.SequenceNumber, keys: dynamodb?.Keys, error });
  }
  const failed = await pMap(checkins, pushOrReport, { concurrency: CHECKINS_AT_ONCE });
  log.publishCounts();
  return toBatchResponse(failed.flat());
};
