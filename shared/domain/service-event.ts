import { hash } from 'node:crypto';
import type { BookingKind } from '../rules/bookings.ts';
import type { actorTools } from '../rules/roles.ts';
import { formatDateTime, formatOptional, type Instant } from './instant.ts';
import type { AdminEntry } from './audit-entry.ts';
import { defined } from './defined.ts';
import type { Booking } from './booking.ts';

/** Times are in RFC 3339, UTC. */
interface BookingData {
  readonly companyId: string;
  readonly userId: number;
  readonly bookingId: string;
  readonly kind: BookingKind;
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
}

interface CheckinData extends BookingData {
  readonly checkinId: string;
  readonly checkedInAt: string;
}

/** Identifiers, kinds and times only: no reason, no e-mail address, and no text that somebody typed. */
interface EventData {
  readonly 'checkin.performed': CheckinData;
  /** The check-in was undone, or lost because the booking was moved to another time. */
  readonly 'checkin.undone': CheckinData;
  readonly 'booking.cancelled': BookingData;
  readonly 'audit.recorded': {
    /** Empty for an action on the whole deployment. */
    readonly companyId: string;
    readonly action: string;
    readonly actor: { readonly through: (typeof actorTools)[number]; readonly id: string };
    readonly target: Readonly<Record<string, string | number>>;
    /** If the action is about a person: the names of the changed fields. */
    readonly changed?: readonly string[];
  };
  readonly 'client.silent': {
    readonly companyId: string;
    readonly clientId: string;
    /** Absent if the client has never been seen. */
    readonly lastSeenAt?: string;
    readonly silentAfterHours: number;
  };
  readonly 'secret.expires': {
    readonly companyId: string;
    readonly clientId: string;
    readonly secretId: string;
    readonly endsAt: string;
    /** The secret ends within this many days. */
    readonly withinDays: number;
  };
}

type EventType = keyof EventData;

export interface ServiceEvent<Type extends EventType = EventType> {
  readonly type: Type;
  /** Derived from what happened, so that every delivery of the event has the same id. */
  readonly id: string;
  /** A path that begins with the company, such as `acme/users/42/bookings/b-1`. Each part is percent-encoded. */
  readonly subject: string;
  readonly time: Instant;
  /** Orders the events of one booking, if compared as a string. */
  readonly sequence?: string;
  readonly data: EventData[Type];
}

/** The number of base64url characters in an id. 22 of them hold more than 128 bits, enough for ids to be unique. */
const ID_LENGTH = 22;

/** @param occurrence identifies the event among those of its type */
const eventId = (type: EventType, ...occurrence: readonly (string | number)[]): string =>
  hash('sha256', JSON.stringify([type, ...occurrence]), 'base64url').slice(0, ID_LENGTH);

const subjectOf = (companyId: string, ...path: readonly (string | number)[]): string =>
  [companyId, ...path].map(encodeURIComponent).join('/');

/**
 * Returns the event as a CloudEvent 1.0 in JSON, with the extension "Sequence".
 * @param source a URI that names the deployment
 */
export const toCloudEvent = ({ id, type, subject, time, sequence, data }: ServiceEvent, source: string) => ({
  specversion: '1.0',
  id,
  source,
  type,
  subject,
  time: formatDateTime(time),
  datacontenttype: 'application/json',
  sequence,
  data,
});

/** `error`: ServiceError `dependency_unavailable` if a retry might help. */
export interface FailedEvent {
  readonly event: ServiceEvent;
  readonly error: unknown;
}

export interface EventBus {
  /**
   * Sends the events in no particular order, retrying a few times. An event that counts as failed might have arrived.
   * @returns the events that were not accepted
   */
  publish(events: readonly ServiceEvent[]): Promise<readonly FailedEvent[]>;
}

/** Matches e-mail addresses, because an AWS session name or a subject can be one. */
const ADDRESS = /[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+/g;

const withoutAddresses = <Value extends string | number>(value: Value): Value =>
  (typeof value === 'string' ? value.replaceAll(ADDRESS, '…') : value) as Value;

/** @param key identifies the entry in the log */
export const toAuditEvent = (
  { companyId, receivedAt, actor, action, target, changed }: AdminEntry,
  ...key: readonly string[]
): ServiceEvent<'audit.recorded'> => {
  const id = eventId('audit.recorded', ...key);
  const ids = Object.entries(defined(target)) as [string, string | number][];
  return {
    type: 'audit.recorded',
    id,
    subject: subjectOf(companyId, 'audit', id),
    time: receivedAt,
    data: {
      companyId,
      action,
      actor: { through: actor.through, id: withoutAddresses(actor.id) },
      target: Object.fromEntries(ids.map(([name, value]) => [name, withoutAddresses(value)])),
      changed,
    },
  };
};

/** One write of a booking, as reported by the table's stream. */
export interface BookingChange {
  /** Undefined if the booking was created. */
  readonly before: Booking | undefined;
  /** Undefined if the booking was deleted. */
  readonly after: Booking | undefined;
  readonly changedAt: Instant;
  /** Unique for each change of a booking. Sorted as strings, the sequences are in the order of the changes. */
  readonly sequence: string;
  /** Whether the booking was deleted by time to live rather than cancelled. */
  readonly isExpiry: boolean;
}

type BookingEventType = 'checkin.performed' | 'checkin.undone' | 'booking.cancelled';

const bookingData = ({ user, bookingId, kind, checkinOpensAt, noShowAt }: Booking): EventData['booking.cancelled'] => ({
  companyId: user.companyId,
  userId: user.userId,
  bookingId,
  kind,
  checkinOpensAt: formatDateTime(checkinOpensAt),
  noShowAt: formatDateTime(noShowAt),
});

const toEvent = <Type extends BookingEventType>(
  type: Type,
  { user, bookingId }: Booking,
  { sequence, changedAt }: BookingChange,
  data: EventData[Type],
): ServiceEvent<Type> => ({
  type,
  id: eventId(type, user.companyId, user.userId, bookingId, sequence),
  subject: subjectOf(user.companyId, 'users', user.userId, 'bookings', bookingId),
  time: changedAt,
  sequence,
  data,
});

const checkinEvent = (
  type: 'checkin.performed' | 'checkin.undone',
  booking: Booking,
  { checkinId, at }: NonNullable<Booking['checkin']>,
  change: BookingChange,
): ServiceEvent<typeof type> =>
  toEvent(type, booking, change, { ...bookingData(booking), checkinId, checkedInAt: formatDateTime(at) });

/** Returns the event that a write causes, if any. A restored check-in causes none: it already did when it was performed. */
export const toBookingEvent = (change: BookingChange): ServiceEvent<BookingEventType> | undefined => {
  const { before, after, isExpiry } = change;
  if (!after)
    return before && !isExpiry ? toEvent('booking.cancelled', before, change, bookingData(before)) : undefined;
  const [was, is] = [before?.checkin, after.checkin];
  if (is && !was) return is.restored ? undefined : checkinEvent('checkin.performed', after, is, change);
  return was && !is ? checkinEvent('checkin.undone', after, was, change) : undefined;
};

/** Each period of silence has its own event id, which stays the same however often the check runs. */
export const clientSilent = (
  { lastSeenAt, ...client }: Omit<EventData['client.silent'], 'lastSeenAt'> & { readonly lastSeenAt?: Instant },
  now: Instant,
): ServiceEvent<'client.silent'> => ({
  type: 'client.silent',
  id: eventId('client.silent', client.clientId, lastSeenAt ?? ''),
  subject: subjectOf(client.companyId, 'clients', client.clientId),
  time: now,
  data: { ...client, lastSeenAt: formatOptional(lastSeenAt) },
});

/** Each pair of `endsAt` and `withinDays` has its own event id, which stays the same however often the check runs. */
export const secretExpiringSoon = (
  { endsAt, ...secret }: Omit<EventData['secret.expires'], 'endsAt'> & { readonly endsAt: Instant },
  now: Instant,
): ServiceEvent<'secret.expires'> => ({
  type: 'secret.expires',
  id: eventId('secret.expires', secret.clientId, secret.secretId, endsAt, secret.withinDays),
  subject: subjectOf(secret.companyId, 'clients', secret.clientId),
  time: now,
  data: { ...secret, endsAt: formatDateTime(endsAt) },
});
