import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { groupByCheckin } from '../../../../functions/push/push.ts';
import { readCheckedIn } from '../../../../shared/adapters/dynamodb/stream-event.ts';
import { parseItem } from '../../../../lib/local/dynamodb/attribute-value.ts';
import { makeRecorder } from '../../../../lib/local/dynamodb/change-record.ts';
import type { TableDefinition } from '../../../../lib/local/dynamodb/table-definition.ts';

/** Recorded from DynamoDB Local. */
const recording = join(import.meta.dirname, '../../../support/stream-records.json');
const records = JSON.parse(readFileSync(recording, 'utf8')) as DynamoDBRecord[];

describe('In the recorded stream of a booking that is imported, checked in and renamed', () => {
  it('only the check-in causes a push', () => {
    const checkins = groupByCheckin(records, readCheckedIn);
    expect(checkins).toHaveLength(1);
    expect(checkins[0]).toMatchObject({
      user: { companyId: 'acme', userId: 42 },
      checkin: { checkinId: 'r-1', at: Date.UTC(2026, 10, 21, 8), notify: true },
      bookings: [{ bookingId: 'b-1', kind: 'position', name: 'Desk 4.12' }],
      records: [records[1]],
    });
  });

  it('each record has the same form as a record of the local service', () => {
    process.env['AWS_REGION'] = 'ddblocal';
    const table: TableDefinition = {
      name: 'Bookings',
      key: [
        { name: 'companyUser', type: 'S' },
        { name: 'bookingId', type: 'S' },
      ],
      indexes: [],
      streamViewType: 'NEW_AND_OLD_IMAGES',
      description: {},
    };
    const toRecords = makeRecorder();
    for (const recorded of records) {
      const original = recorded.dynamodb ?? {};
      const { OldImage, NewImage, ...rest } = original;
      const [before, after] = [OldImage, NewImage].map((image) => (image ? parseItem(image) : undefined));
      const [localRecord] = toRecords([{ table, before, after }]);
      const { eventName, eventVersion, eventSource, awsRegion } = recorded;
      expect(localRecord).toMatchObject({ eventName, eventVersion, eventSource, awsRegion });
      expect(Object.keys(localRecord ?? {}).toSorted()).toEqual(
        [...Object.keys(recorded), 'eventSourceARN'].toSorted(),
      );
      const { ApproximateCreationDateTime, SequenceNumber, ...written } = localRecord?.dynamodb ?? {};
      expect(SequenceNumber).toHaveLength(rest.SequenceNumber?.length ?? 0);
      expect(String(ApproximateCreationDateTime)).toHaveLength(String(rest.ApproximateCreationDateTime).length);
      const { ApproximateCreationDateTime: _, SequenceNumber: __, SizeBytes: ___, ...expected } = original;
      expect(written).toMatchObject(expected);
    }
  });
});
