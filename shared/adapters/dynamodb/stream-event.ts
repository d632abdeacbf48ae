import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBRecord, StreamRecord } from 'aws-lambda';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import type { Booking, CheckedInBooking } from '../../domain/booking.ts';
import { toAuditEvent, toBookingEvent, type ServiceEvent } from '../../domain/service-event.ts';
import { entriesWithEvents, isSelected } from '../../stream-filters.ts';
import { toBooking } from './booking-item.ts';

export type ItemImage = Readonly<Record<string, AttributeValue>>;

// The SDK and Lambda's event types declare the same structure with different types.
const toItem = (image: ItemImage) => unmarshall(image as Parameters<typeof unmarshall>[0]);

const readBooking = (image: ItemImage): Booking => toBooking(toItem(image));

/** @param image of a booking that is checked in */
export const readCheckedIn = (image: ItemImage) => readBooking(image) as CheckedInBooking;

/** Maximum length (DynamoDB API Reference, "StreamRecord"). Zero-padded to this length, numbers sort correctly as strings. */
const SEQUENCE_NUMBER_DIGITS = 40;

/** Sequence numbers grow within a stream. A restored table has a new stream with a later label: the stream's creation time. */
const sequenceOf = ({ eventSourceARN = '' }: DynamoDBRecord, { SequenceNumber }: StreamRecord): string => {
  const [, label] = eventSourceARN.split('/stream/');
  if (!label || !SequenceNumber) throw new Error('the record has no stream or no sequence number');
  return `${label}/${SequenceNumber.padStart(SEQUENCE_NUMBER_DIGITS, '0')}`;
};

/** Whether time to live deleted the item (DynamoDB Developer Guide, "DynamoDB Streams and Time to Live"). */
const isExpiry = ({ userIdentity }: DynamoDBRecord): boolean =>
  (userIdentity as { principalId?: string } | undefined)?.principalId === 'dynamodb.amazonaws.com';

const readEntry = (image: ItemImage): ServiceEvent => {
  const { companyUser, entry, ...item } = toItem(image);
  if (item['kind'] !== 'admin') throw new Error('not an entry of the audit log');
  return toAuditEvent(item as AuditEntry, String(companyUser), String(entry));
};

/**
 * Converts a record of the bookings' or the audit log's stream to an event. Returns undefined if the change causes no event.
 * @throws Error if the record is of an item that the service never writes, or if an entry of the audit log was changed or deleted
 */
export const readStreamEvent = (record: DynamoDBRecord): ServiceEvent | undefined => {
  const { eventName, dynamodb = {} } = record;
  const { Keys = {}, NewImage, OldImage, ApproximateCreationDateTime = 0 } = dynamodb;
  if ('entry' in Keys) {
    // Applies the stream filter again, because a replayed batch has all records, including parts of imports and restored entries.
    if (!isSelected(entriesWithEvents, record)) return undefined;
    // Nobody may change or delete an entry. Time to live deletes it when it expires, which the filter leaves out.
    if (eventName !== 'INSERT' || !NewImage) throw new Error('an entry of the audit log was changed or deleted');
    return readEntry(NewImage);
  }
  return toBookingEvent({
    before: OldImage && readBooking(OldImage),
    after: NewImage && readBooking(NewImage),
    changedAt: ApproximateCreationDateTime * 1000,
    sequence: sequenceOf(record, dynamodb),
    isExpiry: isExpiry(record),
  });
};
