import type { DynamoDBRecord } from 'aws-lambda';
import pMap from 'p-map';
import type { CheckedInBooking, Booking, BookingStore } from '../../shared/domain/booking.ts';
import {
  composePush,
  type PushedCheckin,
  type Push,
  type Delivery,
  type PushSender,
} from '../../shared/domain/push.ts';
import { isUnavailable } from '../../shared/domain/service-error.ts';
import { isErased, type UserRef, type DeviceStore, type User, type UserStore } from '../../shared/domain/user.ts';
import { messagesByTag } from '../../shared/messages/messages.ts';
import { nearestLanguage, type LanguageTag } from '../../shared/rules/languages.ts';

/** The records of one check-in in one invocation. Other invocations might get more records of the same check-in. */
export interface CheckinRecords {
  readonly user: UserRef;
  readonly checkin: PushedCheckin;
  readonly bookings: readonly CheckedInBooking[];
  readonly records: readonly DynamoDBRecord[];
}

export interface PushDependencies {
  readonly users: Pick<UserStore, 'findAll'>;
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
 * Reads all bookings of the check-in, because the push names them all, and the records might be of only some. Keeps those of the
 * records too: the store's index may lack a new booking, or one that was moved since. A booking that was read is newer, so it wins.
 */
const findBookingsOf = async (
  { user, checkin, bookings }: CheckinRecords,
  store: PushDependencies['bookings'],
): Promise<Booking[]> => {
  const found = await store.findCheckedIn(user, checkin);
  return [...new Map([...bookings, ...found].map((booking) => [booking.bookingId, booking])).values()];
};

const languageOf = ({ language }: User, defaultLanguage: LanguageTag): LanguageTag =>
  nearestLanguage(language ?? '') ?? defaultLanguage;

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
export class DevicesRejected extends Error {
  readonly code = 'devices_rejected';
  /** The devices to which a replay pushes. Undefined if no device got the push, so that a replay is not limited to these. */
  readonly endpoints: readonly string[] | undefined;

  constructor(attempts: readonly Attempt[], cause: unknown) {
    super((cause as Error).message, { cause });
    const isReached = attempts.some(({ delivery }) => delivery === 'sent');
    const rejecting = attempts.filter(({ error }) => error !== undefined);
    this.endpoints = isReached ? rejecting.map(({ endpoint }) => endpoint) : undefined;
  }
}

/**
 * Sends the push of a check-in in the user's language: to every device or, if none can be reached, to the push
 * topic. Sends nothing about somebody who has been removed since, even if another person has the id now.
 * @param endpoints the devices to send to. Default: all devices of the user
 * @returns whether the user still exists
 * @throws a transient error if there was one, otherwise {@link DevicesRejected} or the error of the topic, but only after
 *   all other devices have got the push
 */
export const pushCheckin = async (
  group: CheckinRecords,
  dependencies: PushDependencies,
  endpoints?: readonly string[],
): Promise<boolean> => {
  const { users, sender, defaultLanguage } = dependencies;
  const [[user], bookings] = await Promise.all([
    users.findAll([group.user]),
    findBookingsOf(group, dependencies.bookings),
  ]);
  if (!user || isErased(user, group.checkin.receivedAt)) return false;
  const push = composePush(group.user, group.checkin, bookings, messagesByTag[languageOf(user, defaultLanguage)].push);
  const devices = user.devices.filter((endpoint) => endpoints === undefined || endpoints.includes(endpoint));
  const attempts = await sendToDevices(devices, push, dependencies);
  const failed = attempts.filter(({ error }) => error !== undefined);
  const transient = failed.find(({ error }) => isUnavailable(error));
  if (transient) throw transient.error;
  if (failed[0]) throw new DevicesRejected(attempts, failed[0].error);
  // True also for a user without devices.
  const isNoneReached = attempts.every(({ delivery }) => delivery === 'gone');
  // If only some devices were chosen, others may have got the push.
  if (endpoints === undefined && isNoneReached) await sender.toTopic(push);
  return true;
};
