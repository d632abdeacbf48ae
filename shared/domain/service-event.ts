import { hash } from 'node:crypto';
import { formatDateTime, formatOptional, type Instant } from './instant.ts';
import type { AuditEntry } from './audit-entry.ts';
import { defined } from '../rules/plain-values.ts';
import type { Booking, CheckinRecord } from './booking.ts';
import type { ClientNotice } from './client-watch.ts';

/** `docs/events.schema.json` describes the `data` of each type. */
type EventType =
  | 'checkin.performed'
  /** The check-in was undone, or lost because the booking was moved to another time. */
  | 'checkin.undone'
  | 'booking.cancelled'
  | 'audit.recorded'
  | 'client.silent'
  | 'secret.expires';

export interface ServiceEvent {
  readonly type: EventType;
  /** Derived from what happened, so that every delivery of the event has the same id. */
  readonly id: string;
  /** A path that begins with the company, such as `acme/users/42/bookings/b-1`. Each part is percent-encoded. */
  readonly subject: string;
  readonly time: Instant;
  /** Orders the events of one booking, if compared as a string. */
  readonly sequence?: string;
  /** Identifiers, kinds and times (RFC 3339, UTC) only: no reason, no e-mail address, and no text that somebody typed. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The number of base64url characters in an id. 22 of them hold more than 128 bits, enough for ids to be unique. */
const ID_LENGTH = 22;

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

/** @param key the key of the entry */
export const toAuditEvent = (
  { companyId, receivedAt, actor, action, target, changed }: AuditEntry,
  ...key: readonly string[]
): ServiceEvent => {
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

export interface BookingChange {
  readonly before: Booking | undefined;
  readonly after: Booking | undefined;
  readonly changedAt: Instant;
  /** Unique for each change of a booking. Sorted as strings, the sequences are in the order of the changes. */
  readonly sequence: string;
  /** Whether the booking was deleted by time to live rather than cancelled. */
  readonly isExpiry: boolean;
}

const toEvent = (
  type: EventType,
  { user, bookingId, kind, checkinOpensAt, noShowAt }: Booking,
  { sequence, changedAt }: BookingChange,
  checkin?: CheckinRecord,
): ServiceEvent => ({
  type,
  id: eventId(type, user.companyId, user.userId, bookingId, sequence),
  subject: subjectOf(user.companyId, 'users', user.userId, 'bookings', bookingId),
  time: changedAt,
  sequence,
  data: {
    ...user,
    bookingId,
    kind,
    checkinOpensAt: formatDateTime(checkinOpensAt),
    noShowAt: formatDateTime(noShowAt),
    ...(checkin && { checkinId: checkin.checkinId, checkedInAt: formatDateTime(checkin.at) }),
  },
});

/** Returns the event that a write causes, if any. A restored check-in causes none: it already did when it was performed. */
export const toBookingEvent = (change: BookingChange): ServiceEvent | undefined => {
  const { before, after, isExpiry } = change;
  if (!after) return before && !isExpiry ? toEvent('booking.cancelled', before, change) : undefined;
  const earlier = before?.checkin;
  const current = after.checkin;
  if (current && !earlier) return current.restored ? undefined : toEvent('checkin.performed', after, change, current);
  return earlier && !current ? toEvent('checkin.undone', after, change, earlier) : undefined;
};

/**
 * Returns the event of a notice, if it has one. Each silence, and each pair of `endsAt` and `withinDays`, has its own event id,
 * which stays the same however often housekeeping runs.
 */
export const toNoticeEvent = (notice: ClientNotice, now: Instant): ServiceEvent | undefined => {
  if (notice.kind === 'back') return undefined;
  const { companyId, clientId, lastSeenAt, watchedSince = 0 } = notice.client;
  const common = { subject: subjectOf(companyId, 'clients', clientId), time: now };
  if (notice.kind === 'silent') {
    const { silentAfterHours } = notice;
    const data = { companyId, clientId, silentAfterHours, lastSeenAt: formatOptional(lastSeenAt) };
    // The silence of a client that was enabled again, or whose limit changed, is a new one, although the client was not seen in between.
    const restart = watchedSince > (lastSeenAt ?? 0) ? [watchedSince] : [];
    const id = eventId('client.silent', clientId, lastSeenAt ?? '', ...restart);
    return { ...common, type: 'client.silent', id, data };
  }
  const { secretId, endsAt, withinDays } = notice;
  const id = eventId('secret.expires', clientId, secretId, endsAt, withinDays);
  const data = { companyId, clientId, secretId, withinDays, endsAt: formatDateTime(endsAt) };
  return { ...common, type: 'secret.expires', id, data };
};
