import { describe, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import * as fc from 'fast-check';
import { pushBatch, type Replay } from '../../../../functions/push/push.ts';
import { readCheckedIn } from '../../../../shared/adapters/dynamodb/stream-event.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import type { LanguageTag } from '../../../../shared/rules/languages.ts';
import type { Delivery, Push, RejectedPush } from '../../../../shared/domain/push.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { Logger } from '../../../../shared/logger.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';
import { aBooking, aCheckin, aRecord, aRemoval, anUndo } from './checkin-record.ts';

type SendToDevice = (endpoint: string, push: Push) => Promise<Delivery>;

interface Setup {
  /** Endpoints of user 1. */
  readonly devices?: readonly string[];
  /** The stored language of user 1, which can be any value, because other programs can write the table. */
  readonly language?: string;
  readonly defaultLanguage?: LanguageTag;
  readonly storedBookings?: readonly Booking[];
  readonly toDevice?: SendToDevice;
  readonly toTopic?: (push: Push) => Promise<void>;
  readonly keep?: (push: RejectedPush) => Promise<void>;
}

const start = (setup: Setup = {}) => {
  const { devices = [], language, defaultLanguage = 'en', storedBookings = [], toDevice, toTopic, keep } = setup;
  const sent: [target: string, push: Push][] = [];
  const reported: string[] = [];
  const rejectedPushes: RejectedPush[] = [];
  const stored = { companyId: 'acme', id: 1, devices, ...(language !== undefined && { language }) };
  const users = makeInMemoryUsers([stored, { companyId: 'acme', id: 2, devices: [] }]);
  const report = (message: string, fields: Readonly<Record<string, unknown>>): void => {
    reported.push([message, fields['endpoint'] ?? fields['checkinId'] ?? fields['sequenceNumber']].join(' '));
  };
  const counted: string[] = [];
  const log: Logger = {
    info: report,
    warn: report,
    error: report,
    count: (name) => counted.push(name),
    publishCounts: () => reported.push(`counted ${counted.toSorted().join(', ')}`),
  };
  const dependencies = {
    users,
    devices: users,
    bookings: makeInMemoryBookings(storedBookings),
    log,
    readCheckedIn,
    defaultLanguage,
    rejectedRecords: {
      keep: async (push: RejectedPush) => {
        await keep?.(push);
        rejectedPushes.push(push);
      },
    },
    sender: {
      toDevice: async (endpoint: string, push: Push) => {
        const delivery = (await toDevice?.(endpoint, push)) ?? 'sent';
        if (delivery === 'sent') sent.push([endpoint, push]);
        return delivery;
      },
      toTopic: async (push: Push) => {
        await toTopic?.(push);
        sent.push(['topic', push]);
      },
    },
  };
  const run = async (records: readonly DynamoDBRecord[], replay?: Replay): Promise<string[]> => {
    const { batchItemFailures } = await pushBatch(records, dependencies, replay);
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  return { run, sent, reported, rejectedPushes, users, targets: () => sent.map(([target]) => target) };
};

const failTemporarily = async (): Promise<never> => {
  throw new ServiceError('dependency_unavailable', 'SNS is away');
};

const rejectPush = async (): Promise<never> => {
  throw new Error('PlatformApplicationDisabled');
};

const foreignRecord = (SequenceNumber: string): DynamoDBRecord => ({
  dynamodb: {
    SequenceNumber,
    NewImage: { checkin: { M: { notify: { BOOL: true } } } },
  },
});

describe('A batch of records', () => {
  it('makes one push for all bookings that were checked in together', async () => {
    const { run, sent } = start();
    const checkin = aCheckin('c1');
    expect(await run([aRecord('1', aBooking('Desk', checkin)), aRecord('2', aBooking('Parking', checkin))])).toEqual(
      [],
    );
    expect(sent.map(([target, { body, checkinId }]) => [target, body, checkinId])).toEqual([
      ['topic', 'Desk and Parking', 'c1'],
    ]);
  });

  it('shows a booking as it is now, not as it was when its check-in was recorded', async () => {
    const renamed = { ...aBooking('desk', aCheckin('c')), name: 'Desk 9' };
    const { run, sent } = start({ storedBookings: [renamed] });
    await run([aRecord('1', { ...renamed, name: 'Desk 1' })]);
    expect(sent.map(([, { body }]) => body)).toEqual(['Desk 9']);
  });

  it('makes separate pushes for different people, and for different check-ins of one person', async () => {
    const { run, sent } = start();
    await run([
      aRecord('1', aBooking('A', aCheckin('c1'), 1)),
      aRecord('2', aBooking('B', aCheckin('c1'), 2)),
      aRecord('3', aBooking('C', aCheckin('c2'), 1)),
    ]);
    expect(sent.map(([, { user, body }]) => `${user.userId} ${body}`).toSorted()).toEqual(['1 A', '1 C', '2 B']);
  });

  it.each<[string, Pick<Setup, 'language' | 'defaultLanguage'>, title: string, body: string]>([
    ['the language of the user', { language: 'pt-BR', defaultLanguage: 'es' }, 'Check-in realizado', 'Desk e Parking'],
    ['the default, for a user without a language', { defaultLanguage: 'es' }, 'Check-in realizado', 'Desk y Parking'],
    ['the default, for an unknown language', { language: 'constructor' }, 'Checked in', 'Desk and Parking'],
  ])('makes a push that also names bookings that are not in the batch, in %s', async (_, languages, title, body) => {
    const storedBookings = [aBooking('Desk', aCheckin('c1')), aBooking('Parking', aCheckin('c1'))];
    const { run, sent, reported } = start({ ...languages, storedBookings });
    expect(await run([aRecord('1', storedBookings[0] as Booking)])).toEqual([]);
    expect(sent.map(([, push]) => [push.title, push.body])).toEqual([[title, body]]);
    expect(reported).toEqual(['push sent c1', 'counted PushesSent']);
  });

  it.each<[string, Replay | undefined]>([
    ['', undefined],
    [', nor by a replay', {}],
  ])('makes no push about a user who was removed meanwhile%s', async (_, replay) => {
    const { run, sent, reported, users } = start({ devices: ['phone'] });
    await users.change({ companyId: 'acme', userId: 1 }, () => undefined);
    expect(await run([aRecord('1', aBooking('Desk', aCheckin('c1')))], replay)).toEqual([]);
    expect(sent).toEqual([]);
    expect(reported).toEqual(['push dropped, because the user was removed c1', 'counted ']);
  });

  it('makes no push to the person who has the id of a removed user now', async () => {
    const { run, sent, users } = start();
    const user = { companyId: 'acme', userId: 1 };
    await users.change(user, () => undefined);
    await users.save({ companyId: 'acme', id: 1 });
    await users.add(user, 'phone of the successor');
    await run([aRecord('1', aBooking('Desk', aCheckin('c1')))]);
    expect(sent).toEqual([]);
    await run([aRecord('2', aBooking('Desk', aCheckin('c2', { receivedAt: Date.now() + 1 })))]);
    expect(sent.map(([target]) => target)).toEqual(['phone of the successor']);
  });

  const checkedIn = aBooking('A', aCheckin('c1'));

  it.each<[string, DynamoDBRecord]>([
    ['without notify', aRecord('1', aBooking('A', aCheckin('c1', { notify: false })))],
    ['of a booking that was checked in before', aRecord('1', checkedIn, { checkin: aCheckin('c0') })],
    ['of a deleted booking', { eventName: 'REMOVE', dynamodb: { SequenceNumber: '1' } }],
    ['of a checked-in booking that was cancelled or expired', aRemoval('1', checkedIn)],
    ['of a check-in that was undone', anUndo('1', checkedIn)],
    ['of a change to a booking that stays checked in', aRecord('1', checkedIn, { checkin: aCheckin('c1') })],
    ['of a check-in that is restored from a backup', aRecord('1', aBooking('A', aCheckin('c1', { restored: true })))],
    ['without content', {}],
  ])('makes no push from a record %s', async (_, record) => {
    const { run, sent } = start();
    expect(await run([record])).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('keeps a record that is not of a booking for a replay, and continues with the others', async () => {
    const { run, targets, reported, rejectedPushes } = start();
    expect(await run([foreignRecord('1'), aRecord('2', aBooking('A', aCheckin('c1')))])).toEqual([]);
    expect(targets()).toEqual(['topic']);
    expect(rejectedPushes).toMatchObject([{ record: foreignRecord('1') }]);
    expect(reported.toSorted()).toEqual(['counted PushesRejected, PushesSent', 'push rejected ', 'push sent c1']);
  });

  it('reports every record of a check-in whose push failed, and no other', async () => {
    const { run, targets, reported } = start({
      toTopic: ({ checkinId }) => (checkinId === 'c1' ? failTemporarily() : Promise.resolve()),
    });
    const failures = await run([
      aRecord('1', aBooking('A', aCheckin('c1'))),
      aRecord('2', aBooking('B', aCheckin('c2'))),
      aRecord('3', aBooking('C', aCheckin('c1'))),
    ]);
    expect(failures).toEqual(['1', '3']);
    expect(targets()).toEqual(['topic']);
    expect(reported.toSorted()).toEqual(['counted PushesSent', 'push failed c1', 'push sent c2']);
  });
});

describe('The devices of a user', () => {
  const batch = [aRecord('1', aBooking('A', aCheckin('c1')))];

  it('get the push, and devices that no longer exist are removed', async () => {
    const { run, targets, reported, users } = start({
      devices: ['old', 'new'],
      toDevice: async (endpoint) => (endpoint === 'old' ? 'gone' : 'sent'),
    });
    expect(await run(batch)).toEqual([]);
    expect(targets()).toEqual(['new']);
    expect(reported).toEqual(['push endpoint dropped old', 'push sent c1', 'counted PushEndpointsDropped, PushesSent']);
    expect((await users.find({ companyId: 'acme', userId: 1 }))?.devices).toEqual(['new']);
  });

  it('are replaced by the topic if none exists any more', async () => {
    const { run, targets } = start({ devices: ['old', 'older'], toDevice: async () => 'gone' });
    expect(await run(batch)).toEqual([]);
    expect(targets()).toEqual(['topic']);
  });

  it('get the push even if another device fails; the record then fails, and the topic gets no push', async () => {
    const { run, targets } = start({
      devices: ['failing', 'gone', 'working'],
      toDevice: async (endpoint) =>
        endpoint === 'failing' ? failTemporarily() : endpoint === 'gone' ? 'gone' : 'sent',
    });
    expect(await run(batch)).toEqual(['1']);
    expect(targets()).toEqual(['working']);
  });
});

describe('A push that a device or the topic rejects', () => {
  const record = aRecord('1', aBooking('A', aCheckin('c1')));
  const rejectOnOneDevice = (endpoint: string) =>
    endpoint === 'rejecting' ? rejectPush() : Promise.resolve('sent' as const);
  const devices = ['rejecting', 'working'];

  it('is stored with all that is needed to send it again, and does not delay other pushes', async () => {
    const { run, targets, reported, rejectedPushes } = start({ devices, toDevice: rejectOnOneDevice });
    const other = aRecord('2', aBooking('B', aCheckin('c2'), 2));
    expect(await run([record, other])).toEqual([]);
    expect(targets().toSorted()).toEqual(['topic', 'working']);
    expect(reported.toSorted()).toEqual(['counted PushesRejected, PushesSent', 'push rejected c1', 'push sent c2']);
    expect(rejectedPushes).toEqual([
      {
        user: { companyId: 'acme', userId: 1 },
        checkinId: 'c1',
        endpoints: ['rejecting'],
        reason: 'Error: PlatformApplicationDisabled',
        record,
      },
    ]);
  });

  it('is stored without endpoints if the topic rejects it', async () => {
    const { run, rejectedPushes } = start({ toTopic: rejectPush });
    expect(await run([record])).toEqual([]);
    expect(rejectedPushes).toMatchObject([{ checkinId: 'c1', reason: 'Error: PlatformApplicationDisabled', record }]);
    expect(rejectedPushes[0]).not.toHaveProperty('endpoints');
  });

  it('is stored without endpoints if no device got it, so that a replay also reaches newer devices and the topic', async () => {
    const { run, rejectedPushes } = start({
      devices: ['rejecting', 'gone'],
      toDevice: async (endpoint) => (endpoint === 'gone' ? 'gone' : rejectPush()),
    });
    expect(await run([record])).toEqual([]);
    expect(rejectedPushes).toMatchObject([{ checkinId: 'c1', record }]);
    expect(rejectedPushes[0]).not.toHaveProperty('endpoints');
  });

  it('is retried while another device of the user is unavailable', async () => {
    const { run, rejectedPushes } = start({
      devices,
      toDevice: (endpoint) => (endpoint === 'rejecting' ? rejectPush() : failTemporarily()),
    });
    expect(await run([record])).toEqual(['1']);
    expect(rejectedPushes).toEqual([]);
  });

  it('is retried if it cannot be stored', async () => {
    const { run, reported } = start({ devices, toDevice: rejectOnOneDevice, keep: failTemporarily });
    expect(await run([record])).toEqual(['1']);
    expect(reported).toEqual(['push failed c1', 'counted ']);
  });

  it('is replayed to the devices that rejected it, and counts as failed if they reject it again', async () => {
    const replay = { endpoints: ['rejecting', 'of somebody else'] };
    const repaired = start({ devices });
    expect(await repaired.run([record], replay)).toEqual([]);
    expect(repaired.targets()).toEqual(['rejecting']);
    const replayed = start({ devices, toDevice: rejectOnOneDevice });
    expect(await replayed.run([record], replay)).toEqual(['1']);
    expect(replayed.rejectedPushes).toEqual([]);
  });
});

describe('For the records of many check-ins, in any batches and order, and with duplicates,', () => {
  const owners = fc.array(
    fc.record({ checkin: fc.integer({ min: 0, max: 3 }), user: fc.integer({ min: 1, max: 2 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  const scenario = owners.chain((all) => {
    const records = all.map(({ checkin, user }, index) => ({ index, checkin: `c${checkin}-${user}`, user }));
    const twice = [...records, ...records];
    const shuffled = fc.shuffledSubarray(twice, { minLength: twice.length });
    return fc.tuple(fc.constant(records), shuffled, fc.integer({ min: 1, max: 5 }));
  });

  it('every check-in has a push, and each of its pushes names all bookings of the check-in', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ([records, delivered, size]) => {
        const storedBookings = records.map(({ index, checkin, user }) =>
          aBooking(`b${index}`, aCheckin(checkin), user),
        );
        const { run, sent } = start({ storedBookings });
        for (let from = 0; from < delivered.length; from += size) {
          const batch = delivered
            .slice(from, from + size)
            .map(({ index }) => aRecord(String(index), storedBookings[index] as Booking));
          expect(await run(batch)).toEqual([]);
        }
        const expected = new Map(
          records.map(({ checkin }) => [checkin, records.filter((one) => one.checkin === checkin).length]),
        );
        expect(new Set(sent.map(([, { checkinId }]) => checkinId))).toEqual(new Set(expected.keys()));
        for (const [, { checkinId, bookingCount }] of sent) expect(bookingCount).toBe(expected.get(checkinId));
      }),
      { numRuns: 50 },
    );
  });
});
