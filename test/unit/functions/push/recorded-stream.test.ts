import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { groupByCheckin } from '../../../../functions/push/checkin-batch.ts';
import { readCheckedIn } from '../../../../shared/adapters/dynamodb/booking-image.ts';
import { toStreamRecord, type Item } from '../../../../lib/local/push/stream-record.ts';

/** See test/tools/record/record-stream.ts. */
const recording = join(import.meta.dirname, '../../../support/stream-records.json');
const records = JSON.parse(readFileSync(recording, 'utf8')) as DynamoDBRecord[];

describe('In a recorded stream of bookings that are imported, checked in and changed', () => {
  it('only the check-in with notify gets a push, with its two bookings', () => {
    const { checkins, unreadable } = groupByCheckin(records, readCheckedIn);
    expect(unreadable).toEqual([]);
    expect(checkins).toHaveLength(1);
    expect(checkins[0]).toMatchObject({
      user: { companyId: 'acme', userId: 42 },
      checkin: { checkinId: 'r-1', at: Date.UTC(2026, 10, 21, 8), notify: true },
      bookings: [
        { bookingId: 'b-1', kind: 'position', name: 'Desk 4.12' },
        { bookingId: 'b-2', kind: 'parking' },
      ],
      records: [records[3], records[4]],
    });
  });

  it('the record of a check-in is as the local service makes it', () => {
    const recorded = records[3] as DynamoDBRecord;
    const place = { table: 'Bookings', sequenceNumber: '000000000000000000004' };
    process.env['AWS_REGION'] = 'ddblocal';
    const made = toStreamRecord(recorded.dynamodb?.NewImage as Item, place);
    const { eventID, dynamodb, ...rest } = recorded;
    const { ApproximateCreationDateTime, SizeBytes, ...written } = dynamodb ?? {};
    expect(made).toMatchObject({ ...rest, dynamodb: written });
    expect(Object.keys(made.dynamodb ?? {}).toSorted()).toEqual(Object.keys(dynamodb ?? {}).toSorted());
    expect(Object.keys(made).toSorted()).toEqual([...Object.keys(recorded), 'eventSourceARN'].toSorted());
  });
});
