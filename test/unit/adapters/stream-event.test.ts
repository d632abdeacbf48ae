import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { toLambdaRecord } from '../../../shared/adapters/dynamodb/stream-batch.ts';
import { readStreamEvent } from '../../../shared/adapters/dynamodb/stream-event.ts';
import { tables } from '../../../shared/tables.ts';
import { bookingsWithEvents, entriesWithEvents, isSelected } from '../../../shared/stream-filters.ts';

const OPENS = Date.UTC(2026, 10, 21, 8);
const ARN = 'arn:aws:dynamodb:eu-central-1:111122223333:table/Bookings/stream/2026-11-01T00:00:00.000';
const booking = {
  companyUser: 'acme#42',
  companyId: 'acme',
  userId: 42,
  bookingId: 'b-1',
  kind: 'position',
  name: 'Desk',
  checkinOpensAt: OPENS,
  noShowAt: OPENS + 1,
};
const checkin = { checkinId: 'c-1', at: OPENS, requestId: 'r', receivedAt: OPENS, notify: false };
const checkedIn = { ...booking, checkin };

const image = (item: object) => marshall(item) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'] & object;

const record = (before: object | undefined, after: object | undefined, more: object = {}): DynamoDBRecord => ({
  eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
  eventSourceARN: ARN,
  dynamodb: {
    SequenceNumber: '4421584500000000017450439091',
    ApproximateCreationDateTime: OPENS / 1000,
    Keys: image({ companyUser: 'acme#42', bookingId: 'b-1' }),
    ...(before && { OldImage: image(before) }),
    ...(after && { NewImage: image(after) }),
  },
  ...more,
});
const byDynamoDb = { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } };

describe('A record of the bookings’ stream', () => {
  it('makes an event whose time is that of the change and whose sequence sorts by stream and number', () => {
    const event = readStreamEvent(record(booking, checkedIn));
    expect(event).toMatchObject({ type: 'checkin.performed', time: OPENS, data: { checkinId: 'c-1' } });
    expect(event?.sequence).toBe('2026-11-01T00:00:00.000/0000000000004421584500000000017450439091');
    const sequenceOf = (SequenceNumber: string, label = '2026-11-01T00:00:00.000') =>
      readStreamEvent({
        ...record(booking, checkedIn),
        eventSourceARN: `arn:x/stream/${label}`,
        dynamodb: { ...record(booking, checkedIn).dynamodb, SequenceNumber },
      })?.sequence ?? '';
    const sorted = [sequenceOf('9'), sequenceOf('10'), sequenceOf('111'), sequenceOf('1', '2026-12-01T00:00:00.000')];
    expect(sorted).toEqual(sorted.toSorted());
  });

  it.each<[string, DynamoDBRecord, string | undefined, boolean]>([
    ['a check-in', record(booking, checkedIn), 'checkin.performed', true],
    ['a new booking with a check-in', record(undefined, checkedIn), 'checkin.performed', true],
    ['an undone check-in', record(checkedIn, booking), 'checkin.undone', true],
    ['a cancellation', record(booking, undefined), 'booking.cancelled', true],
    ['a deletion by time to live', record(booking, undefined, byDynamoDb), undefined, true],
    ['a new booking', record(undefined, booking), undefined, false],
    ['a change of a booking', record(booking, { ...booking, name: 'Desk 2' }), undefined, false],
    ['a change of a checked-in booking', record(checkedIn, { ...checkedIn, name: 'Desk 2' }), undefined, false],
  ])(
    'for %s makes the right event or none, and passes the filter only if it can make one',
    (_, streamRecord, type, passes) => {
      expect(readStreamEvent(streamRecord)?.type).toBe(type);
      expect(isSelected(bookingsWithEvents, streamRecord)).toBe(passes);
    },
  );

  it('makes the same event, or none, whether Lambda passes the record or a replay reads it from the stream', () => {
    const { eventSourceARN: _, dynamodb, ...rest } = record(checkedIn, undefined);
    const read = (more: object) =>
      toLambdaRecord(
        { ...rest, dynamodb: { ...dynamodb, ApproximateCreationDateTime: new Date(OPENS) }, ...more } as _Record,
        ARN,
      );
    expect(readStreamEvent(read({}))).toEqual(readStreamEvent(record(checkedIn, undefined)));
    const userIdentity = { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' };
    expect(readStreamEvent(read({ userIdentity }))).toBeUndefined();
  });

  it.each([
    ['it is not of a booking', record(booking, { checkin }), 'Invalid time value'],
    ['it does not name its stream', record(booking, checkedIn, { eventSourceARN: undefined }), 'no stream'],
  ])('cannot be read if %s', (_, streamRecord, reason) => {
    expect(() => readStreamEvent(streamRecord)).toThrow(reason);
  });
});

describe('A record of the audit log’s stream', () => {
  const indexKey = tables.auditLog.indexes[0].partitionKey.name;
  const entry = {
    kind: 'admin',
    companyId: 'acme',
    receivedAt: OPENS,
    actor: { through: 'cli', id: 'ops' },
    action: 'clients.create',
    target: { clientId: 'ckc_1' },
    [indexKey]: 'acme#log',
    after: { name: 'Gate of Jo' },
    expiresAtSeconds: 1,
  };
  const Keys = image({ companyUser: 'acme#', entry: '2026-11-21T08:00:00.000Z#1' });
  const added = (item: object): DynamoDBRecord => ({
    eventName: 'INSERT',
    dynamodb: { Keys, NewImage: image({ companyUser: 'acme#', entry: '2026-11-21T08:00:00.000Z#1', ...item }) },
  });

  it('makes an event when an entry is added, without the values of the change', () => {
    const event = readStreamEvent(added(entry));
    expect(event).toMatchObject({ type: 'audit.recorded', time: OPENS, data: { action: 'clients.create' } });
    expect(JSON.stringify(event)).not.toContain('Jo');
    expect(isSelected(entriesWithEvents, added(entry))).toBe(true);
  });

  it('makes no event for the parts of an import', () => {
    const { [indexKey]: _, ...part } = entry;
    expect(isSelected(entriesWithEvents, added(part))).toBe(false);
    // A replay reads all records of a batch that was discarded, also those that the filter leaves out.
    expect(readStreamEvent(added({ part: 1, counts: {}, receivedAt: OPENS }))).toBeUndefined();
  });

  it('makes no event for an entry that was copied back', () => {
    const restored = added({ ...entry, restored: true });
    expect(isSelected(entriesWithEvents, restored)).toBe(false);
    expect(readStreamEvent(restored)).toBeUndefined();
  });

  it('makes no event when an entry expires', () => {
    const expired: DynamoDBRecord = { eventName: 'REMOVE', dynamodb: { Keys }, ...byDynamoDb };
    expect(readStreamEvent(expired)).toBeUndefined();
    expect(isSelected(entriesWithEvents, expired)).toBe(false);
  });

  it.each<[string, DynamoDBRecord]>([
    [
      'overwrites',
      { eventName: 'MODIFY', dynamodb: { Keys, OldImage: image(entry), NewImage: image({ ...entry, action: 'x' }) } },
    ],
    ['deletes', { eventName: 'REMOVE', dynamodb: { Keys, OldImage: image(entry) } }],
  ])('is rejected, so that an alarm fires, if somebody %s an entry', (_, touched) => {
    expect(() => readStreamEvent(touched)).toThrow('an entry of the audit log was changed or deleted');
    expect(isSelected(entriesWithEvents, touched)).toBe(true);
  });

  it('cannot be read if the item is not an entry', () => {
    expect(() => readStreamEvent(added({ ...entry, kind: 'other' }))).toThrow('not an entry of the audit log');
  });
});
