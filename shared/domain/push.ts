import type { Booking, CheckinRecord } from './booking.ts';
import { compareTexts, defined } from '../rules/plain-values.ts';
import type { RejectedRecord } from './failed-delivery.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';
import { bookingKinds, type BookingKind } from '../rules/bookings.ts';
import { formatText } from '../rules/format-text.ts';

export type PushedBooking = Pick<Booking, 'bookingId' | 'kind' | 'name'>;

export interface Push {
  readonly user: UserRef;
  /** Pushes of one check-in have the same id, so that a device shows only the last one. */
  readonly checkinId: string;
  readonly at: Instant;
  readonly title: string;
  readonly body: string;
  readonly bookings: readonly PushedBooking[];
  readonly bookingCount: number;
}

interface PushMessages {
  /** The language of the list of bookings, as in `A, B and C`. */
  readonly locale: string;
  readonly title: string;
  /** Stands before the id of a booking without a name. */
  readonly kinds: Readonly<Record<BookingKind, string>>;
  /** Ends the list if it leaves out bookings. `{count}`: how many, 1 or more. */
  readonly more: string;
}

export type PushedCheckin = Pick<CheckinRecord, 'checkinId' | 'at' | 'receivedAt'>;

/** Even with ids and names of maximum length, this many bookings fit into an SNS message of 256 KB, as JSON inside JSON. */
export const MAX_LISTED_BOOKINGS = 50;
export const MAX_NAMED_BOOKINGS = 3;
/** Three texts of this length, at up to 6 bytes per character in JSON, fit into a push of 4 KB. */
const MAX_NAME_CHARACTERS = 60;

const shorten = (text: string): string => {
  const characters = Array.from(text);
  return characters.length > MAX_NAME_CHARACTERS ? `${characters.slice(0, MAX_NAME_CHARACTERS - 1).join('')}…` : text;
};

const nameOf = ({ bookingId, kind, name }: PushedBooking, { kinds }: PushMessages): string =>
  shorten(name ?? `${kinds[kind]} ${bookingId}`);

/** Sorts desks first, so that the text of a push does not depend on the order in which bookings were read. */
const compareBookings =
  (words: PushMessages) =>
  (one: PushedBooking, other: PushedBooking): number =>
    bookingKinds.indexOf(one.kind) - bookingKinds.indexOf(other.kind) ||
    compareTexts(nameOf(one, words), nameOf(other, words)) ||
    compareTexts(one.bookingId, other.bookingId);

const joinNames = (bookings: readonly PushedBooking[], words: PushMessages): string => {
  const names = bookings.slice(0, MAX_NAMED_BOOKINGS).map((booking) => nameOf(booking, words));
  const moreCount = bookings.length - names.length;
  return new Intl.ListFormat(words.locale).format(
    moreCount > 0 ? [...names, formatText(words.locale, words.more, { count: moreCount })] : names,
  );
};

const toPushed = ({ bookingId, kind, name }: PushedBooking): PushedBooking => defined({ bookingId, kind, name });

/** Composes a push with a body such as "Desk 4.12 and Parking P-7". */
export const composePush = (
  user: UserRef,
  { checkinId, at }: Pick<PushedCheckin, 'checkinId' | 'at'>,
  bookings: readonly PushedBooking[],
  words: PushMessages,
): Push => {
  const ordered = bookings.toSorted(compareBookings(words));
  return {
    user,
    checkinId,
    at,
    title: words.title,
    body: joinNames(ordered, words),
    bookings: ordered.slice(0, MAX_LISTED_BOOKINGS).map(toPushed),
    bookingCount: ordered.length,
  };
};

/** `gone`: the endpoint is disabled or deleted. */
export type Delivery = 'sent' | 'gone';

/**
 * Both methods throw {@link ServiceError} `dependency_unavailable` if a retry might help. Otherwise they throw the error of SNS:
 * a disabled platform application, a missing permission, a rejected message.
 */
export interface PushSender {
  toDevice(endpoint: string, push: Push): Promise<Delivery>;
  toTopic(push: Push): Promise<void>;
}

/** `record`: one of the stream records of the check-in. */
export interface RejectedPush extends RejectedRecord {
  readonly user: UserRef;
  readonly checkinId: string;
  /** Absent for all of the user's devices, or for the push topic. */
  readonly endpoints?: readonly string[];
}
