import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { toDeviceMessage, toTopicMessage } from '../../../shared/adapters/sns/push-sender.ts';
import { composePush, MAX_LISTED_BOOKINGS, type PushedBooking } from '../../../shared/domain/push.ts';
import { pushMessages } from '../../../shared/messages/push-messages.ts';

const user = { companyId: 'acme', userId: 2 ** 53 - 1 };
const checkin = { checkinId: 'JKJaXmPLvHcESHA=', at: Date.UTC(2026, 10, 21, 8) };
const desk: PushedBooking = { bookingId: 'b-1', kind: 'position', name: 'Desk 4.12' };
const parking: PushedBooking = { bookingId: 'b-2', kind: 'parking', name: 'Parking P-7' };
const push = composePush(user, checkin, [desk, parking], pushMessages.en);

type Structure = Record<'default' | 'APNS' | 'APNS_SANDBOX' | 'GCM', string>;
const structureOf = ({ Message }: { Message: string | undefined }) => JSON.parse(Message ?? '') as Structure;
const data = { checkinId: checkin.checkinId, at: '2026-11-21T08:00:00.000Z', bookingCount: '2' };

const KILOBYTE = 1024;
const bytes = (text: string): number => Buffer.byteLength(text);

describe('A push to a device', () => {
  it('is an alert for APNs and its sandbox, with the check-in’s id as the collapse id', () => {
    const { APNS, APNS_SANDBOX } = structureOf(toDeviceMessage(push));
    expect(JSON.parse(APNS)).toEqual({
      aps: { alert: { title: 'Checked in', body: 'Desk 4.12 and Parking P-7' }, sound: 'default' },
      ...data,
    });
    expect(APNS_SANDBOX).toBe(APNS);
    expect(toDeviceMessage(push).MessageAttributes).toEqual({
      'AWS.SNS.MOBILE.APNS.COLLAPSE_ID': { DataType: 'String', StringValue: checkin.checkinId },
      'AWS.SNS.MOBILE.APNS.PUSH_TYPE': { DataType: 'String', StringValue: 'alert' },
      'AWS.SNS.MOBILE.APNS.PRIORITY': { DataType: 'String', StringValue: '10' },
    });
  });

  it('is a notification of FCM’s HTTP v1 API, with the check-in’s id as the collapse key and the tag', () => {
    expect(JSON.parse(structureOf(toDeviceMessage(push)).GCM)).toEqual({
      fcmV1Message: {
        message: {
          notification: { title: 'Checked in', body: 'Desk 4.12 and Parking P-7' },
          data,
          android: {
            collapse_key: checkin.checkinId,
            priority: 'high',
            notification: { tag: checkin.checkinId },
          },
          apns: { headers: { 'apns-collapse-id': checkin.checkinId } },
          webpush: { notification: { tag: checkin.checkinId } },
        },
      },
    });
  });

  it('is a line of text for any other platform', () => {
    expect(structureOf(toDeviceMessage(push)).default).toBe('Checked in: Desk 4.12 and Parking P-7');
  });
});

describe('A push to the topic', () => {
  it('has attributes to filter by', () => {
    expect(toTopicMessage(push).MessageAttributes).toMatchObject({
      companyId: { DataType: 'String', StringValue: 'acme' },
      userId: { DataType: 'String', StringValue: '9007199254740991' },
      checkinId: { DataType: 'String', StringValue: checkin.checkinId },
    });
  });

  it('is a document for programs and a line of text for people', () => {
    const structure = structureOf(toTopicMessage(push)) as Structure & { email: string; sms: string };
    expect(JSON.parse(structure.default)).toEqual({
      companyId: 'acme',
      userId: 9_007_199_254_740_991,
      checkinId: checkin.checkinId,
      at: '2026-11-21T08:00:00.000Z',
      title: 'Checked in',
      body: 'Desk 4.12 and Parking P-7',
      bookings: [desk, parking],
      bookingCount: 2,
    });
    expect([structure.email, structure.sms]).toEqual(Array(2).fill('Checked in: Desk 4.12 and Parking P-7'));
  });
});

/** Characters that take many bytes in UTF-8, in JSON, or in JSON inside JSON. */
const costly = fc.constantFrom('🪑', '\u0001', '"', '\\', 'é');
const text = (length: number) => costly.map((character) => character.repeat(length));
const anyBooking = fc.record({
  bookingId: fc.oneof(text(128), fc.string({ minLength: 1, maxLength: 128, unit: 'grapheme-composite' })),
  kind: fc.constantFrom('position' as const, 'parking' as const),
  name: fc.oneof(text(256), fc.string({ minLength: 1, maxLength: 256 })),
});

describe('For any length of names and any number of bookings,', () => {
  const manyBookings = fc
    .array(anyBooking, { minLength: 1, maxLength: 10 })
    .chain((some) =>
      fc
        .constantFrom(1, 7, 2 * MAX_LISTED_BOOKINGS)
        .map((count) => Array.from({ length: count }, (_, index) => some[index % some.length] as PushedBooking)),
    );

  it('a platform gets at most 4 KB, and SNS at most 256 KB', () => {
    fc.assert(
      fc.property(manyBookings, fc.constantFrom(...Object.values(pushMessages)), (bookings, words) => {
        const composed = composePush(user, checkin, bookings, words);
        for (const { Message = '' } of [toDeviceMessage(composed), toTopicMessage(composed)]) {
          const { APNS, GCM } = structureOf({ Message });
          expect(Math.max(bytes(APNS), bytes(GCM))).toBeLessThanOrEqual(4 * KILOBYTE);
          expect(bytes(Message)).toBeLessThan(255 * KILOBYTE);
        }
      }),
      { numRuns: 50 },
    );
  });
});
