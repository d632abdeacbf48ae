import pMap from 'p-map';
import type { Booking, BookingStore } from '../../shared/domain/booking.ts';
import type { DeviceStore } from '../../shared/domain/device.ts';
import { isLanguageTag, type LanguageTag } from '../../shared/domain/language.ts';
import { composePush, type Push, type Delivery, type PushSender } from '../../shared/domain/push.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import type { User, UserStore } from '../../shared/domain/user.ts';
import { pushWords } from '../../shared/messages/push-words.ts';
import type { CheckinBatch } from './checkin-batch.ts';

export interface PushDependencies {
  readonly users: Pick<UserStore, 'find'>;
  readonly devices: Pick<DeviceStore, 'remove'>;
  readonly bookings: Pick<BookingStore, 'findCheckedIn'>;
  readonly sender: PushSender;
  /** For users whose record names no supported language. */
  readonly defaultLanguage: LanguageTag;
  /** Is told of each endpoint that was taken from its user. */
  readonly onDropped: (endpoint: string) => void;
}

type Attempt = { readonly endpoint: string; readonly delivery?: Delivery; readonly error?: unknown };

const DEVICES_AT_ONCE = 10;

/** A batch may hold a part of a check-in only: whichever record comes first, the push names all that is checked in. */
const findAll = async (
  { user, checkin, bookings }: CheckinBatch,
  store: PushDependencies['bookings'],
): Promise<Booking[]> => {
  const found = await store.findCheckedIn(user, checkin);
  return [...new Map([...bookings, ...found].map((booking) => [booking.bookingId, booking])).values()];
};

/** Other programs can write the items of the users table too: a language that is not supported counts as none. */
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

/** Devices that a push cannot be delivered to, however often it is tried. */
export class DevicesRefused extends Error {
  readonly code = 'devices_refused';
  readonly endpoints: readonly string[];

  constructor(endpoints: readonly string[], cause: unknown) {
    super((cause as Error).message, { cause });
    this.endpoints = endpoints;
  }
}

/** Whether the same push may succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'dependency_unavailable';

/**
 * Tells a user of a check-in, in the language of the user: on every device, or, if none can be reached, through the push
 * topic.
 * @param only the devices to tell; left out: all of the user's
 * @throws what went wrong, after all other devices have been told: a transient error if there was one, else
 *   {@link DevicesRefused}, or what the topic answered
 */
export const pushCheckin = async (
  news: CheckinBatch,
  dependencies: PushDependencies,
  only?: readonly string[],
): Promise<void> => {
  const { users, bookings, sender, defaultLanguage } = dependencies;
  const [user, all] = await Promise.all([users.find(news.user), findAll(news, bookings)]);
  const push = composePush(news.user, news.checkin, all, pushWords[languageOf(user, defaultLanguage)]);
  const devices = (user?.devices ?? []).filter((endpoint) => only === undefined || only.includes(endpoint));
  const attempts = await sendToDevices(devices, push, dependencies);
  const failed = attempts.filter(({ error }) => error !== undefined);
  const transient = failed.find(({ error }) => isTransient(error));
  if (transient) throw transient.error;
  if (failed[0])
    throw new DevicesRefused(
      failed.map(({ endpoint }) => endpoint),
      failed[0].error,
    );
  if (only === undefined && attempts.every(({ delivery }) => delivery === 'gone')) await sender.toTopic(push);
};
