import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeEventBus } from '../../../shared/adapters/eventbridge/event-bus.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import {
  toBookingEvent,
  toCloudEvent,
  type EventBus,
  type ServiceEvent,
} from '../../../shared/domain/service-event.ts';
import { completeBooking } from '../../support/booking-store.ts';
import { startStubEventBridge, type PutEntry, type StubEventBridge } from '../../support/start-stub-eventbridge.ts';

const source = 'https://checkin.example.com';
const connect = (endpoint: string) =>
  new EventBridgeClient({
    ...callBudgets.background(),
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

let stub: StubEventBridge;
let client: EventBridgeClient;
let bus: EventBus;

beforeAll(async () => {
  stub = await startStubEventBridge();
  client = connect(stub.url);
  bus = makeEventBus(client, { bus: 'desks', source });
});
afterAll(async () => {
  client.destroy();
  await stub.stop();
});

let acceptedBefore: number;
beforeEach(() => {
  stub.respond = () => 'accepted';
  acceptedBefore = stub.accepted.length;
});
const arrived = (): PutEntry[] => stub.accepted.slice(acceptedBefore);
const idsOf = (some: readonly PutEntry[]): string[] => some.map(({ detail }) => detail.id as string).toSorted();

const NOW = Date.UTC(2026, 10, 21, 8);
const booking = (bookingId: string, companyId = 'acme', userId = 42) =>
  completeBooking({ user: { companyId, userId }, bookingId, kind: 'position', checkinOpensAt: NOW, noShowAt: NOW + 1 });
const cancelled = (bookingId: string): ServiceEvent =>
  toBookingEvent({
    before: booking(bookingId),
    after: undefined,
    changedAt: NOW,
    sequence: '1',
    isExpiry: false,
  }) as ServiceEvent;
const events = Array.from({ length: 25 }, (_, index) => cancelled(`b-${index}`));
const ids = events.map(({ id }) => id).toSorted();

describe('The event bus', () => {
  it('puts CloudEvents on the bus, ten in a call', async () => {
    const calls = stub.calls.length;
    expect(await bus.publish(events)).toEqual([]);
    expect(stub.calls.slice(calls).toSorted((one, other) => other - one)).toEqual([10, 10, 5]);
    expect(idsOf(arrived())).toEqual(ids);
    expect(arrived().find(({ detail }) => detail.id === events[3]?.id)).toEqual({
      EventBusName: 'desks',
      Source: 'checkin-service',
      DetailType: 'booking.cancelled',
      Time: NOW / 1000,
      detail: toCloudEvent(events[3] as ServiceEvent, source),
    });
  });

  it.each(['ThrottlingException', 'InternalFailure'])('retries only the entries that failed with %s', async (code) => {
    const failing = new Set([ids[0], ids[7]]);
    stub.respond = ({ detail }) => (failing.delete(detail.id) ? { code } : 'accepted');
    expect(await bus.publish(events)).toEqual([]);
    expect(idsOf(arrived())).toEqual(ids);
  });

  it('returns the events that stay throttled, for a later retry, and the events that are rejected permanently', async () => {
    const [throttled, refused] = [events[2], events[12]] as [ServiceEvent, ServiceEvent];
    stub.respond = ({ detail }) => {
      if (detail.id === throttled.id) return { code: 'ThrottlingException' };
      return detail.id === refused.id ? { code: 'NotAuthorizedForSourceException' } : 'accepted';
    };
    const failed = await bus.publish(events);
    expect(failed).toHaveLength(2);
    expect(failed.find(({ event }) => event === throttled)?.error).toMatchObject({ code: 'dependency_unavailable' });
    const { error } = failed.find(({ event }) => event === refused) ?? {};
    expect(error).toMatchObject({ message: expect.stringContaining('NotAuthorizedForSourceException') });
    expect(error).not.toHaveProperty('code');
    expect(idsOf(arrived())).toHaveLength(23);
  });

  it('returns every event of a call that fails', async () => {
    const unreachable = connect('http://127.0.0.1:9');
    const failed = await makeEventBus(unreachable, { bus: 'desks', source }).publish(events);
    expect(failed.map(({ event }) => event.id).toSorted()).toEqual(ids);
    for (const { error } of failed) expect(error).toMatchObject({ code: 'dependency_unavailable' });
  });

  it('fits ten of the largest events into a call of 256 KB', async () => {
    const widest = '\u{1F6AA}';
    const largest = toBookingEvent({
      before: booking(widest.repeat(128), widest.repeat(64), Number.MAX_SAFE_INTEGER),
      after: undefined,
      changedAt: NOW,
      sequence: '9'.repeat(65),
      isExpiry: false,
    }) as ServiceEvent;
    const checkinId = 'x'.repeat(200);
    const detail = { ...toCloudEvent(largest, 'x'.repeat(2_048)), checkinId };
    expect(10 * Buffer.byteLength(JSON.stringify(detail))).toBeLessThan(256 * 1024);
  });
});
