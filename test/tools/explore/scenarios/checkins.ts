import type { Scenario } from '../scenario.ts';
import { badge, batch } from './badge.ts';
import { judgeCheckins } from './judge-checkins.ts';
import { booking, openOffice } from './office.ts';

const two = openOffice(booking('desk'), booking('parking', { kind: 'parking' }));
const one = openOffice(booking('desk'));
const keyed = (name: string) => ({ name, hasKey: true, actors: [name] });
const keyless = (name: string) => ({ name, hasKey: false, actors: [name] });

/** Check-ins of one user at several gates at once. */
export const checkinScenarios: readonly Scenario[] = [
  {
    name: 'two-keys',
    prepare: two,
    actors: [badge({ name: 'north' }), badge({ name: 'south' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins(keyed('north'), keyed('south')),
  },
  {
    name: 'same-key',
    prepare: two,
    actors: [badge({ name: 'north', key: 'swipe' }), badge({ name: 'retry', key: 'swipe' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins({ name: 'swipe', hasKey: true, actors: ['north', 'retry'] }),
  },
  {
    name: 'one-desk',
    prepare: one,
    actors: [badge({ name: 'north' }), badge({ name: 'south' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    maxCalls: 20,
    judge: judgeCheckins(keyed('north'), keyed('south')),
  },
  {
    name: 'one-desk-same-key',
    prepare: one,
    actors: [badge({ name: 'north', key: 'swipe' }), badge({ name: 'retry', key: 'swipe' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    maxCalls: 20,
    judge: judgeCheckins({ name: 'swipe', hasKey: true, actors: ['north', 'retry'] }),
  },
  {
    name: 'keyless',
    prepare: two,
    actors: [badge({ name: 'north', isKeyless: true, byUid: true }), badge({ name: 'south', isKeyless: true })],
    meetIn: ['bookings'],
    faults: 2,
    smallFaults: 1,
    maxCalls: 20,
    judge: judgeCheckins(keyless('north'), keyless('south')),
  },
  {
    name: 'details',
    prepare: one,
    actors: [badge({ name: 'north', details: true }), badge({ name: 'south', isKeyless: true })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins(keyed('north'), keyless('south')),
  },
  {
    name: 'batch',
    prepare: one,
    actors: [batch('reader', ['first', 'second']), badge({ name: 'north' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 30,
    judge: judgeCheckins(
      { name: 'first', hasKey: true, actors: ['reader'], item: 0 },
      { name: 'second', hasKey: true, actors: ['reader'], item: 1 },
      keyed('north'),
    ),
  },
  {
    name: 'batch-and-single',
    prepare: one,
    actors: [batch('reader', ['first', 'second']), badge({ name: 'retry', key: 'second' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 30,
    judge: judgeCheckins(
      { name: 'first', hasKey: true, actors: ['reader'], item: 0 },
      { name: 'second', hasKey: true, actors: ['reader', 'retry'], item: 1 },
    ),
  },
  {
    name: 'three-gates',
    prepare: one,
    actors: [badge({ name: 'north' }), badge({ name: 'south' }), badge({ name: 'east', isKeyless: true })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeCheckins(keyed('north'), keyed('south'), keyless('east')),
  },
];
