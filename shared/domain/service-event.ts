import { hash } from 'node:crypto';
import type { BookingKind } from '../rules/bookings.ts';
import type { actorTools } from '../rules/roles.ts';
import { formatDateTime, type Instant } from './instant.ts';

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
export interface EventData {
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

export type EventType = keyof EventData;

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
export const eventId = (type: EventType, ...occurrence: readonly (string | number)[]): string =>
  hash('sha256', JSON.stringify([type, ...occurrence]), 'base64url').slice(0, ID_LENGTH);

export const subjectOf = (companyId: string, ...path: readonly (string | number)[]): string =>
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
