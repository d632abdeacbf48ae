import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, StreamRecord } from 'aws-lambda';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import { toAuditEvent, toBookingEvent, type ServiceEvent } from '../../domain/service-event.ts';
import { readBooking, type BookingImage } from './booking-image.ts';

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

const readImage = (image: BookingImage | undefined) => image && readBooking(image);

const readEntry = (image: BookingImage): ServiceEvent => {
  const { companyUser, entry, ...item } = unmarshall(image as Parameters<typeof unmarshall>[0]);
  if (item['kind'] !== 'admin') throw new Error('not an entry of the audit log');
  return toAuditEvent(item as AdminEntry, String(companyUser), String(entry));
};

/**
 * Returns the event, if any, that a record stands for in the stream of the bookings table or of the audit log.
 * @throws Error if the record does not hold an item as the service writes it
 */
export const readStreamEvent = (record: DynamoDBRecord): ServiceEvent | undefined => {
  const { eventName, dynamodb = {} } = record;
  const { Keys = {}, NewImage, OldImage, ApproximateCreationDateTime = 0 } = dynamodb;
  if ('entry' in Keys) return eventName === 'INSERT' && NewImage ? readEntry(NewImage) : undefined;
  return toBookingEvent({
    before: readImage(OldImage),
    after: readImage(NewImage),
    changedAt: ApproximateCreationDateTime * 1000,
    sequence: sequenceOf(record, dynamodb),
    isExpiry: isExpiry(record),
  });
};
