import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  EndpointDisabledException,
  InvalidParameterException,
  NotFoundException,
  PlatformApplicationDisabledException,
  type PublishCommand,
  type PublishInput,
} from '@aws-sdk/client-sns';
import { makePushSender, toDeviceMessage, toTopicMessage } from '../../../shared/adapters/sns/push-sender.ts';
import { composePush, MAX_LISTED_BOOKINGS, type PushedBooking } from '../../../shared/domain/push.ts';
import { messagesByTag } from '../../../shared/messages/messages.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:checkin-pushes';
const DEVICE = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/1';
const user = { companyId: 'acme', userId: 2 ** 53 - 1 };
const checkin = { checkinId: 'JKJaXmPLvHcESHA=', at: Date.UTC(2026, 10, 21, 8) };
const desk: PushedBooking = { bookingId: 'b-1', kind: 'position', name: 'Desk 4.12' };
const parking: PushedBooking = { bookingId: 'b-2', kind: 'parking', name: 'Parking P-7' };
const push = composePush(user, checkin, [desk, parking], messagesByTag.en.push);

/** Makes a sender. Its SNS fails with `error` or, if there is no `error`, accepts everything. */
const start = (error?: Error) => {
  const sent: PublishInput[] = [];
  const send = async ({ input }: PublishCommand) => {
    if (error) throw error;
    sent.push(input);
    return {};
  };
  return { sender: makePushSender({ send } as Parameters<typeof makePushSender>[0], TOPIC), sent };
};

const $metadata = {};
const invalid = (message: string) => new InvalidParameterException({ message, $metadata });

describe('The push sender', () => {
  it('sends to a device by its endpoint, and to the topic by its ARN', async () => {
    const { sender, sent } = start();
    expect(await sender.toDevice(DEVICE, push)).toBe('sent');
    await sender.toTopic(push);
    expect(sent).toEqual([
      expect.objectContaining({ TargetArn: DEVICE, MessageStructure: 'json' }),
      expect.objectContaining({ TopicArn: TOPIC, MessageStructure: 'json' }),
    ]);
  });

  it.each([
    new EndpointDisabledException({ message: 'Endpoint is disabled', $metadata }),
    new NotFoundException({ message: 'Endpoint does not exist', $metadata }),
    invalid('Invalid parameter: TargetArn Reason: No endpoint found for the target arn specified'),
    invalid('Invalid parameter: TargetArn'),
  ])('reports the endpoint as gone after %p', async (error) => {
    expect(await start(error).sender.toDevice(DEVICE, push)).toBe('gone');
  });

  it.each([
    invalid('Invalid parameter: Message too long'),
    invalid('Invalid parameter: Message Reason: JSON must contain an entry for default or APNS.'),
    new PlatformApplicationDisabledException({ message: 'Platform application is disabled', $metadata }),
  ])('does not report the endpoint as gone after %p', async (error) => {
    await expect(start(error).sender.toDevice(DEVICE, push)).rejects.toBe(error);
  });

  it('fails if the topic no longer exists', async () => {
    const error = new NotFoundException({ message: 'Topic does not exist', $metadata });
    await expect(start(error).sender.toTopic(push)).rejects.toBe(error);
  });

  it.each([
    Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' }),
    Object.assign(new Error('cut'), { code: 'ECONNRESET' }),
    Object.assign(new Error('late'), { name: 'TimeoutError' }),
  ])('reports SNS as unavailable after %p', async (error) => {
    await expect(start(error).sender.toDevice(DEVICE, push)).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await expect(start(error).sender.toTopic(push)).rejects.toThrow(/^SNS is not available/);
  });
});

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
      fc.property(manyBookings, fc.constantFrom(...Object.values(messagesByTag)), (bookings, { push: words }) => {
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
